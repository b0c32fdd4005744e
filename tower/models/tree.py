"""What a tree of words means to a pass: who sees whom, and at which position. Knows no model."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray


def ancestors(parents: Sequence[int]) -> NDArray[np.bool_]:
    """[n, n]: row i sees itself and the words that lead to it. A parent comes before its children; -1 has none."""
    n = len(parents)
    seen = np.eye(n, dtype=np.bool_)
    for i, parent in enumerate(parents):
        if parent >= i or parent < -1:
            raise ValueError(f"row {i} names {parent} as its parent")
        if parent >= 0:
            seen[i] |= seen[parent]
    return seen


def depths(parents: Sequence[int]) -> NDArray[np.int64]:
    """[n]: how many rows lead to each; its position after the cached words."""
    return np.asarray(ancestors(parents).sum(axis=1) - 1, dtype=np.int64)


def is_chain(parents: Sequence[int]) -> bool:
    """Each row follows the one before it."""
    return list(parents) == list(range(-1, len(parents) - 1))


def from_the_first(rows: Sequence[int], passed: int) -> bool:
    """Whether these rows of a pass of `passed` rows are its first ones, in order: nothing has to be moved to keep them.

    Raises ValueError where a row is not in the pass.
    """
    if any(not 0 <= row < passed for row in rows):
        raise ValueError(f"rows {list(rows)} are not in the last pass")
    return list(rows) == list(range(len(rows)))
