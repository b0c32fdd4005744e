"""Real runs of a pair over k, temperature and prompts, each beside plain decoding of the same prompt.

One run at a time, in an order that alternates between the ways. Measures; what follows from it is in `sweep_cells`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from tower.decoding.errors import SettingError
from tower.decoding.trace import Round
from tower.decoding.trace_totals import Totals, depths_of, totals_of
from tower.experiments.sweep_settings import PLAIN, Planned, SweepSettings
from tower.experiments.turns import Turns, timed
from tower.models.loading import Pair


@dataclass(frozen=True, slots=True)
class Trial:
    """One counted run. drafted: rounds that wrote at least 1, 2, ... slips. clock: seconds from the first round to the
    last as seen from outside the decoder; neither the reading of the prompt nor a wait for other visitors is in it."""

    planned: Planned
    totals: Totals
    drafted: tuple[int, ...]
    clock: float


class Sweep(Turns[Planned]):
    """A sweep in progress."""

    def __init__(self, settings: SweepSettings, pair: Pair) -> None:
        """Raises PromptError where a prompt does not fit, ModelError where the pair has no such drafter, SettingError
        where that one does not go so deep."""
        super().__init__(settings.plan())
        self.settings, self.pair = settings, pair
        chat = settings.run(next(settings.plan())).chat
        for prompt in settings.prompts:
            pair.encode_prompt(prompt, pair.new_target().context, chat=chat)
        deepest = pair.drafter(settings.drafter).max_k
        if max(settings.ks) > deepest:
            message = f"this drafter goes {deepest} words deep, not {max(settings.ks)}"
            raise SettingError("sweep-deep", message, k=max(settings.ks), most=deepest)
        self.trials: list[Trial] = []

    def _measure(self, planned: Planned) -> None:
        run, clock = timed(self.settings.run(planned), self.pair, plain=planned.k == PLAIN, detail=1)
        if planned.repeat >= 0:
            self.trials.append(Trial(planned, totals_of(run.rounds), drafted_by_position(run.rounds), clock))


def drafted_by_position(rounds: Sequence[Round]) -> tuple[int, ...]:
    """How many rounds wrote at least 1, 2, ... slips one behind the other."""
    lengths = Counter(1 + max(depths_of(a_round.drafts), default=-1) for a_round in rounds)
    most = max(lengths, default=0)
    return tuple(sum(n for length, n in lengths.items() if length >= place) for place in range(1, most + 1))
