"""A small model of the same vocabulary guesses word by word. Knows no rule but the law to draw from."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from tower.decoding.distribution import Floats, Warp, check_finite, sample
from tower.decoding.drafters.base import Draft, Law, OneHot
from tower.decoding.draws import Draws, Purpose
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
        ids: list[int] = []
        q: list[Law] = []
        u: list[float | None] = []
        logits: list[Floats | None] = []
        feed = list(context[before:])
        for depth in range(k):
            row = self._feed(feed)
            if warp.greedy:
                word = int(row.argmax())
                check_finite(row[word])
                q.append(OneHot(word))
                u.append(None)
            else:
                law = warp(row)
                luck = draws.uniform(len(context) + depth, Purpose.DRAFT)
                word = sample(drawn(law), luck)
                q.append(law)
                u.append(luck)
            ids.append(word)
            logits.append(row)
            feed = [word]
        n = len(ids)
        return Draft(
            tuple(ids), tuple(q), tuple(range(-1, n - 1)), tuple(u), tuple(logits), (before, len(self._cached)), n
        )

    def commit(self, context: Sequence[int], features: Any | None, rows: Sequence[int]) -> int:
        return self._follow(context)

    def _feed(self, ids: Sequence[int]) -> Floats:
        row = self._model.score(ids).logits[-1]
        self._cached.extend(ids)
        return np.asarray(row)

    def _follow(self, context: Sequence[int]) -> int:
        """Roll back to the longest cached beginning of `context` without its last word; returns its length."""
        same = min(len(self._cached), len(context) - 1)
        while self._cached[:same] != list(context[:same]):
            same -= 1  # few steps: only slips of the last round can differ
        del self._cached[same:]
        if self._model.length > same:
            self._model.rewind(same)
        return same
