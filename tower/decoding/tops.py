"""The likeliest words of many laws at once. Knows only numbers."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tower.decoding.distribution import Floats
from tower.decoding.trace import Top

_BLOCK = 64


def top_ids(rows: Floats, n: int) -> NDArray[np.intp]:
    """Ids [R, n] of the n largest values of each row [R, V], largest first, the lowest index among equals; n <= V.

    The n largest values of a row lie in the n blocks with the largest maxima, so only those are partitioned: a round
    asks this of 2k + 1 rows, and a full partition would be its most expensive step after the passes.
    """
    count, size = rows.shape
    whole = size - size % _BLOCK
    blocks = whole // _BLOCK
    if blocks <= 2 * n:
        candidates, ids = rows, None
    else:
        peaks = rows[:, :whole].reshape(count, blocks, _BLOCK).max(axis=-1)
        best = np.argpartition(peaks, blocks - n, axis=-1)[:, blocks - n :]
        ids = (best[:, :, None] * _BLOCK + np.arange(_BLOCK)).reshape(count, -1)
        if whole < size:
            ids = np.concatenate([ids, np.broadcast_to(np.arange(whole, size), (count, size - whole))], axis=-1)
        candidates = np.take_along_axis(rows, ids, axis=-1)
    chosen = np.argpartition(candidates, candidates.shape[-1] - n, axis=-1)[:, candidates.shape[-1] - n :]
    chosen = chosen if ids is None else np.take_along_axis(ids, chosen, axis=-1)
    values = np.take_along_axis(rows, chosen, axis=-1)
    order = np.lexsort((chosen, -values), axis=-1)
    chosen = np.take_along_axis(chosen, order, axis=-1)
    # more than n words reach the smallest chosen value: partitioning took any of the equals, so sort that row in full
    tied = (rows >= values.min(axis=-1, keepdims=True)).sum(axis=-1) > n
    for row in np.flatnonzero(tied):
        chosen[row] = np.argsort(-rows[row], kind="stable")[:n]
    return chosen


def tops_at(ids: NDArray[np.intp], laws: Floats) -> list[Top]:
    """The words ids [R, n] of each law [R, V] with their probabilities; words of probability 0 are left out."""
    return tops_from(ids, np.take_along_axis(laws, ids, axis=-1))


def tops_from(ids: NDArray[np.intp], probabilities: NDArray[Any]) -> list[Top]:
    """As `tops_at`, the probabilities [R, n] already taken."""
    return [
        tuple((word, chance) for word, chance in zip(words, chances, strict=True) if chance > 0)
        for words, chances in zip(ids.tolist(), probabilities.tolist(), strict=True)
    ]
