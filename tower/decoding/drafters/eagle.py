"""EAGLE: a block on the target's fused hidden states, trained on its own outputs, as a chain or as a dynamic tree.

EAGLE-3 (Li et al., arXiv 2503.01840) for the head, EAGLE-2 (arXiv 2406.16858) for the tree.
"""

from __future__ import annotations

from collections.abc import Mapping

from tower.decoding.distribution import Floats
from tower.decoding.drafters.base import Draft
from tower.decoding.drafters.chain import Drawing
from tower.decoding.drafters.chained import ChainedDrafter, ChainedHead
from tower.decoding.drafters.tree import Tree

NODES = 16
WIDTH = 4
LEAST = 0.02


class Eagle(ChainedDrafter):
    """Drafter around an EAGLE head."""

    name = "eagle"


class EagleTree(ChainedDrafter):
    """Drafts a tree: at each level the `width` likeliest nodes are gone on from, and of all that were found the
    `nodes` likeliest are offered, as far as their paths are at least `least` likely: each is a row more to score.
    k bounds the depth."""

    name = "eagle-tree"
    max_k = NODES

    def __init__(self, head: ChainedHead, nodes: int = NODES, width: int = WIDTH, least: float = LEAST) -> None:
        super().__init__(head)
        self._nodes, self._width, self._least = nodes, width, least

    @property
    def parameters(self) -> Mapping[str, float]:
        return {**super().parameters, "nodes": self._nodes, "width": self._width, "least": self._least}

    def _draft(self, first: Floats, k: int, before: int, drawing: Drawing) -> Draft:
        tree = Tree(self._nodes, drawing.warp, self._least)
        tree.offer([None], first[None])
        entries = 0
        steps = 1
        for depth in range(k - 1):
            level = tree.level(depth, self._width)
            if not level:  # nothing so deep is likely enough
                break
            parents = [-1 if node.parent is None else node.parent.entry for node in level]
            rows = self._head.grow([node.word for node in level], parents)
            for node in level:
                node.entry = entries
                entries += 1
            tree.offer(level, rows)
            steps += 1
        return tree.draft((before, self._head.length + entries), steps)
