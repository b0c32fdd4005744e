"""Beginnings as a tree: a path of words is a number, so thousands of runs fit into arrays. Knows no model."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np
from numpy.typing import NDArray

ROOT = 0


class Paths:
    """Grows as it is walked. Path 0 is the empty one, before any word of a run."""

    def __init__(self, size: int, ends: Collection[int] = ()) -> None:
        """size: words in the vocabulary. ends: words after which nothing follows."""
        self.size = size
        self._ends = frozenset(ends)
        self._parents, self._words, self._ended = [-1], [-1], [False]
        self._children: dict[int, int] = {}  # parent * size + word

    def __len__(self) -> int:
        return len(self._parents)

    def child(self, path: int, word: int) -> int:
        """The path one word longer."""
        key = path * self.size + word
        found = self._children.get(key)
        if found is None:
            found = self._children[key] = len(self._parents)
            self._parents.append(path)
            self._words.append(word)
            self._ended.append(word in self._ends)
        return found

    def children(self, paths: NDArray[np.int64], words: NDArray[np.int64]) -> NDArray[np.int64]:
        """`child` for arrays [n]."""
        keys, back = np.unique(paths * self.size + words, return_inverse=True)
        found = np.array([self.child(*divmod(int(key), self.size)) for key in keys], dtype=np.int64)
        return np.asarray(found[back])

    def words(self, path: int) -> tuple[int, ...]:
        """The words of a path, first to last."""
        words: list[int] = []
        while path != ROOT:
            words.append(self._words[path])
            path = self._parents[path]
        return tuple(reversed(words))

    def last(self, path: int) -> int:
        """A path's last word; -1 for the empty one."""
        return self._words[path]

    def parent(self, path: int) -> int:
        """The path one word shorter; -1 for the empty one."""
        return self._parents[path]

    def before(self, path: int, n: int) -> int:
        """The path n words shorter."""
        for _ in range(n):
            path = self._parents[path]
        return path

    def ended(self, path: int) -> bool:
        """Whether the path's last word ends a text."""
        return self._ended[path]
