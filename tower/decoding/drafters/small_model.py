"""A small model of the same vocabulary guesses word by word. Knows no rule but the law to draw from."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from tower.decoding.distribution import Floats, Warp
from tower.decoding.drafters.base import Draft
from tower.decoding.drafters.chain import Chain, Drawing
from tower.decoding.drafters.shared import shared
from tower.decoding.draws import Draws
from tower.decoding.target import CachedModel


class SmallModel:
    """Drafter around any cached model.

    Its cache runs one word behind after a round in which everything was kept: the last slip was never fed, as nothing
    was to be drafted after it. The next round feeds it together with the target's bonus word, in one pass.
    """

    name = "small"
    max_k = 32

    def __init__(self, model: CachedModel) -> None:
        self._model = model
        self._cached: list[int] = []

    @property
    def parameters(self) -> Mapping[str, float]:
        return {}

    def start(self, prompt: Sequence[int], features: Any | None = None) -> int:
        self._model.reset()
        self._cached = []
        head = list(prompt[:-1])[: self._model.context]
        if head:
            self._model.prefill(head)
            self._cached = head
        return len(head)

    def propose(
        self, context: Sequence[int], k: int, warp: Warp, draws: Draws, drawn: Callable[[Floats], Floats]
    ) -> Draft:
        before = self._follow(context)
        k = min(k, self._model.context - len(context) + 1)
        chain = Chain(Drawing(len(context), warp, draws, drawn))
        feed = list(context[before:])
        for _ in range(k):
            feed = [chain.add(self._feed(feed))]
        return chain.draft((before, len(self._cached)), len(chain.ids))

    def commit(self, context: Sequence[int], features: Any | None, rows: Sequence[int]) -> int:
        return self._follow(context)

    def _feed(self, ids: Sequence[int]) -> Floats:
        row = self._model.score(ids).logits[-1]
        self._cached.extend(ids)
        return np.asarray(row)

    def _follow(self, context: Sequence[int]) -> int:
        """Roll back to the longest cached beginning of `context` without its last word; returns its length."""
        same = shared(self._cached, context[:-1])
        del self._cached[same:]
        if self._model.length > same:
            self._model.rewind(same)
        return same
