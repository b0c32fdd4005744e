"""A store whose clock the test turns, and questions to ask in it."""

from __future__ import annotations

from pathlib import Path

from tower.classroom.limits import PRIVATE, Limits
from tower.classroom.question import Dial, Predict
from tower.classroom.store import Store

DIAL = Dial(p=(50, 30, 20), q=(80, 10, 10))
PREDICT = Predict(path="floor_6.predict.k", choices=("four", "eight", "equal"), right="equal")


class Clock:
    """Goes on a second at every look, so that nobody is too fast unless a test wants it."""

    def __init__(self, step: float = 1.0) -> None:
        self.time = 1_000_000.0
        self.step = step

    def __call__(self) -> float:
        self.time += self.step
        return self.time


def store_of(folder: Path, limits: Limits = PRIVATE, clock: Clock | None = None) -> Store:
    return Store(folder / "rooms.sqlite3", limits, clock or Clock())
