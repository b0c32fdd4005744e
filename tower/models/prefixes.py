"""Logits after many prefixes, sharing what they share: the common beginning once, the rest as branches of one pass.

Knows the model only by its `CachedModel` face.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from tower.decoding.target import CachedModel


def batch_of_prefixes(model: CachedModel, prefixes: Sequence[Sequence[int]], rows: int) -> NDArray[np.float32]:
    """[B, V] in the order of `prefixes`, none of them empty. model: an unused one, at most `rows` rows a pass."""
    if not prefixes:
        return np.zeros((0, model.vocab_size), dtype=np.float32)
    paths = [tuple(prefix) for prefix in prefixes]
    shared = min(len(path) for path in paths) - 1  # each keeps a word of its own
    shared = next((i for i in range(shared) if len({path[i] for path in paths}) > 1), shared)
    result = np.empty((len(paths), model.vocab_size), dtype=np.float32)
    model.prefill(paths[0][:shared])
    tree = _Tree(shared)
    for i, path in enumerate(paths):
        if len(path) - shared > rows:
            model.prefill(path[shared:-1])
            result[i] = model.score(path[-1:]).logits[0]
            model.rewind(shared)
            continue
        if len(tree.ids) + tree.new(path) > rows:
            tree.score(model, result)
            tree = _Tree(shared)
        tree.add(i, path)
    tree.score(model, result)
    return result


class _Tree:
    """Paths behind `shared` common words, each word of a common beginning once."""

    def __init__(self, shared: int) -> None:
        self._shared = shared
        self._rows: dict[tuple[int, ...], int] = {}
        self._ends: dict[int, int] = {}  # which path ends in which row
        self._parents: list[int] = []
        self.ids: list[int] = []

    def new(self, path: tuple[int, ...]) -> int:
        """How many rows this path would add."""
        own = path[self._shared :]
        return sum(own[:n] not in self._rows for n in range(1, len(own) + 1))

    def add(self, which: int, path: tuple[int, ...]) -> None:
        own, parent = path[self._shared :], -1
        for n in range(1, len(own) + 1):
            row = self._rows.setdefault(own[:n], len(self.ids))
            if row == len(self.ids):
                self.ids.append(own[n - 1])
                self._parents.append(parent)
            parent = row
        self._ends[which] = parent

    def score(self, model: CachedModel, result: NDArray[np.float32]) -> None:
        """Fill the rows of the result that belong to the paths; the model's cache is left as it was."""
        if self._ends:
            result[list(self._ends)] = model.score(self.ids, self._parents).logits[list(self._ends.values())]
            model.rewind(self._shared)
