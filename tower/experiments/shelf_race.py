"""Drafters against each other on one prompt, run by run: for a screen that shows a race in progress.

One run at a time; the racers take turns at being first, and whoever stops between two runs keeps all that was measured.
Speed is that of the median run; where torch works with one thread, that thread's own time counts, without the waiting
for a core that a neighbour has. Where a haul's time went is the median of all hauls. Imports torch.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from statistics import median
from typing import Any

from tower.decoding.trace_totals import Totals, totals_of
from tower.experiments.race_settings import PLAIN, WARM_UP, Lane, RaceSettings
from tower.experiments.stopwatch import clock
from tower.models.fair_lock import FairLock
from tower.models.heads.files import read_head
from tower.models.heads.kinds import KINDS
from tower.models.loading import Pair
from tower.models.runs import start


@dataclass(frozen=True, slots=True)
class Heat:
    """One counted run. clock: seconds from the first round to the last, seen from outside the decoder; neither the
    reading of the prompt nor a wait for other visitors is in it. hauls: (draft, verify, other) seconds of each."""

    drafter: str
    totals: Totals
    clock: float
    hauls: tuple[tuple[float, float, float], ...]


@dataclass
class Race:
    """A race in progress: `advance` as often as wanted, whenever wanted. traces: JSON of each racer's first counted
    run, and of plain decoding's."""

    settings: RaceSettings
    pair: Pair
    heats: list[Heat] = field(default_factory=list)
    traces: dict[str, dict[str, Any]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Raises PromptError where the prompt does not fit."""
        self.pair.text.encode_prompt(self.settings.prompt, self.pair.new_target().context)
        self._plan = tuple(_plan(self.settings))
        self._next = 0

    @property
    def planned(self) -> int:
        """Runs in all, those that warm up included."""
        return len(self._plan)

    @property
    def run(self) -> int:
        """Runs so far."""
        return self._next

    @property
    def done(self) -> bool:
        return self._next == len(self._plan)

    def advance(self) -> None:
        """The next run, from beginning to end. Raises ModelError where the pair has no such drafter."""
        if self.done:
            return
        drafter, counts = self._plan[self._next]
        heat = self._measured(drafter, counts)
        self._next += 1
        if counts:
            self.heats.append(heat)

    def _measured(self, drafter: str, counts: bool) -> Heat:
        # the pair's own lock is taken here, outside the clock; the run is given one that nobody else knows
        mine = replace(self.pair, lock=FairLock())
        settings = self.settings.run(drafter)
        if not counts:
            settings = replace(settings, max_new_tokens=min(WARM_UP, settings.max_new_tokens))
        with self.pair.lock:
            run = start(settings, mine)
        read, spent = clock(), 0.0
        while run.finish == "running":
            with self.pair.lock:
                began = read()
                next(run, None)
                spent += read() - began
        if counts and drafter not in self.traces:
            self.traces[drafter] = run.trace_json()
        hauls = tuple((one.seconds.draft, one.seconds.verify, one.seconds.other) for one in run.rounds)
        return Heat(drafter, totals_of(run.rounds), spent, hauls)


def lanes(settings: RaceSettings, heats: Sequence[Heat]) -> list[Lane]:
    """Of every racer that has run at least once, plain decoding first; nothing before plain decoding has run."""
    by = {drafter: [heat for heat in heats if heat.drafter == drafter] for drafter in settings.ways}
    if not by[PLAIN]:
        return []
    plain = _median(by[PLAIN])
    word = median(verify for heat in by[PLAIN] for _, verify, _ in heat.hauls)
    return [_lane(drafter, found, plain, word) for drafter, found in by.items() if found]


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


def heads(pair: Pair) -> Mapping[str, str]:
    """Fingerprints of the trained heads that belong to the pair, by kind."""
    folder = pair.spec.heads
    if folder is None:
        return {}
    return {
        kind: read_head(folder / kind, kind, pair.weights["target"]).fingerprint
        for kind in KINDS
        if pair.spec.has_head(kind)
    }


def _plan(settings: RaceSettings) -> Iterator[tuple[str, bool]]:
    ways = settings.ways
    for drafter in ways:
        yield drafter, False
    for repeat in range(settings.repeats):
        first = repeat % len(ways)
        for drafter in ways[first:] + ways[:first]:
            yield drafter, True


def _median(heats: Sequence[Heat]) -> Heat:
    return sorted(heats, key=lambda heat: heat.clock)[(len(heats) - 1) // 2]


def _lane(drafter: str, heats: Sequence[Heat], plain: Heat, word: float) -> Lane:
    """word: seconds of a pass of plain decoding."""
    heat = _median(heats)
    totals = heat.totals
    draft, verify, other = (median(haul[part] for one in heats for haul in one.hauls) for part in range(3))
    speed = totals.tokens / heat.clock
    return Lane(
        drafter=drafter,
        words=totals.tokens,
        hauls=totals.hauls,
        drafted=totals.drafted,
        draft_steps=totals.draft_steps,
        tested=totals.tested,
        accepted=totals.accepted,
        positions=totals.accepted_by_position,
        words_a_second=speed,
        slowest=min(one.totals.tokens / one.clock for one in heats),
        quickest=max(one.totals.tokens / one.clock for one in heats),
        gain=speed / (plain.totals.tokens / plain.clock),
        draft_passes=draft / word,
        tray_passes=verify / word,
        other_passes=other / word,
        repeats=len(heats),
    )
