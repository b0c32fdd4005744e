"""How the gain of drafting shrinks when many requests share a pass, by the roofline: the rows use up the idle gears.

Weights only. Each request has a cache of its own that is read as well; long texts make a batch dearer than this says.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tower.theory.accounts import gain
from tower.theory.roofline import Machine, load, pass_seconds

MOST = 4096


@dataclass(frozen=True, slots=True)
class Served:
    """A target on a machine. parameters: of its weights; bytes_each: of one of them."""

    machine: Machine
    parameters: float
    bytes_each: float

    def seconds(self, rows: int) -> float:
        """A pass of so many rows."""
        return pass_seconds(self.machine, load(self.parameters, self.bytes_each, rows))


def cost(served: Served, k: int, requests: int) -> float:
    """v: a pass with k + 1 rows a request over a pass with one row a request."""
    return served.seconds(requests * (k + 1)) / served.seconds(requests)


def batch_gain(served: Served, alpha: float, k: int, c: float, requests: int) -> float:
    """The account with that v. c stays what it is for one request: the draft's passes grow as the target's do."""
    return gain(alpha, k, c, cost(served, k, requests))


def gain_lost_at(served: Served, alpha: float, k: int, c: float, most: int = MOST) -> int | None:
    """The fewest requests at which drafting is slower than not; None where it is not up to `most`. The gain never
    grows with the requests, so halving finds it."""
    if batch_gain(served, alpha, k, c, most) >= 1:
        return None
    low, high = 0, most
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if batch_gain(served, alpha, k, c, middle) < 1 else (middle, high)
    return high


def gains_by_requests(passes: Mapping[str, Mapping[str, float]], alpha: float, k: int, c: float) -> dict[int, float]:
    """The account with measured passes, {requests: seconds}; v of each batch is its pass with k + 1 rows a request over
    its pass with one. c is taken as for one request."""
    plain, checking = passes["plain"], passes["checking"]
    return {int(n): gain(alpha, k, c, checking[n] / plain[n]) for n in checking}
