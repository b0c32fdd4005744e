"""A draft that grows word by word, each chosen by the draft's own row of logits. Knows no model and no rule but the law
to draw from."""

from __future__ import annotations

from collections.abc import Callable

from tower.decoding.distribution import Floats, Warp, check_finite, sample
from tower.decoding.drafters.base import Draft, Law, OneHot
from tower.decoding.draws import Draws, Purpose


class Chain:
    """Slips one behind the other after a text of `start` words."""

    def __init__(self, start: int, warp: Warp, draws: Draws, drawn: Callable[[Floats], Floats]) -> None:
        self._start, self._warp, self._draws, self._drawn = start, warp, draws, drawn
        self.ids: list[int] = []
        self._q: list[Law] = []
        self._u: list[float | None] = []
        self._logits: list[Floats | None] = []

    def add(self, row: Floats) -> int:
        """Choose the next word by the logits [V] for it. Raises LogitsError where they are no law."""
        if self._warp.greedy:
            word = int(row.argmax())
            check_finite(row[word])
            self._q.append(OneHot(word))
            self._u.append(None)
        else:
            law = self._warp(row)
            luck = self._draws.uniform(self._start + len(self.ids), Purpose.DRAFT)
            word = sample(self._drawn(law), luck)
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
