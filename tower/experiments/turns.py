"""Measured runs one after another, for whoever shows them in progress: whoever stops between two keeps all that was
measured. Knows neither what is planned nor what is made of it. Imports torch where a run starts."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from dataclasses import replace
from time import perf_counter
from typing import Generic, TypeVar

from tower.models.fair_lock import FairLock
from tower.models.loading import Pair
from tower.models.runs import Run, start
from tower.models.settings import RunSettings

Planned = TypeVar("Planned")


class Turns(ABC, Generic[Planned]):
    """`advance` as often as wanted, whenever wanted."""

    def __init__(self, plan: Iterable[Planned]) -> None:
        self._plan = tuple(plan)
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
        """The next run, from beginning to end. Nothing is left when all are done."""
        if self.done:
            return
        self._measure(self._plan[self._next])
        self._next += 1

    @abstractmethod
    def _measure(self, planned: Planned) -> None:
        """Do what is planned, and keep what counts."""


def timed(
    settings: RunSettings,
    pair: Pair,
    *,
    plain: bool = False,
    detail: int = 8,
    read: Callable[[], float] = perf_counter,
) -> tuple[Run, float]:
    """A run that has ended, and its seconds from the first round to the last as seen from outside the decoder; neither
    the reading of the prompt nor a wait for other visitors is in them. plain, detail: as in `start`."""
    # the pair's own lock is taken here, outside the clock; the run is given one that nobody else knows
    mine = replace(pair, lock=FairLock())
    with pair.lock:
        run = start(settings, mine, plain=plain, detail=detail)
    spent = 0.0
    while run.finish == "running":
        with pair.lock:
            began = read()
            next(run, None)
            spent += read() - began
    return run, spent
