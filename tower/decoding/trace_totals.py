"""The accounts of a trace, computed from its rounds here and nowhere else. Knows no settings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import reduce
from operator import add
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tower.decoding.trace import Round, Seconds, Served, Slip


@dataclass(frozen=True, slots=True)
class Totals:
    """hauls: one a round, more where a served target had to be asked again. alpha: accepted / tested, tested words only
    (accepted / drafted would be another, smaller thing).

    mean_overlap: mean of sum min(p, q) over the tested words, a steadier estimate of the same alpha under the exact
    rule; None where one of them is unknown, as the others are no fair sample. accepted_by_position: (tested, accepted)
    by depth in the draft: conditional rates, as a word is tested only when all before it were kept. Rates are None
    where nothing was counted. seconds: sums of draft, verify, other. served: sums, None where the target is at hand.
    """

    hauls: int
    draft_steps: int
    tokens: int
    drafted: int
    tested: int
    accepted: int
    alpha: float | None
    mean_overlap: float | None
    tokens_per_haul: float | None
    accepted_by_position: tuple[tuple[int, int], ...]
    seconds: tuple[float, float, float] = field(compare=False)
    served: Served | None = None


def totals_of(rounds: Sequence[Round]) -> Totals:
    """Sums over rounds; of no rounds: zeros and None."""
    slips = [slip for a_round in rounds for slip in a_round.drafts]
    tested = [slip for slip in slips if slip.verdict in ("accepted", "rejected")]
    accepted = sum(slip.verdict == "accepted" for slip in tested)
    overlaps = [slip.overlap for slip in tested if slip.overlap is not None]
    tokens = sum(len(a_round.tokens) for a_round in rounds)
    seconds: list[Seconds] = [a_round.seconds for a_round in rounds]
    hauls = sum(1 if a_round.served is None else a_round.served.hauls for a_round in rounds)
    answers = [a_round.served for a_round in rounds if a_round.served is not None]
    return Totals(
        hauls=hauls,
        draft_steps=sum(a_round.draft_steps for a_round in rounds),
        tokens=tokens,
        drafted=len(slips),
        tested=len(tested),
        accepted=accepted,
        alpha=accepted / len(tested) if tested else None,
        mean_overlap=sum(overlaps) / len(overlaps) if overlaps and len(overlaps) == len(tested) else None,
        tokens_per_haul=tokens / hauls if rounds else None,
        accepted_by_position=_by_position(rounds),
        seconds=(sum(s.draft for s in seconds), sum(s.verify for s in seconds), sum(s.other for s in seconds)),
        served=reduce(add, answers) if answers else None,
    )


def depths_of(drafts: Sequence[Slip]) -> list[int]:
    """How many slips lie before each on its path: 0, 1, 2, ... in a chain."""
    depths: list[int] = []
    for slip in drafts:
        depths.append(0 if slip.parent < 0 else depths[slip.parent] + 1)
    return depths


def _by_position(rounds: Sequence[Round]) -> tuple[tuple[int, int], ...]:
    counts: list[list[int]] = []
    for a_round in rounds:
        for slip, depth in zip(a_round.drafts, depths_of(a_round.drafts), strict=True):
            if slip.verdict not in ("accepted", "rejected"):
                continue
            counts.extend([0, 0] for _ in range(depth + 1 - len(counts)))
            counts[depth][0] += 1
            counts[depth][1] += slip.verdict == "accepted"
    return tuple((tested, accepted) for tested, accepted in counts)
