"""What a race runs and what it finds, as plain data. Imports no torch: a page shows recorded lanes without it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from tower.decoding.errors import SettingError
from tower.experiments.repeats import check_repeats
from tower.models.heads.kinds import KIND_OF
from tower.models.settings import RunSettings

PLAIN = "none"
RACERS = ("small", "prompt-lookup", *KIND_OF)
WARM_UP = 6  # words of a run that warms up
MOST_REPEATS = 20


@dataclass(frozen=True, slots=True)
class Start:
    """One run to come. counts: it is no warm-up."""

    drafter: str
    counts: bool


@dataclass(frozen=True)
class RaceSettings:
    """drafters: codes, in the order of their lanes; plain decoding runs beside them anyway. words: at most so many a
    run. repeats: timings of each; their words are the same. Raises SettingError, PromptError or ModelError where a run
    could not be made of it."""

    prompt: str
    drafters: tuple[str, ...] = RACERS
    pair: str = "tower"
    k: int = 4
    temperature: float = 0.0
    words: int = 48
    repeats: int = 3
    seed: int = 0

    def __post_init__(self) -> None:
        if not self.drafters:
            raise SettingError("race-nobody", "a race needs at least one drafter")
        check_repeats(self.repeats, MOST_REPEATS)
        for drafter in self.ways:
            self.run(drafter)

    @property
    def ways(self) -> tuple[str, ...]:
        """Plain decoding and every racer."""
        return (PLAIN, *self.drafters)

    @property
    def runs(self) -> int:
        """In all: everybody warms up once, then come the timings."""
        return (1 + self.repeats) * len(self.ways)

    def plan(self) -> Iterator[Start]:
        """All runs in their order; repeat by repeat another one is first."""
        for drafter in self.ways:
            yield Start(drafter, counts=False)
        for repeat in range(self.repeats):
            first = repeat % len(self.ways)
            for drafter in self.ways[first:] + self.ways[:first]:
                yield Start(drafter, counts=True)

    def run(self, drafter: str) -> RunSettings:
        """The settings of one racer's run."""
        return RunSettings(
            prompt=self.prompt,
            pair=self.pair,
            drafter=drafter,
            k=self.k,
            temperature=self.temperature,
            seed=self.seed,
            max_new_tokens=self.words,
        )


@dataclass(frozen=True, slots=True)
class Lane:
    """One racer's runs, of one race or of several on other prompts. positions: (tested, accepted) by depth,
    conditional: a word is tested only when all before it were kept. words_a_second: of the median run; slowest,
    quickest: of all its repeats. gain: against plain decoding's. draft_passes, tray_passes, other_passes: seconds of
    the median haul for drafting, for the pass over the whole tray and for all else, in passes of plain decoding."""

    drafter: str
    words: int
    hauls: int
    drafted: int
    draft_steps: int
    tested: int
    accepted: int
    positions: tuple[tuple[int, int], ...]
    words_a_second: float
    slowest: float
    quickest: float
    gain: float
    draft_passes: float
    tray_passes: float
    other_passes: float
    repeats: int

    @property
    def words_per_haul(self) -> float:
        return self.words / self.hauls

    @property
    def c(self) -> float | None:
        """One draft step in passes of plain decoding; None where the drafter makes none."""
        return self.draft_passes * self.hauls / self.draft_steps if self.draft_steps else None


def read_lane(document: Mapping[str, Any]) -> Lane:
    """A lane from its JSON."""
    positions = tuple((int(tested), int(accepted)) for tested, accepted in document["positions"])
    return Lane(**{**document, "positions": positions})
