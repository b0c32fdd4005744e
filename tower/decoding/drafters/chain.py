"""A draft that grows word by word, each chosen by the draft's own row of logits. Knows no model and no rule but the law
to draw from."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tower.decoding.distribution import Floats, Warp, check_finite, sample
from tower.decoding.drafters.base import Draft, Law, OneHot
from tower.decoding.draws import Draws, Purpose


@dataclass(frozen=True, slots=True)
class Drawing:
    """How the slips after a text of `start` words are chosen; warp, draws, drawn: as in `Drafter.propose`."""

    start: int
    warp: Warp
    draws: Draws
    drawn: Callable[[Floats], Floats]


class Chain:
    """Slips one behind the other."""

    def __init__(self, drawing: Drawing) -> None:
        self._drawing = drawing
        self.ids: list[int] = []
        self._q: list[Law] = []
        self._u: list[float | None] = []
        self._logits: list[Floats | None] = []

    def add(self, row: Floats) -> int:
        """Choose the next word by the logits [V] for it. Raises LogitsError where they are no law."""
        drawing = self._drawing
        if drawing.warp.greedy:
            word = int(row.argmax())
            check_finite(row[word])
            self._q.append(OneHot(word))
            self._u.append(None)
        else:
            law = drawing.warp(row)
            luck = drawing.draws.uniform(drawing.start + len(self.ids), Purpose.DRAFT)
            word = sample(drawing.drawn(law), luck)
            self._q.append(law)
            self._u.append(luck)
        self.ids.append(word)
        self._logits.append(row)
        return word

    def draft(self, cache: tuple[int, int] | None, steps: int) -> Draft:
        """All slips. cache, steps: as in Draft."""
        n = len(self.ids)
        parents = tuple(range(-1, n - 1))
        return Draft(tuple(self.ids), tuple(self._q), parents, tuple(self._u), tuple(self._logits), cache, steps)
