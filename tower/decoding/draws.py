"""Luck with an address: a uniform draw is a function of (seed, run, position, purpose, candidate) and of nothing else.

Rewinding, another k or another drafter therefore meets the same luck at the same place, the siblings of a tree never
share a draw, and neither do the many runs of one experiment. Philox 4x64-10 (Salmon et al., "Parallel random numbers:
as easy as 1, 2, 3", 2011) keyed by the seed, with the address as its counter: different addresses are different blocks
of one generator, so runs are independent without a seed each. Knows nothing of what the draws decide.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from tower.decoding.errors import SettingError

_KEY = 0x0AC1E  # second key word: keeps these draws apart from other uses of the same seed
_LIMIT = 1 << 64


class Purpose(IntEnum):
    """What a draw is for. The numbers are part of the address: never renumber them."""

    DRAFT = 0  # drawing a slip from the draft's law
    ACCEPT = 1  # keeping a slip or sending it back
    REPLACE = 2  # drawing the word written instead of a rejected slip
    WRITE = 3  # drawing a word from the target's own law: a bonus, or plain decoding


class Draws:
    """Uniform draws in [0, 1) of one run."""

    def __init__(self, seed: int, run: int = 0) -> None:
        """seed: 0 <= seed < 2^64, else SettingError. run: which of many runs under this seed, 0 <= run < 2^64."""
        if not 0 <= seed < _LIMIT:
            raise SettingError("seed-range", f"seed must be at least 0 and below 2^64, not {seed}", seed=seed)
        self.seed, self.run = seed, run
        self._bits = np.random.Philox(key=np.array([seed, _KEY], dtype=np.uint64))
        self._state = self._bits.state  # setting a state costs a seventh of building a generator

    def uniform(self, position: int, purpose: Purpose, candidate: int = 0) -> float:
        """The draw at this address, a multiple of 2^-53.

        position: index, in the whole text with its prompt, of the word that is being decided. candidate: which of
        several slips for that position (0 in a chain).
        """
        self._state["state"]["counter"][:] = (candidate, int(purpose), position, self.run)
        self._state["buffer_pos"] = 4  # nothing buffered: the next number comes from this counter
        self._bits.state = self._state
        return float((int(self._bits.random_raw()) >> 11) * 2.0**-53)


def uniforms(
    seed: int, runs: Iterable[int], position: int, purpose: Purpose, candidate: int = 0
) -> NDArray[np.float64]:
    """`Draws(seed, run).uniform(position, purpose, candidate)` for each of the runs, without a generator for each."""
    draws = Draws(seed)
    values = []
    for draws.run in runs:
        values.append(draws.uniform(position, purpose, candidate))
    return np.array(values)
