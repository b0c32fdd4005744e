"""A drafter of trees whose shape and words are given."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from tower.decoding.distribution import Floats, Warp
from tower.decoding.drafters.base import Draft, Law, OneHot
from tower.decoding.draws import Draws


@dataclass
class Tree:
    """A drafter with a fixed shape: `parents`, and for each slip its word, or None to draw it from `q`."""

    parents: tuple[int, ...]
    words: tuple[int | None, ...]
    q: Floats
    draw: Callable[[Floats, int], int]
    name = "tree"
    max_k = 8

    @property
    def parameters(self) -> Mapping[str, float]:
        return {}

    def start(self, prompt: Sequence[int], features: Any | None = None) -> int:
        return 0

    def propose(self, context: Sequence[int], k: int, warp: Warp, draws: Draws, drawn: Any) -> Draft:
        ids: list[int] = []
        q: list[Law] = []
        parents: list[int] = []
        depths: dict[int, int] = {-1: -1}
        places: dict[int, int] = {-1: -1}  # of a slip of the shape in this draft: what is too deep is left out
        for slip, (parent, word) in enumerate(zip(self.parents, self.words, strict=True)):
            depths[slip] = depths[parent] + 1
            if depths[slip] < k:
                places[slip] = len(ids)
                ids.append(self.draw(self.q, slip) if word is None else word)
                q.append(self.q if word is None else OneHot(word))
                parents.append(places[parent])
        row = np.log(np.maximum(self.q, 1e-9))
        logits = tuple(None if isinstance(law, OneHot) else row for law in q)
        return Draft(tuple(ids), tuple(q), tuple(parents), (None,) * len(ids), logits)

    def commit(self, context: Sequence[int], features: Any | None, rows: Sequence[int]) -> None:
        return None


SHAPES = {
    "siblings": ((-1, -1, -1), (0, 1, 2)),
    "two levels": ((-1, -1, 0, 0, 1), (2, 0, 1, 2, 2)),
    "depth first": ((-1, 0, 0, -1, 3), (1, 2, 0, 0, 0)),
    "the same word twice": ((-1, -1, 0), (1, 1, 2)),
}
