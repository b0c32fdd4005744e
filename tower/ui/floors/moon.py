"""The moon's hundred slips: who is drawn, sent back and written, by the rules themselves. Knows no screen.

A hundred average slips: each count is a hundred times a probability, and for the moon's dials every one is whole.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from tower.decoding.draws import Draws, Purpose
from tower.ui.workshop.settings import Settings
from tower.ui.workshop.workings import Workings, in_fractions

MOON = Settings()
REDRAW = Settings(rule="resample-from-p")
HUNDRED = 100


@dataclass(frozen=True, slots=True)
class Slip:
    """word: as Mogu drew it; written: what stands in the book in the end, the same where it was kept."""

    word: int
    kept: bool
    written: int


@dataclass(frozen=True, slots=True)
class Hundred:
    """Counts by word, each summing to 100 (kept and returned together); the slips in the order of the words drawn."""

    wanted: tuple[int, ...]
    drawn: tuple[int, ...]
    kept: tuple[int, ...]
    returned: tuple[int, ...]
    written: tuple[int, ...]
    slips: tuple[Slip, ...]

    @property
    def back(self) -> int:
        """How many are sent back."""
        return sum(self.returned)

    @property
    def refilled(self) -> tuple[int, ...]:
        """How many of those are written as each word."""
        return tuple(now - kept for now, kept in zip(self.written, self.kept, strict=True))


def work_of(settings: Settings) -> Workings:
    """The workings in whole fractions."""
    work = in_fractions(settings)
    assert work is not None
    return work


def hundred(settings: Settings = MOON) -> Hundred:
    """A hundred slips of these dials under this rule. Raises ValueError where a count is not whole."""
    work = work_of(settings)
    flows = [_whole(row) for row in work.flows]
    kept = _whole(work.accepted)
    slips = [slip for word, row in enumerate(flows) for slip in _of_word(word, kept[word], row)]
    drawn, returned = _whole(work.drawn), _whole(work.rejected)
    return Hundred(_whole(work.p), drawn, kept, returned, _whole(work.law), tuple(slips))


def _of_word(word: int, kept: int, refills: Iterable[int]) -> list[Slip]:
    """All slips with this word. Which of them go back is luck, the engine's: those with the largest u."""
    written = [to for to, count in enumerate(refills) for _ in range(count)]
    number = kept + len(written)
    draws = Draws(0)
    luck = sorted(range(number), key=lambda i: draws.uniform(HUNDRED * word + i, Purpose.ACCEPT))
    later = dict(zip(luck[kept:], written, strict=True))
    return [Slip(word, i not in later, later.get(i, word)) for i in range(number)]


def _whole(masses: Iterable[Fraction]) -> tuple[int, ...]:
    counts = [Fraction(mass) * HUNDRED for mass in masses]
    if any(count.denominator != 1 for count in counts):
        raise ValueError(f"not whole slips: {counts}")
    return tuple(int(count) for count in counts)
