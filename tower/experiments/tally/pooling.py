"""Which outcomes get a cell of their own. Knows no model and no path."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

LEAST = 5  # expected runs that make a cell of its own: below, chi-square is a poor guide
_NEVER = 1e-6  # expected runs that count as none: the cell is then one that p never fills


def pool(p: NDArray[np.float64], rest: float, runs: int) -> tuple[NDArray[np.int64], float]:
    """Of outcomes with chances p [n], and all others together `rest`: those with a cell of their own, likeliest first
    (the lowest index among equals), and the chance of everything else.

    A rest that is possible, yet expects fewer than LEAST runs, takes in the unlikeliest cells until it does.
    """
    least = LEAST / runs
    order = np.argsort(-p, kind="stable")
    own = [int(i) for i in order if p[i] >= least]
    rest += float(sum(p[i] for i in order[len(own) :]))
    if rest * runs < _NEVER:
        rest = 0.0
    while own and 0 < rest < least:
        rest += float(p[own.pop()])
    return np.array(own, dtype=np.int64), rest
