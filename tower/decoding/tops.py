"""The likeliest words of many laws at once. Knows only numbers."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tower.decoding.distribution import Floats
from tower.decoding.trace import Top

_DEPTH = 32  # words in a group
_MANY = 16  # words found for each one wanted, beyond which sorting them costs more than searching row by row


def top_ids(rows: Floats, n: int) -> NDArray[np.intp]:
    """Ids [R, n] of the n largest values of each row [R, V], largest first, the lowest index among equals; n <= V.

    The n-th largest of a row's group maxima (a group: every w-th word) is a bound that at least n words reach and few
    others do, so only those are sorted: a round asks this of 2k + 1 rows, and partitioning them in full would cost more
    than all else but the passes.
    """
    count, size = rows.shape
    width = size // _DEPTH
    if width <= 2 * n:
        least = _nth_largest(rows, n)
    else:
        least = _nth_largest(rows[:, : width * _DEPTH].reshape(count, _DEPTH, width).max(axis=1), n)
    found = np.flatnonzero(rows >= least[:, None])
    if len(found) > _MANY * n * count:  # hosts of equals, as the zeros of a law of few words
        return np.stack([_with_ties(row, _nth_largest(row, n), n) for row in rows])
    starts = np.arange(0, count * size, size)
    firsts = np.searchsorted(found, starts)
    found = found[np.lexsort((-rows.ravel()[found], found // size))]  # stable: the lowest index first among equals
    return np.asarray(found[firsts[:, None] + np.arange(n)] - starts[:, None])


def top_of(ids: list[int], chances: list[float]) -> Top:
    """Words and their probabilities as a Top; words of probability 0 are left out."""
    pairs = tuple(zip(ids, chances, strict=True))
    return pairs if chances[-1] > 0 else tuple(pair for pair in pairs if pair[1] > 0)


def _nth_largest(values: Floats, n: int) -> Floats:
    """The n-th largest along the last axis, [...]."""
    return np.asarray(np.partition(values, values.shape[-1] - n, axis=-1)[..., values.shape[-1] - n])


def _with_ties(row: Floats, least: Floats, n: int) -> NDArray[np.intp]:
    """The n largest of a row [V], given its n-th largest: of those that just reach it, the lowest indices."""
    above = np.flatnonzero(row > least)
    above = above[np.argsort(-row[above], kind="stable")]
    return np.concatenate([above, np.flatnonzero(row == least)[: n - len(above)]])
