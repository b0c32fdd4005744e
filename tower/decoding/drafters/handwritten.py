"""Guesses that come from outside: a person writes them, the same rule tests them. Each is certain, so q is one-hot."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tower.decoding.distribution import Floats, Warp
from tower.decoding.drafters.base import Draft, OneHot
from tower.decoding.draws import Draws


class Handwritten:
    """Drafter without a model: proposes what was last laid on its desk, once."""

    name = "you"
    max_k = 8

    def __init__(self) -> None:
        self._ids: tuple[int, ...] = ()

    @property
    def parameters(self) -> Mapping[str, float]:
        return {}

    def lay(self, ids: Sequence[int]) -> None:
        """The guesses for the next round; of more than can be tested, the first ones."""
        self._ids = tuple(ids)

    def start(self, prompt: Sequence[int], features: Any | None = None) -> int:
        self._ids = ()
        return 0

    def propose(
        self, context: Sequence[int], k: int, warp: Warp, draws: Draws, drawn: Callable[[Floats], Floats]
    ) -> Draft:
        ids = self._ids[:k]
        n = len(ids)
        return Draft(ids, tuple(map(OneHot, ids)), tuple(range(-1, n - 1)), (None,) * n, (None,) * n)

    def commit(self, context: Sequence[int], features: Any | None, rows: Sequence[int]) -> None:
        self._ids = ()
