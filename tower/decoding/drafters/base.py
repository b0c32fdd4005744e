"""What the decoder asks of a drafter, and what a drafter hands over. Knows no model and no rule."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

from tower.decoding.distribution import Floats, Warp
from tower.decoding.draws import Draws


@dataclass(frozen=True, slots=True)
class OneHot:
    """The law of a slip that could have been nothing else: all of q on one id."""

    id: int


Law = Floats | OneHot


@dataclass(frozen=True, slots=True)
class Draft:
    """The slips of one round; every tuple has one entry a slip.

    ids: the words. q: the draft's law after the warp, [V] or OneHot. parents: index of the slip before it, -1 for the
    last written word; a parent comes before its children. u: the draw that chose the slip, None where nothing was
    drawn. logits: the draft's own row [V], for display; None only beside a OneHot of a drafter that has no such row.
    cache: words in the draft's cache before and after drafting, None without a cache. steps: draft passes made.
    """

    ids: tuple[int, ...] = ()
    q: tuple[Law, ...] = ()
    parents: tuple[int, ...] = ()
    u: tuple[float | None, ...] = ()
    logits: tuple[Floats | None, ...] = ()
    cache: tuple[int, int] | None = None
    steps: int = 0

    def first(self, n: int) -> Draft:
        """The draft without its slips from n on: still whole branches, as parents come before their children."""
        if len(self.ids) <= n:
            return self
        return replace(
            self, ids=self.ids[:n], q=self.q[:n], parents=self.parents[:n], u=self.u[:n], logits=self.logits[:n]
        )


class Drafter(Protocol):
    """Guesses the next words. Its state must follow `context` whatever happened before: a failed or an abandoned round
    may leave words behind that were never written."""

    @property
    def name(self) -> str:
        """The drafter's code, as on the command line: `small`, `prompt-lookup`, ..."""

    @property
    def parameters(self) -> Mapping[str, float]:
        """Settings that belong in a trace."""

    @property
    def max_k(self) -> int:
        """The deepest draft that it can make."""

    def start(self, prompt: Sequence[int], features: Any | None = None) -> int:
        """Forget everything and read all of the prompt but its last word; returns the words now in its cache.

        features: what the target's prefill returned for those words.
        """

    def propose(
        self, context: Sequence[int], k: int, warp: Warp, draws: Draws, drawn: Callable[[Floats], Floats]
    ) -> Draft:
        """Up to k words deep after `context` (all words, the last one in no cache yet). Fewer is fine; k can be 0.

        The law of a slip is `warp` on the draft's own logits (q); the slip itself is drawn from `drawn(q)`, the part
        of the acceptance rule that concerns drafting, with the draw at (len(context) + depth, DRAFT, candidate).
        """

    def commit(self, context: Sequence[int], features: Any | None, rows: Sequence[int]) -> int | None:
        """The round is over and `context` holds its words too: roll the own cache back to what still holds.

        features: the `Scores.features` of the round's haul; rows: which of its rows stayed, the last written word of
        before first. Returns the words now in the draft's cache, None without a cache.
        """
