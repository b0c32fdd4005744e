"""The tally board: counts by cell and arm, and how far they were from the law on the way. Knows no model."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tower.experiments.tally.statistics import distance


class Board:
    """Counts of A arms over C cells, up to a number of runs that was set beforehand.

    grid: after how many runs the distance from p is noted. curve: those distances [A] so far. tested, accepted: slips
    [A]; expected [A]: the chances of being accepted that the rule gave to the tested slips, summed before each draw.
    """

    def __init__(self, p: NDArray[np.float64], arms: int, runs: int, *, points: int = 20) -> None:
        self.p, self.runs = p, runs
        self.counted = 0
        self.counts = np.zeros((arms, len(p)), dtype=np.int64)
        self.tested, self.accepted = np.zeros(arms, dtype=np.int64), np.zeros(arms, dtype=np.int64)
        self.expected = np.zeros(arms)
        self.grid = np.unique(np.geomspace(min(20, runs), runs, points).round().astype(np.int64))
        self.curve: list[NDArray[np.float64]] = []

    @property
    def done(self) -> bool:
        """All runs are counted."""
        return self.counted >= self.runs

    def add(
        self,
        cells: NDArray[np.integer],
        tested: NDArray[np.int64],
        accepted: NDArray[np.int64],
        expected: NDArray[np.float64],
    ) -> None:
        """The next runs: cells [A, b] in the order of the runs, and the sums [A] over their tested slips."""
        first = 0
        while first < cells.shape[1]:
            open_mark = len(self.curve) < len(self.grid)
            room = int(self.grid[len(self.curve)]) - self.counted if open_mark else cells.shape[1]
            last = min(cells.shape[1], first + room)
            for arm, row in enumerate(cells):
                self.counts[arm] += np.bincount(row[first:last], minlength=len(self.p))
            self.counted += last - first
            if open_mark and last - first == room:
                self.curve.append(distance(self.counts, self.p))
            first = last
        self.tested += tested
        self.accepted += accepted
        self.expected += expected
