"""Early exit: the target's own first blocks guess, on its own keys and values. LayerSkip, Elhoushi et al. 2404.16710.

Keeps no words between rounds: what the target has read is all that there is to know.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from tower.decoding.distribution import Floats, Warp
from tower.decoding.drafters.base import Draft
from tower.decoding.drafters.chain import Chain, Drawing
from tower.decoding.draws import Draws
from tower.decoding.errors import DraftError


class ExitHead(Protocol):
    """The first blocks of a target's session and an answer behind them."""

    @property
    def layers(self) -> int:
        """How many blocks."""

    @property
    def words(self) -> int:
        """How many words it can guess."""

    @property
    def context(self) -> int:
        """The most words that it can look at."""

    @property
    def length(self) -> int:
        """Words that the target has read."""

    def step(self, word: int, ahead: int) -> Floats:
        """Logits [V] for the word after `word`; ahead: words fed since the target's last, this round. Leaves the
        target as it is."""


class EarlyExit:
    """Drafter that asks the target itself, and leaves early."""

    name = "early-exit"
    max_k = 32

    def __init__(self, head: ExitHead) -> None:
        self._head = head
        self._seen = 0  # words whose keys and values were there at the end of the last draft

    @property
    def parameters(self) -> Mapping[str, float]:
        return {"layers": self._head.layers, "words": self._head.words}

    def start(self, prompt: Sequence[int], features: Any | None = None) -> int:
        self._seen = len(prompt) - 1
        return self._seen

    def propose(
        self, context: Sequence[int], k: int, warp: Warp, draws: Draws, drawn: Callable[[Floats], Floats]
    ) -> Draft:
        cached = self._head.length
        if cached != len(context) - 1:
            raise DraftError("draft-features", f"the target has read {cached} words of a text of {len(context)}")
        chain = Chain(Drawing(len(context), warp, draws, drawn))
        word = context[-1]
        steps = max(0, min(k, self._head.context - cached))
        for ahead in range(steps):
            word = chain.add(self._head.step(word, ahead))
        self._seen = cached + steps
        return chain.draft((cached, self._seen), steps)

    def commit(self, context: Sequence[int], features: Any | None, rows: Sequence[int]) -> int:
        return min(self._seen, len(context) - 1)
