"""Medusa: several heads on one hidden state, each for a word further on; none sees what the others say.

Cai et al., arXiv 2401.10774 (Medusa-1: the target is left as it is). As a chain, or as a tree of the heads' likeliest
words. The state is that of the word before the last written one, as the last written word has not been read yet.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

import numpy as np

from tower.decoding.distribution import Floats, Warp
from tower.decoding.drafters.base import Draft
from tower.decoding.drafters.chain import Chain, Drawing
from tower.decoding.drafters.hidden import HiddenStates
from tower.decoding.drafters.tree import Node, Tree
from tower.decoding.draws import Draws

NODES = 16
LEAST = 0.02


class Heads(Protocol):
    """Heads on a hidden state."""

    @property
    def heads(self) -> int:
        """How many: the deepest draft."""

    @property
    def words(self) -> int:
        """How many words it can guess."""

    def guess(self, features: Floats, heads: int) -> Floats:
        """Logits [heads, V] of the first `heads` heads from the states [taps, d] of the word before the last one."""


class Medusa:
    """Drafter with one word from each head."""

    name = "medusa"

    def __init__(self, heads: Heads) -> None:
        self._heads = heads
        self._states = HiddenStates()

    @property
    def max_k(self) -> int:
        return self._heads.heads

    @property
    def parameters(self) -> Mapping[str, float]:
        return {"heads": self._heads.heads, "words": self._heads.words}

    def start(self, prompt: Sequence[int], features: Any | None = None) -> int:
        self._states.start(prompt, features)
        return 0

    def propose(
        self, context: Sequence[int], k: int, warp: Warp, draws: Draws, drawn: Callable[[Floats], Floats]
    ) -> Draft:
        known, depth = self._states.follow(context), min(k, self.max_k)
        if depth < 1 or known < max(1, len(context) - 1):  # a text of one word: nothing has been read yet
            return Draft()
        rows = self._heads.guess(self._states.between(known - 1, known)[:, 0], depth)
        return self._draft(rows, Drawing(len(context), warp, draws, drawn))

    def commit(self, context: Sequence[int], features: Any | None, rows: Sequence[int]) -> None:
        self._states.add(context, features, rows)

    def _draft(self, rows: Floats, drawing: Drawing) -> Draft:
        chain = Chain(drawing)
        for row in rows:
            chain.add(row)
        return chain.draft(None, 1)


class MedusaTree(Medusa):
    """Drafter with the likeliest combinations of the heads' words: at most `nodes` of them, by the product of
    probabilities, none below `least`."""

    name = "medusa-tree"

    def __init__(self, heads: Heads, nodes: int = NODES, least: float = LEAST) -> None:
        super().__init__(heads)
        self._nodes, self._least = nodes, least

    @property
    def parameters(self) -> Mapping[str, float]:
        return {**super().parameters, "nodes": self._nodes, "least": self._least}

    def _draft(self, rows: Floats, drawing: Drawing) -> Draft:
        tree = Tree(self._nodes, drawing.warp, self._least)
        ids, worths = tree.likeliest(rows)
        for depth, row in enumerate(rows):
            parents: list[Node | None] = [None] if depth == 0 else [*tree.level(depth - 1, self._nodes)]
            n = len(parents)
            tree.offer_words(parents, [row] * n, np.tile(ids[depth], (n, 1)), np.tile(worths[depth], (n, 1)))
        return tree.draft(None, 1)
