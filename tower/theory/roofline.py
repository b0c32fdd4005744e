"""The roofline: no pass is quicker than the hauling of its weights, and none is quicker than its arithmetic.

Williams, Waterman and Patterson, "Roofline" (2009): attainable rate = min(peak, bandwidth x intensity), intensity being
operations per byte moved. Knows no clock: the two rates come from whoever measured them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

BOUND = 1.5  # a pass slower than this many times its hauling is no longer explained by hauling
TWICE = 2.0


@dataclass(frozen=True, slots=True)
class Machine:
    """gb_per_s: 10^9 bytes a second from memory. gflop_per_s: 10^9 additions and multiplications a second."""

    gb_per_s: float
    gflop_per_s: float

    def __post_init__(self) -> None:
        if self.gb_per_s <= 0 or self.gflop_per_s <= 0:
            raise ValueError(f"rates must be above 0, not {self.gb_per_s}, {self.gflop_per_s}")

    @property
    def ridge(self) -> float:
        """Operations per byte at which the slanted roof meets the flat one."""
        return self.gflop_per_s / self.gb_per_s

    def faster(self, shaft: float = 1.0, gears: float = 1.0) -> Machine:
        """The same machine with `shaft` times the bandwidth and `gears` times the arithmetic."""
        return Machine(self.gb_per_s * shaft, self.gflop_per_s * gears)

    def attainable(self, intensity: float) -> float:
        """10^9 operations a second, at most, at so many operations per byte."""
        return min(self.gflop_per_s, self.gb_per_s * intensity)


@dataclass(frozen=True, slots=True)
class Load:
    """One pass: bytes of weights that it reads, operations that it makes."""

    bytes: float
    operations: float

    @property
    def intensity(self) -> float:
        return self.operations / self.bytes


def load(parameters: float, bytes_each: float, rows: int = 1) -> Load:
    """A pass of `rows` words through matrices of so many parameters: each weight is read once and used once a row, for
    a multiplication and an addition. The attention's own work is left out: it is small for short texts."""
    if rows < 1:
        raise ValueError(f"a pass has at least one row, not {rows}")
    return Load(parameters * bytes_each, 2 * parameters * rows)


def haul_seconds(machine: Machine, work: Load) -> float:
    """What the hauling alone takes."""
    return work.bytes / machine.gb_per_s / 1e9


def reckon_seconds(machine: Machine, work: Load) -> float:
    """What the arithmetic alone takes."""
    return work.operations / machine.gflop_per_s / 1e9


def pass_seconds(machine: Machine, work: Load) -> float:
    """The least that the pass can take: hauling and arithmetic go on at the same time."""
    return max(haul_seconds(machine, work), reckon_seconds(machine, work))


def words_a_second(machine: Machine, work: Load) -> float:
    """For one text at a time, one pass a word."""
    return 1 / pass_seconds(machine, work)


def explained_by_hauling(machine: Machine, work: Load, measured: float) -> bool:
    """Whether a measured pass is at most BOUND times as long as the hauling of its weights, and not shorter than that
    hauling by as much: a much shorter one never came from memory, but lay in a cache."""
    return 1 / BOUND <= measured / haul_seconds(machine, work) <= BOUND


def knee(ratios: Mapping[int, float], most: float = TWICE) -> int:
    """The most rows to be had for less than `most` times the price of one, with no dearer pass before them. ratios:
    T(n) / T(1) by n."""
    last = 0
    for rows in sorted(ratios):
        if ratios[rows] >= most:
            break
        last = rows
    return last
