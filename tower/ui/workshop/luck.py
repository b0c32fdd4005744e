"""Real draws, one after another, by the rule's three pieces and the engine's addressed luck. Knows no screen.

Draw n of a series uses the luck of position n: the same addresses that a decoder would use for one slip there.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from tower.decoding.distribution import sample_many
from tower.decoding.draws import Draws, Purpose
from tower.ui.workshop.workings import Workings


@dataclass(frozen=True, slots=True, eq=False)
class Series:
    """One entry a draw. spin: where Mogu's dial stopped, [0, 1); slip: the word there; u: the draw against accept;
    kept; refill: where the other dial stopped (drawn for all, used where not kept); word: what is written."""

    spin: NDArray[np.float64]
    slip: NDArray[np.int64]
    u: NDArray[np.float64]
    kept: NDArray[np.bool_]
    refill: NDArray[np.float64]
    word: NDArray[np.int64]


def series(work: Workings, seed: int, count: int) -> Series:
    """The first `count` draws under `seed`."""
    spin, u, refill = (_uniforms(seed, purpose, count) for purpose in (Purpose.DRAFT, Purpose.ACCEPT, Purpose.REPLACE))
    slip = sample_many(work.drawn, spin)
    kept = u < work.accept[slip]
    word = slip.copy()
    for returned in np.unique(slip[~kept]):
        here = ~kept & (slip == returned)
        word[here] = sample_many(work.replacement[returned], refill[here])
    return Series(spin, slip, u, kept, refill, word)


@lru_cache(maxsize=64)
def _uniforms(seed: int, purpose: Purpose, count: int) -> NDArray[np.float64]:
    """Luck does not depend on the dials: while they are moved, it is drawn once."""
    draws = Draws(seed)
    uniforms = np.array([draws.uniform(position, purpose) for position in range(count)])
    uniforms.flags.writeable = False
    return uniforms
