"""From words per haul down to the gain: what drafting, the longer tray and everything else each cost of it.

Everything in units of one word of plain decoding. Knows no run and no clock: it is handed seconds a haul.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Spent:
    """Seconds a haul: drafting, the target's pass, everything else that the decoder does."""

    draft: float
    verify: float
    other: float

    @property
    def all(self) -> float:
        return self.draft + self.verify + self.other


@dataclass(frozen=True, slots=True)
class Waterfall:
    """tokens_per_haul + drafting + tray + other = parts; all but the first are usually negative.

    tray: the pass over k + 1 words beside one of one word. other: testing, drawing, bookkeeping, as far as a round does
    more of it than a plain word. gain: what a clock outside the decoder says, from beginning to end.
    """

    tokens_per_haul: float
    drafting: float
    tray: float
    other: float
    gain: float

    @property
    def parts(self) -> float:
        """The gain as the parts tell it."""
        return self.tokens_per_haul + self.drafting + self.tray + self.other

    @property
    def apart(self) -> float:
        """How far the parts are from what the clock says, as a share of it."""
        return self.parts / self.gain - 1


def waterfall(tokens_per_haul: float, a_round: Spent, plain: Spent, gain: float) -> Waterfall:
    """a_round: seconds of a haul with drafts; plain: of one without. A round that took as long as a plain word would
    gain its tokens_per_haul; each cost in turn lengthens it. Raises ValueError where plain took no time."""
    word = plain.all
    if word <= 0:
        raise ValueError(f"a plain word took {word} s")
    drafted = 1 + a_round.draft / word
    checked = drafted + (a_round.verify - plain.verify) / word
    settled = checked + (a_round.other - plain.other) / word
    steps = [tokens_per_haul / length for length in (1.0, drafted, checked, settled)]
    return Waterfall(tokens_per_haul, steps[1] - steps[0], steps[2] - steps[1], steps[3] - steps[2], gain)
