"""One count on the screen: its settings, the tally itself, and how to read its outcomes. Knows no widget."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass, field
from time import perf_counter
from typing import TYPE_CHECKING

from tower.decoding.distribution import Warp
from tower.experiments.tally.report import Tally, cell_texts
from tower.experiments.tally.statistics import Law, band
from tower.experiments.tally.toy import ToyCount
from tower.ui.going import Going
from tower.ui.sampling.settings import RoomSettings
from tower.ui.workshop.workings import bare

if TYPE_CHECKING:
    from tower.experiments.tally.cells import Reading
    from tower.experiments.tally.count import Count
    from tower.experiments.tally.texts import Twins
    from tower.models.loading import Pair


@dataclass
class Job(Going):
    """seconds: spent counting so far. twins: longer runs, once they were asked for."""

    settings: RoomSettings
    tally: Tally
    band: tuple[Law, Law]
    pair: Pair | None = None
    count: Count | None = None
    seconds: float = 0.0
    twins: list[Twins] = field(default_factory=list)

    @property
    def done(self) -> bool:
        return self.tally.board.done

    def work(self, seconds: float) -> None:
        began = perf_counter()
        try:
            self.tally.advance(seconds)
        finally:
            self.seconds += perf_counter() - began

    def words(self, cell: int) -> list[str] | None:
        """The texts of a cell's words with models; None with dials, whose words have names in each language."""
        if self.pair is None or self.count is None:
            return None
        return cell_texts(self.count, self.pair.text.text, cell)


@dataclass
class Preparation(Going):
    """Of a count of models: the cells are being fixed. last: how far it is. job: stands ready once all of them are."""

    settings: RoomSettings
    steps: Generator[Reading, None, Count]
    pair: Pair
    last: Reading | None = None
    job: Job | None = None

    @property
    def done(self) -> bool:
        return self.job is not None

    def work(self, seconds: float) -> None:
        until = perf_counter() + seconds
        try:
            self.last = next(self.steps)
            while perf_counter() < until:
                self.last = next(self.steps)
        except StopIteration as end:
            count: Count = end.value
            law = band(count.cells.p, count.board.grid, self.settings.seed)
            self.job = Job(self.settings, count, law, self.pair, count)


def begin(settings: RoomSettings) -> Job | Preparation:
    """Stand ready, at once with dials. Loads the pair where models are counted. Raises DecodingError."""
    if settings.of == "dials":
        p, q = bare(settings.dials)
        toy = ToyCount(p, q, settings.arms, settings.runs, settings.seed)
        return Job(settings, toy, band(toy.cells.p, toy.board.grid, settings.seed))
    checked = settings.tally()
    # torch takes seconds to import: only now
    from tower.experiments.tally.start import preparation
    from tower.models.loading import load_pair

    pair = load_pair(settings.pair)
    preparing = Preparation(settings, preparation(checked, pair), pair)
    preparing.last = next(preparing.steps)  # what is wrong with the prompt shows before the first reading
    return preparing


def write_twins(job: Job, runs: int, words: int) -> Iterator[int]:
    """Write the first runs on by the whole engine, alone and with the drafter, from the same luck.

    Yields after each how many there are; what is there when the reader turns away stays and is gone on from.
    """
    from tower.experiments.tally.texts import twins

    pair, settings, rule = job.pair, job.settings, job.tally.arms[1].rule
    if pair is None or job.count is None or rule is None:
        return
    warp = Warp(settings.temperature, settings.top_k, settings.top_p)
    with pair.lock:
        target = pair.new_target()
        drafter = pair.drafter(settings.drafter, target)
    while len(job.twins) < runs:
        with pair.lock:
            run = len(job.twins)  # another run of the page may have written one in the meantime
            if run >= runs:
                return
            job.twins += twins(
                target, drafter, rule, warp, job.count.ground.prompt,
                k=settings.k, seed=settings.seed, runs=range(run, run + 1), words=words,
            )  # fmt: skip
        yield len(job.twins)
