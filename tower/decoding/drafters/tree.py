"""A tree of the likeliest continuations, grown level by level: the nodes whose paths the draft finds likeliest.

EAGLE-2 (Li et al., arXiv 2406.16858): a node's worth is the product of the draft's probabilities along its path, which
estimates its chance to be kept. Every node is certain, so its law is one-hot, and siblings are tested one after the
other against what is left of the target's law. Knows no model.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tower.decoding.distribution import Floats, Warp, check_logits
from tower.decoding.drafters.base import Draft, OneHot
from tower.decoding.tops import top_ids


@dataclass(slots=True, eq=False)
class Node:
    """A word of the tree. worth: log of the product of probabilities along its path. row: the logits that offered it.
    entry: number of its own step of the draft, once it has one."""

    word: int
    parent: Node | None
    depth: int
    worth: float
    row: Floats
    entry: int = -1


class Tree:
    """The best `size` nodes of all that were offered, none but the very best with a path less likely than `least`.
    A child is never worth more than its parent, so that those are a tree at any time."""

    def __init__(self, size: int, warp: Warp, least: float = 0.0) -> None:
        self._size, self._warp = size, warp
        self._floor = np.log(least) if least > 0 else -np.inf
        self._nodes: list[Node] = []  # best first; of equals the one that was offered first

    def offer(self, parents: Sequence[Node | None], rows: Floats) -> None:
        """Offer the likeliest words of logits rows [n, V], one for each parent; None is the last written word.

        Raises LogitsError where a row is no law.
        """
        likeliest, worths = self.likeliest(rows)
        self.offer_words(parents, rows, likeliest, worths)

    def likeliest(self, rows: Floats) -> tuple[NDArray[np.intp], Floats]:
        """Ids [n, m] of the words of each row that could find a place, likeliest first, and the log of their chances:
        by the law that words are drawn from, at temperature 0 by that of temperature 1."""
        if self._warp.greedy or self._warp.plain:
            tops = check_logits(rows)
            ids = top_ids(rows, min(self._size, rows.shape[-1]))
            each = np.take_along_axis(rows, ids, axis=-1) - tops
            return ids, each - np.log(np.exp(rows - tops).sum(axis=-1, keepdims=True))
        laws = self._warp(rows)
        ids = top_ids(laws, min(self._size, rows.shape[-1]))
        with np.errstate(divide="ignore"):
            worths = np.log(np.take_along_axis(laws, ids, axis=-1))
        return ids, np.minimum(worths, 0)  # rounding may leave a certain word a hair above 1

    def offer_words(
        self, parents: Sequence[Node | None], rows: Sequence[Floats] | Floats, ids: NDArray[Any], worths: Floats
    ) -> None:
        """`offer` with the words at hand: ids, worths [n, m] as `likeliest` gives them."""
        before = np.array([0.0 if parent is None else parent.worth for parent in parents])
        reached = worths + before[:, None]
        full = len(self._nodes) == self._size
        enough = reached > (max(self._nodes[-1].worth, self._floor) if full else self._floor)
        if not self._nodes:  # one word at least, however flat the law
            enough.flat[reached.argmax()] = True
        own = list(rows)  # the children of a node share one row, not copies of it
        for i, j in zip(*np.nonzero(enough), strict=True):
            parent = parents[i]
            depth = 0 if parent is None else parent.depth + 1
            self._nodes.append(Node(int(ids[i, j]), parent, depth, float(reached[i, j]), own[i]))
        self._nodes.sort(key=_by_worth)
        del self._nodes[self._size :]

    def level(self, depth: int, most: int) -> list[Node]:
        """The best nodes of this depth, at most so many."""
        return [node for node in self._nodes if node.depth == depth][:most]

    def draft(self, cache: tuple[int, int] | None, steps: int) -> Draft:
        """All nodes as slips, level by level and the likeliest first. cache, steps: as in Draft."""
        nodes = sorted(self._nodes, key=_by_depth)
        places = {id(node): place for place, node in enumerate(nodes)}
        n = len(nodes)
        return Draft(
            tuple(node.word for node in nodes),
            tuple(OneHot(node.word) for node in nodes),
            tuple(-1 if node.parent is None else places[id(node.parent)] for node in nodes),
            (None,) * n,
            tuple(node.row for node in nodes),
            cache,
            steps,
        )


def _by_worth(node: Node) -> float:
    return -node.worth


def _by_depth(node: Node) -> int:
    return node.depth
