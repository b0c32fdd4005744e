"""Timing on a machine that has other things to do: alternate what is compared, warm up, take medians or
the quickest."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from statistics import median
from time import perf_counter, thread_time
from typing import Protocol, TypeVar

import numpy as np

Key = TypeVar("Key")


class Timed(Protocol):
    """A run whose seconds were counted."""

    @property
    def clock(self) -> float: ...


Trial = TypeVar("Trial", bound=Timed)


def alternate(ways: Mapping[Key, Callable[[], object]], repeats: int, warm_up: int = 1) -> dict[Key, float]:
    """Median seconds of each way. All of them run once in every round, starting with another one each time."""
    names = list(ways)
    seconds: dict[Key, list[float]] = {name: [] for name in names}
    for turn in range(-warm_up, repeats):
        first = turn % len(names)
        for name in names[first:] + names[:first]:
            began = perf_counter()
            ways[name]()
            if turn >= 0:
                seconds[name].append(perf_counter() - began)
    return {name: median(times) for name, times in seconds.items()}


def median_run(runs: Sequence[Trial]) -> Trial:
    """The run whose clock is in the middle, the quicker one of two: as a whole, as its parts belong together."""
    return sorted(runs, key=lambda run: run.clock)[(len(runs) - 1) // 2]


def stream_gb_per_s(megabytes: int = 512, repeats: int = 5) -> float:
    """How fast memory is read in order: the sum over an array far larger than a cache, the best of some, in 10^9 B/s.

    The array is read by as many threads as a pass uses, through torch.
    """
    import torch

    numbers = torch.from_numpy(np.ones(megabytes * 250_000, dtype=np.float32))
    numbers.sum()
    times = []
    for _ in range(repeats):
        began = perf_counter()
        numbers.sum()
        times.append(perf_counter() - began)
    return numbers.numel() * 4 / min(times) / 1e9


def quickest(
    ways: Mapping[Key, Callable[[], object]],
    seconds: float,
    *,
    least: int = 2,
    turn: AbstractContextManager[object] | None = None,
) -> dict[Key, float]:
    """Seconds of the quickest trial of each way: all of them run once a round, until `seconds` are over.

    What else runs on a machine only ever makes a trial slower, so the quickest says most about the machine; and where
    torch works with one thread, that thread's own time counts, without the waiting for a core that a neighbour has.
    least: rounds even where the time is over. turn: a lock that is held during each single trial, so
    that others get their turn between two of them; waiting for it is not counted.
    """
    found = dict.fromkeys(ways, float("inf"))
    read, turn = clock(), turn or nullcontext()
    end, rounds = perf_counter() + seconds, 0
    for way in ways.values():
        with turn:
            way()
    while rounds < least or perf_counter() < end:
        for name, way in ways.items():
            with turn:
                began = read()
                way()
                found[name] = min(found[name], read() - began)
        rounds += 1
    return found


def clock() -> Callable[[], float]:
    """What a single trial is timed with: the thread's own time where torch works with one thread, else the wall's."""
    import torch

    # Windows counts a thread's time in ticks of 16 ms
    return thread_time if torch.get_num_threads() == 1 and sys.platform != "win32" else perf_counter
