"""A job that two runs of a page are at: the one that a click began, and the one that it has not ended yet."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from threading import Thread

import pytest

from tower.decoding.errors import SettingError
from tower.ui.going import Going


@dataclass
class Counting(Going):
    """A piece of work that nobody else may be at."""

    most: int
    counted: int = 0
    inside: int = 0
    overlaps: list[int] = field(default_factory=list)

    @property
    def done(self) -> bool:
        return self.counted >= self.most

    def work(self, seconds: float) -> None:
        self.inside += 1
        self.overlaps.append(self.inside)
        before = self.counted
        time.sleep(0.002)
        self.counted = before + 1
        self.inside -= 1


class Failing(Counting):
    def work(self, seconds: float) -> None:
        raise SettingError("k-range", "k must be at least 1", value=0)


def test_two_runs_of_a_page_take_turns_and_never_work_on_at_the_end() -> None:
    job = Counting(most=40)
    threads = [Thread(target=lambda: [job.step() for _ in range(40)]) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (job.counted, set(job.overlaps), job.running) == (40, {1}, False)


def test_a_stopped_job_stays_where_it_is_until_it_is_to_go_on() -> None:
    job = Counting(most=3)
    job.step()
    job.turn(False)
    job.step()
    assert job.counted == 1
    job.turn(True)
    job.step()
    assert job.counted == 2 and job.running


def test_a_failure_stops_it_and_is_told_once() -> None:
    job = Failing(most=3)
    with pytest.raises(SettingError):
        job.step()
    job.step()
    assert not job.running
