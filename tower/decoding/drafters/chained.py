"""Guessing on hidden states with a block that has a cache of its own; what MTP and EAGLE have in common.

Entry i of that cache joins the target's state at word i with word i + 1. Entries of written words are made from true
states; those of drafted words live on the block's own output and are forgotten when the round is over.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from tower.decoding.distribution import Floats, Warp
from tower.decoding.drafters.base import Draft
from tower.decoding.drafters.chain import Chain, Drawing
from tower.decoding.drafters.hidden import HiddenStates
from tower.decoding.drafters.shared import shared
from tower.decoding.draws import Draws


class ChainedHead(Protocol):
    """One block with a cache: `length` entries of written words, then those of drafted words."""

    length: int

    @property
    def words(self) -> int:
        """How many words it can guess."""

    @property
    def context(self) -> int:
        """The most written words whose entries it can hold."""

    def rewind(self, length: int) -> None:
        """Keep the first `length` entries, none of a drafted word."""

    def read(self, features: Floats, words: Sequence[int]) -> Floats:
        """Append entries of n >= 1 written words: the states [taps, n, d] before them. Forgets all drafted ones;
        returns the logits [V] after the last."""

    def grow(self, words: Sequence[int], parents: Sequence[int]) -> Floats:
        """Append entries of drafted words and return the logits [n, V] after each. parents: the drafted entry before
        each, counted from 0 since `read`, -1 for the last written word."""


class ChainedDrafter:
    """Drafts word by word; its subclasses say how it is called and where the weights come from."""

    name = "chained"
    max_k = 32

    def __init__(self, head: ChainedHead) -> None:
        self._head = head
        self._states = HiddenStates()
        self._words: list[int] = []  # those that the entries were made of: one more than there are entries
        self._answer: Floats | None = None  # the logits after the last entry
        self._began = (0, 0)  # words of the text that was last asked about, and entries when it was

    @property
    def parameters(self) -> Mapping[str, float]:
        return {"words": self._head.words}

    def start(self, prompt: Sequence[int], features: Any | None = None) -> int:
        self._states.start(prompt, features)
        self._head.rewind(0)
        self._words, self._answer, self._began = [], None, (0, 0)
        if len(self._states) > 1:
            self._enter(prompt, len(self._states) - 1)
        return self._head.length

    def propose(
        self, context: Sequence[int], k: int, warp: Warp, draws: Draws, drawn: Callable[[Floats], Floats]
    ) -> Draft:
        known, entries = self._states.follow(context), self._follow(context)
        if self._began[0] != len(context):  # else the round failed or was abandoned, and begins once more
            self._began = (len(context), entries)
        before = self._began[1]
        k = min(k, self._head.context - len(context))
        if k < 1 or known < max(1, len(context) - 1):  # a text of one word: nothing has been read yet
            return Draft(cache=(before, before))
        first = self._enter(context, known)
        return self._draft(first, k, before, Drawing(len(context), warp, draws, drawn))

    def commit(self, context: Sequence[int], features: Any | None, rows: Sequence[int]) -> int:
        self._states.add(context, features, rows)
        return self._follow(context)

    def _draft(self, first: Floats, k: int, before: int, drawing: Drawing) -> Draft:
        """The draft after the logits `first` of its first word. before: entries when the round began."""
        chain = Chain(drawing)
        word = chain.add(first)
        for depth in range(1, k):
            word = chain.add(self._head.grow([word], [depth - 2])[0])
        return chain.draft((before, self._head.length + k - 1), k)

    def _enter(self, context: Sequence[int], end: int) -> Floats:
        """Make the entries that lack, up to `end` of them; the logits after the last."""
        if self._head.length < end or self._answer is None:
            self._answer = None
            self._head.rewind(min(self._head.length, end - 1))
            start = self._head.length
            self._answer = self._head.read(self._states.between(start, end), context[start + 1 : end + 1])
            self._words = list(context[: end + 1])
        else:
            self._head.rewind(end)
        return self._answer

    def _follow(self, context: Sequence[int]) -> int:
        """Roll back to the entries whose words begin `context`; returns how many."""
        entries = max(0, shared(self._words, context) - 1)
        if entries < self._head.length:
            self._head.rewind(entries)
            self._answer = None
        return self._head.length
