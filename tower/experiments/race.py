"""Drafters against each other and against plain decoding on one prompt, with the same luck, run by run.

The racers take turns at being first. Speed is that of the median run; where torch works with one thread, that thread's
own time counts, without the waiting for a core that a neighbour has. Where a haul's time went is the median of all
hauls. Several races, each on its own prompt, add up to the same figures. Imports torch.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from statistics import median
from typing import Any

from tower.decoding.trace_totals import Totals, totals_of
from tower.experiments.agreement import agreed
from tower.experiments.race_settings import PLAIN, WARM_UP, Lane, RaceSettings, Start
from tower.experiments.stopwatch import clock, median_run
from tower.experiments.turns import Turns, timed
from tower.models.loading import Pair
from tower.models.runs import start


@dataclass(frozen=True, slots=True)
class Heat:
    """One counted run. text: ids of the words it wrote. clock: its seconds, as `timed` counts them. hauls: (draft,
    verify, other) seconds of each."""

    drafter: str
    text: tuple[int, ...]
    totals: Totals
    clock: float
    hauls: tuple[tuple[float, float, float], ...]


class Race(Turns[Start]):
    """A race in progress. traces: JSON of each racer's first counted run, and of plain decoding's."""

    def __init__(self, settings: RaceSettings, pair: Pair) -> None:
        """Raises PromptError where the prompt does not fit."""
        super().__init__(settings.plan())
        self.settings, self.pair = settings, pair
        pair.encode_prompt(settings.prompt, pair.new_target().context, chat=settings.run(PLAIN).chat)
        self.heats: list[Heat] = []
        self.traces: dict[str, dict[str, Any]] = {}

    def finish(self) -> None:
        """All runs that are left. Raises ModelError where the pair has no such drafter; Disagreement where greedy
        decoding wrote other words with a drafter than without."""
        while not self.done:
            self.advance()
        if self.settings.temperature == 0:
            agreed({heat.drafter: heat.text for heat in self.heats}, self.settings.prompt)

    def _measure(self, planned: Start) -> None:
        settings = self.settings.run(planned.drafter)
        if not planned.counts:
            settings = replace(settings, max_new_tokens=min(WARM_UP, settings.max_new_tokens))
        run, spent = timed(settings, self.pair, read=clock())
        if not planned.counts:
            return
        if planned.drafter not in self.traces:
            self.traces[planned.drafter] = run.trace_json()
        text = tuple(word for a_round in run.rounds for word in a_round.tokens)
        hauls = tuple((one.seconds.draft, one.seconds.verify, one.seconds.other) for one in run.rounds)
        self.heats.append(Heat(planned.drafter, text, totals_of(run.rounds), spent, hauls))


def lanes(*races: Race) -> list[Lane]:
    """Of every racer that has run at least once in each of these, plain decoding first; nothing before plain decoding
    has run. The races are alike but for prompt and seed."""
    ways = races[0].settings.ways
    by = {drafter: [[heat for heat in race.heats if heat.drafter == drafter] for race in races] for drafter in ways}
    if not all(by[PLAIN]):
        return []
    plain = _pace(map(median_run, by[PLAIN]))
    word = median(verify for heats in by[PLAIN] for heat in heats for _, verify, _ in heat.hauls)
    return [_lane(drafter, heats, plain, word) for drafter, heats in by.items() if all(heats)]


def words_per_haul(pair: Pair, drafter: str, prompts: Sequence[str], *, k: int, words: int) -> float:
    """At temperature 0 over all prompts: words of all runs / hauls of all runs. No clock."""
    written = hauls = 0
    for prompt in prompts:
        settings = RaceSettings(prompt, (drafter,), pair=pair.spec.code, k=k, words=words).run(drafter)
        run = start(settings, pair, detail=1)
        for _ in run:
            pass
        totals = totals_of(run.rounds)
        written, hauls = written + totals.tokens, hauls + totals.hauls
    return written / hauls


def _lane(drafter: str, by_race: Sequence[Sequence[Heat]], plain: float, word: float) -> Lane:
    """plain: words a second of plain decoding; word: seconds of a pass of it."""
    runs = [median_run(heats) for heats in by_race]
    totals = [heat.totals for heat in runs]
    hauls = [haul for heats in by_race for heat in heats for haul in heat.hauls]
    draft, verify, other = (median(haul[part] for haul in hauls) for part in range(3))
    speed = _pace(runs)
    return Lane(
        drafter=drafter,
        words=sum(one.tokens for one in totals),
        hauls=sum(one.hauls for one in totals),
        drafted=sum(one.drafted for one in totals),
        draft_steps=sum(one.draft_steps for one in totals),
        tested=sum(one.tested for one in totals),
        accepted=sum(one.accepted for one in totals),
        positions=_added(one.accepted_by_position for one in totals),
        words_a_second=speed,
        slowest=_pace(min(heats, key=lambda heat: _pace([heat])) for heats in by_race),
        quickest=_pace(max(heats, key=lambda heat: _pace([heat])) for heats in by_race),
        gain=speed / plain,
        draft_passes=draft / word,
        tray_passes=verify / word,
        other_passes=other / word,
        repeats=min(map(len, by_race)),
    )


def _pace(heats: Iterable[Heat]) -> float:
    """Words a second of these runs in a row."""
    heats = list(heats)
    return sum(heat.totals.tokens for heat in heats) / sum(heat.clock for heat in heats)


def _added(positions: Iterable[Sequence[tuple[int, int]]]) -> tuple[tuple[int, int], ...]:
    places = zip_longest(*positions, fillvalue=(0, 0))
    return tuple((sum(tested for tested, _ in place), sum(kept for _, kept in place)) for place in places)
