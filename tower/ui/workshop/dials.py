"""Two dials over the same few words, set in whole shares: p of the target, q of the draft, and the presets.

A share is a whole number; the shares of a dial sum to 100 (set by hand) or 1000 (taken from models). Whole numbers
make "they sum to 1" exact and let the table be computed in fractions. Knows no rule and no screen.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

FEWEST, MOST = 3, 8
TOTALS = (100, 1000)


@dataclass(frozen=True, slots=True)
class Dials:
    """p and q: shares of the same 3 to 8 words, both with the same total. locked: words that rescaling leaves alone.

    Raises ValueError where the shares are no dials.
    """

    p: tuple[int, ...]
    q: tuple[int, ...]
    locked: frozenset[int] = frozenset()

    def __post_init__(self) -> None:
        if not FEWEST <= len(self.p) <= MOST or len(self.p) != len(self.q):
            raise ValueError(f"dials have {FEWEST} to {MOST} words, the same on both")
        if min(self.p + self.q) < 0 or sum(self.p) != sum(self.q) or sum(self.p) not in TOTALS:
            raise ValueError(f"shares are 0 or more and sum to {TOTALS[0]} or {TOTALS[1]} on both dials")
        if not self.locked <= set(range(len(self.p))):
            raise ValueError("only words that are there can be locked")

    @property
    def size(self) -> int:
        return len(self.p)

    @property
    def total(self) -> int:
        """What the shares of each dial sum to."""
        return sum(self.p)


PRESETS: Mapping[str, Dials] = MappingProxyType(
    {
        "moon": Dials((50, 30, 20), (80, 10, 10)),
        "equal": Dials((50, 30, 20), (50, 30, 20)),
        "disjoint": Dials((60, 40, 0, 0), (0, 0, 70, 30)),
        "one-hot": Dials((50, 30, 20), (100, 0, 0)),
        "near": Dials((36, 33, 31), (33, 34, 33)),
        "zipf": Dials((37, 18, 12, 9, 8, 6, 5, 5), (5, 8, 12, 18, 37, 9, 6, 5)),
    }
)


def preset_of(dials: Dials) -> str | None:
    """The preset with these shares, whatever is locked; None where it is nobody's."""
    return next((code for code, one in PRESETS.items() if (one.p, one.q) == (dials.p, dials.q)), None)


def shares_of(law: tuple[float, ...], total: int) -> tuple[int, ...]:
    """A law rounded to whole shares that sum to `total`: largest remainders first, lowest index among equals."""
    scaled = [value * total / sum(law) for value in law]
    shares = [int(value) for value in scaled]
    order = sorted(range(len(law)), key=lambda i: (shares[i] - scaled[i], i))
    for i in order[: total - sum(shares)]:
        shares[i] += 1
    return tuple(shares)
