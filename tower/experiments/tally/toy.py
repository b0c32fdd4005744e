"""The same tally on two dials set by hand: one word a run, millions of runs, nothing but arithmetic.

A block of runs is drawn at once, by the rule's three pieces. Each block has a counter range of its own in a Philox
generator, so the counts depend on the seed alone, not on how the work was cut.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from tower.decoding.distribution import Floats, sample_many
from tower.decoding.rules import Rule, expected_acceptance, law
from tower.experiments.tally.arms import Arm
from tower.experiments.tally.board import Board
from tower.experiments.tally.cells import Cells, with_rest
from tower.experiments.tally.pooling import pool

MOST_RUNS = 10_000_000
_BLOCK = 1 << 17
_KEY = 0x7A11E


class ToyCount:
    """A tally of two dials under way, with the face of `count.Count`: call `advance` until `board.done`.

    A path of its cells is the index of a word.
    """

    def __init__(self, p: Floats, q: Floats, arms: Sequence[Arm], runs: int, seed: int) -> None:
        """p, q: [V], each with sum 1."""
        self.p, self.q = p.astype(np.float64), q.astype(np.float64)
        self.arms, self.runs, self.seed = tuple(arms), runs, seed
        laws: NDArray[np.float64] = np.stack(
            [self.p if arm.rule is None else law(arm.rule, self.p, self.q).astype(np.float64) for arm in arms]
        )
        own, rest = pool(self.p, 0.0, runs)
        chances = np.array([*self.p[own], rest])
        self.cells = Cells(tuple(own.tolist()), (False,) * len(own), chances, with_rest(laws[:, own]))
        self._cell_of = np.full(len(p), len(own))
        self._cell_of[own] = np.arange(len(own))
        self._machines = [None if arm.rule is None else _machine(arm.rule, self.p, self.q) for arm in arms]
        self.board = Board(self.cells.p, len(self.arms), runs)

    def advance(self, seconds: float = float("inf")) -> None:
        """Go on for about so long: at least one block."""
        until = perf_counter() + seconds
        while not self.board.done:
            self._block()
            if perf_counter() >= until:
                return

    def _block(self) -> None:
        counted = self.board.counted
        n = min(_BLOCK, self.runs - counted)
        luck = np.random.Generator(
            np.random.Philox(key=np.array([self.seed, _KEY], dtype=np.uint64), counter=[0, 0, counted // _BLOCK, 0])
        )
        spin, u, refill = luck.random((3, _BLOCK))[:, :n]  # every arm meets the same luck
        n_arms = len(self.arms)
        cells = np.empty((n_arms, n), dtype=np.int64)
        tested, accepted, expected = np.zeros(n_arms, np.int64), np.zeros(n_arms, np.int64), np.zeros(n_arms)
        for number, machine in enumerate(self._machines):
            if machine is None:
                words = sample_many(self.p, refill)
            else:
                words, kept = machine.write(spin, u, refill)
                tested[number], accepted[number], expected[number] = n, kept, n * machine.expected
            cells[number] = self._cell_of[words]
        self.board.add(cells, tested, accepted, expected)


@dataclass(frozen=True, slots=True, eq=False)
class _Machine:
    """A rule's three pieces at two given laws. drawn, accept: [V]; replacement: [V, V], row x for a returned x."""

    drawn: Floats
    accept: Floats
    replacement: Floats
    expected: float

    def write(
        self, spin: NDArray[np.float64], u: NDArray[np.float64], refill: NDArray[np.float64]
    ) -> tuple[NDArray[np.int64], int]:
        """The words [n] for three draws each, and how many of them are slips that were kept."""
        words = sample_many(self.drawn, spin)
        returned = np.flatnonzero(u >= self.accept[words])
        slips = words[returned]
        for slip in np.flatnonzero(np.bincount(slips, minlength=len(self.drawn))):
            which = returned[slips == slip]
            words[which] = sample_many(self.replacement[slip], refill[which])
        return words, len(words) - len(returned)


def _machine(rule: Rule, p: Floats, q: Floats) -> _Machine:
    replacement = np.stack([rule.replacement(p, q, x) for x in range(len(p))])
    return _Machine(rule.drawn(q), rule.accept(p, q), replacement, float(expected_acceptance(rule, p, q)))
