"""What a sweep runs: one checked piece of data that the command line and the accounts room both fill in.

Imports no torch.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tower.decoding.errors import SettingError
from tower.experiments.repeats import check_repeats
from tower.models.errors import ModelError
from tower.models.settings import RunSettings

PLAIN = 0  # in the place of k: decoding without drafts
WARM_UP = 6  # words of a run that warms up
MOST_REPEATS, MOST_RUNS = 100, 20_000


@dataclass(frozen=True, slots=True)
class Planned:
    """One run to come. k: PLAIN for plain decoding. prompt: which. repeat: from 0; -1 warms up and is not counted."""

    temperature: float
    k: int
    prompt: int
    repeat: int


@dataclass(frozen=True)
class SweepSettings:
    """prompts: what is gone on from, each with every k and temperature. texts: what kind they are, a code for the
    screen. words: at most so many a run. repeats: timings of each run; their words are the same. seed: of the first
    prompt; the others count on from it.

    Raises SettingError, PromptError or ModelError where a run could not be made of it.
    """

    prompts: tuple[str, ...]
    texts: str = "own"
    pair: str = "tower"
    drafter: str = "small"
    ks: tuple[int, ...] = (1, 2, 4, 8)
    temperatures: tuple[float, ...] = (0.0, 0.7, 1.0)
    words: int = 48
    repeats: int = 3
    seed: int = 0

    def __post_init__(self) -> None:
        if not (self.prompts and self.ks and self.temperatures):
            raise SettingError("sweep-nothing", "a sweep needs at least one text, one k and one temperature")
        for name, values in (("k", self.ks), ("temperature", self.temperatures)):
            if len(set(values)) < len(values):
                raise SettingError("sweep-twice", f"each {name} only once, not {values}", name=name)
        check_repeats(self.repeats, MOST_REPEATS)
        if self.drafter == "none":
            raise ModelError("sweep-drafter", "a sweep needs a drafter; plain decoding runs beside it anyway")
        for k in self.ks:
            RunSettings(self.prompts[0], pair=self.pair, drafter=self.drafter, k=k)  # k = 0 would be taken for PLAIN
        for planned in self._one_repeat(0):
            self.run(planned)
        if self.runs > MOST_RUNS:
            raise SettingError(
                "sweep-long", f"{self.runs} runs are more than {MOST_RUNS}", runs=self.runs, most=MOST_RUNS
            )

    @property
    def ways(self) -> tuple[int, ...]:
        """Plain decoding and every k."""
        return (PLAIN, *self.ks)

    @property
    def runs(self) -> int:
        """How many runs are counted."""
        return self.repeats * len(self.prompts) * len(self.temperatures) * len(self.ways)

    def run(self, planned: Planned) -> RunSettings:
        """The settings of one run."""
        return RunSettings(
            prompt=self.prompts[planned.prompt],
            pair=self.pair,
            drafter=self.drafter,
            k=max(1, planned.k),
            temperature=planned.temperature,
            seed=self.seed + planned.prompt,
            max_new_tokens=self.words if planned.repeat >= 0 else min(self.words, WARM_UP),
        )

    def plan(self) -> Iterator[Planned]:
        """All runs in their order: every way once to warm up, then repeat by repeat, so that whoever stops early has
        a little of everything; within each, the ways take turns at being first."""
        for k in self.ways:
            yield Planned(self.temperatures[0], k, 0, -1)
        for repeat in range(self.repeats):
            yield from self._one_repeat(repeat)

    def _one_repeat(self, repeat: int) -> Iterator[Planned]:
        turn = repeat
        for prompt in range(len(self.prompts)):
            for temperature in self.temperatures:
                first = turn % len(self.ways)
                for k in self.ways[first:] + self.ways[:first]:
                    yield Planned(temperature, k, prompt, repeat)
                turn += 1
