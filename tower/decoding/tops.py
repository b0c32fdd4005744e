"""The likeliest words of many laws at once. Knows only numbers."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tower.decoding.distribution import Floats
from tower.decoding.trace import Top

_DEPTH = 32  # words in a group


def top_ids(rows: Floats, n: int) -> NDArray[np.intp]:
    """Ids [R, n] of the n largest values of each row [R, V], largest first, the lowest index among equals; n <= V.

    The n largest values of a row lie in the n groups with the largest maxima (a group: every w-th word), so only those
    are searched: a round asks this of 2k + 1 rows, and searching them in full would cost more than all else but the
    passes.
    """
    count, size = rows.shape
    each = np.arange(count)[:, None]
    width = size // _DEPTH
    if width <= 2 * n:
        chosen = _largest(rows, n)
        values = rows[each, chosen]
        tied = (rows >= values.min(axis=-1, keepdims=True)).sum(axis=-1) > n
    else:
        peaks = rows[:, : width * _DEPTH].reshape(count, _DEPTH, width).max(axis=1)
        groups = _largest(peaks, n)
        ids = (groups[:, None, :] + np.arange(0, width * _DEPTH, width)[:, None]).reshape(count, -1)
        if width * _DEPTH < size:
            rest = np.broadcast_to(np.arange(width * _DEPTH, size), (count, size - width * _DEPTH))
            ids = np.concatenate([ids, rest], axis=-1)
        candidates = rows[each, ids]
        chosen = ids[each, _largest(candidates, n)]
        values = rows[each, chosen]
        least = values.min(axis=-1, keepdims=True)
        elsewhere = (peaks >= least).sum(axis=-1) > (peaks[each, groups] >= least).sum(axis=-1)
        tied = ((candidates >= least).sum(axis=-1) > n) | elsewhere
    chosen = chosen[each, np.lexsort((chosen, -values), axis=-1)]
    for row in np.flatnonzero(tied):
        chosen[row] = _with_ties(rows[row], values[row].min(), n)
    return chosen


def top_of(ids: list[int], chances: list[float]) -> Top:
    """Words and their probabilities as a Top; words of probability 0 are left out."""
    pairs = tuple(zip(ids, chances, strict=True))
    return pairs if chances[-1] > 0 else tuple(pair for pair in pairs if pair[1] > 0)


def _largest(rows: Floats, n: int) -> NDArray[np.intp]:
    """Indices [R, n] of the largest, in no order."""
    return np.argpartition(rows, rows.shape[-1] - n, axis=-1)[:, rows.shape[-1] - n :]


def _with_ties(row: Floats, least: np.floating, n: int) -> NDArray[np.intp]:
    """More than n words reach the n-th largest value: of those that just reach it, the lowest indices."""
    above = np.flatnonzero(row > least)
    above = above[np.argsort(-row[above], kind="stable")]
    return np.concatenate([above, np.flatnonzero(row == least)[: n - len(above)]])
