"""The cells of a tally, fixed before anything is counted, and how much of them each arm fills by its exact law.

Cells chosen by what was observed always look wrong. So the target's law is unfolded along the likeliest paths, as far
as a cell can expect LEAST runs. A path whose continuations are too unlikely one by one keeps them together in an open
cell, if that expects LEAST runs; everything else shares the last cell. The order of unfolding does not matter to the
result, so it goes level by level and scores many paths at a time.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from tower.decoding.distribution import Floats
from tower.decoding.rules import Rule
from tower.experiments.tally.arms import Arm
from tower.experiments.tally.ground import Ground
from tower.experiments.tally.paths import ROOT, Paths
from tower.experiments.tally.pooling import LEAST, pool
from tower.experiments.tally.trees import Siblings, chances_of

ROUNDING = 1e-6  # what float32 laws may miss of 1
_BATCH = 64

Masses = NDArray[np.float64]
T = TypeVar("T")


@dataclass(frozen=True, slots=True, eq=False)
class Cells:
    """paths: those of the cells, likeliest first; the last cell, which holds all other outcomes, has none.

    open: whether a cell means its path with any continuation that has no cell of its own. p [C]: the target's law, the
    product of p along each path. laws [A, C]: what each arm writes, by arithmetic alone.
    """

    paths: tuple[int, ...]
    open: tuple[bool, ...]
    p: Masses
    laws: Masses
    pooled: frozenset[tuple[int, bool]] = frozenset()  # (path, open) of cells that went into the last one after all

    @property
    def rest(self) -> int:
        """The cell of all other outcomes."""
        return len(self.paths)

    def numbering(self) -> Mapping[tuple[int, bool], int]:
        """The cell of each (path, open)."""
        own = {key: cell for cell, key in enumerate(zip(self.paths, self.open, strict=True))}
        return own | dict.fromkeys(self.pooled, self.rest)


def cell_of(path: int, numbering: Mapping[tuple[int, bool], int], paths: Paths, rest: int) -> int:
    """The cell of an outcome: its own, else the open cell of its longest beginning that has one, else the last."""
    found = numbering.get((path, False))
    while found is None and path != ROOT:
        path = paths.parent(path)
        found = numbering.get((path, True))
    return rest if found is None else found


@dataclass(frozen=True, slots=True)
class Reading:
    """How far the unfolding has come: beginnings of `words` words that were read, of those that are to be."""

    words: int
    read: int
    all: int


def unfold(ground: Ground, arms: Sequence[Arm], runs: int) -> Cells:
    """Fix the cells for `runs` runs. See Cells."""
    return drained(unfolding(ground, arms, runs))


def drained(steps: Generator[object, None, T]) -> T:
    """What a generator returns in the end."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return cast(T, end.value)


def unfolding(ground: Ground, arms: Sequence[Arm], runs: int) -> Generator[Reading, None, Cells]:
    """The same, a batch of beginnings at a time, for who wants to tell how far it is or to stop in between."""
    least = LEAST / runs
    start = np.zeros((len(arms), min(ground.k, ground.tokens) + 1))
    start[:, 0] = 1
    level: dict[int, tuple[float, Masses]] = {ROOT: (1.0, start)}
    leaves: dict[tuple[int, bool], tuple[float, Masses]] = {}
    left: dict[int, tuple[float, Masses]] = {}  # what a path's own cells don't hold: the chance, and each arm's [A]
    for depth in range(ground.tokens):
        below: dict[int, tuple[float, Masses]] = {}
        paths = list(level)
        for first in range(0, len(paths), _BATCH):
            chunk = paths[first : first + _BATCH]
            p = ground.p(chunk)
            flows = _flows(ground, arms, chunk, p, depth)
            for row, path in enumerate(chunk):
                chance, mass = level[path]
                reached = chance * p[row].astype(np.float64)
                words = np.flatnonzero(reached >= least)
                masses = _spread(mass, flows, row, words)
                over = np.maximum(mass.sum(axis=-1) - masses.sum(axis=(0, -1)), 0)
                left[path] = (float(np.delete(reached, words).sum()), over)
                for word, one in zip(words.tolist(), masses, strict=True):
                    longer = ground.paths.child(path, word)
                    if depth + 1 == ground.tokens or ground.paths.ended(longer):
                        leaves[longer, False] = (float(reached[word]), one.sum(axis=-1))
                    else:
                        below[longer] = (float(reached[word]), one)
            yield Reading(depth, first + len(chunk), len(paths))
        level = below
    for path in reversed(list(left)):  # longer paths first
        chance, over = left[path]
        if path != ROOT and chance >= least:
            leaves[path, True] = (chance, over)
        elif path != ROOT:
            parent = ground.paths.parent(path)
            left[parent] = (left[parent][0] + chance, left[parent][1] + over)
    return _fixed(leaves, left[ROOT][0], len(arms), runs)


def _fixed(leaves: Mapping[tuple[int, bool], tuple[float, Masses]], rest: float, arms: int, runs: int) -> Cells:
    keys, chances = list(leaves), np.array([chance for chance, _ in leaves.values()])
    own, rest = pool(chances, rest, runs)
    laws = np.array([leaves[keys[i]][1] for i in own]).reshape(len(own), arms).T
    return Cells(
        tuple(keys[i][0] for i in own),
        tuple(keys[i][1] for i in own),
        np.array([*chances[own], rest]),
        with_rest(laws),
        frozenset(keys) - {keys[i] for i in own},
    )


def with_rest(laws: Masses) -> Masses:
    """Laws [A, C - 1] of the cells that are somebody's own, and in a last column what is left to the others."""
    left = 1 - laws.sum(axis=-1, keepdims=True)
    return np.concatenate([laws, np.where(left > ROUNDING, left, 0)], axis=-1)


@dataclass(frozen=True, slots=True, eq=False)
class _Flow:
    """How mass moves on from a path, for one arm and one number of slips kept in the round: [B, V] each."""

    kept: Floats | None  # stays in the round, one slip further
    fresh: Floats  # begins a new round


def _flows(ground: Ground, arms: Sequence[Arm], paths: Sequence[int], p: Floats, depth: int) -> list[list[_Flow]]:
    """[arm][slips]"""
    flows: list[list[_Flow]] = [[_Flow(None, p)] for _ in arms]
    for slip in range(min(depth, ground.k) + 1):
        drafting = slip < ground.k and any(arm.rule is not None for arm in arms)
        siblings: list[Siblings] = []
        if drafting and ground.branching:
            siblings = ground.siblings(paths, [slip] * len(paths))
        elif drafting:
            q, offered = ground.q(paths, [slip] * len(paths))
        for arm, of_arm in zip(arms, flows, strict=True):
            if slip == len(of_arm):
                of_arm.append(_Flow(None, p))
            if arm.rule is not None and siblings:
                of_arm[slip] = _through(arm.rule, p, siblings)
            elif arm.rule is not None and drafting:
                drawn, accept = arm.rule.drawn(q), arm.rule.accept(p, q)
                fresh = arm.rule.refill(p, q, drawn * (1 - accept))
                there = offered[:, None]
                of_arm[slip] = _Flow(np.where(there, drawn * accept, 0), np.where(there, fresh, p))
    return flows


def _through(rule: Rule, p: Floats, siblings: Sequence[Siblings]) -> _Flow:
    """The flow of a tree: a row of p and the slips that go on there for each path."""
    kept, fresh = np.zeros_like(p), p.copy()
    for row, offered in enumerate(siblings):
        chances, left = chances_of(rule, p[row], offered.words)
        reaching = 1.0
        for word, chance in zip(offered.words, chances, strict=False):
            kept[row, word] = reaching * chance
            reaching *= 1 - chance
        fresh[row] = reaching * left
    return _Flow(kept, fresh)


def _spread(mass: Masses, flows: list[list[_Flow]], row: int, words: NDArray[np.int64]) -> Masses:
    """The masses [words, arm, slips] of the paths one word longer."""
    masses = np.zeros((len(words), *mass.shape))
    for arm, of_arm in enumerate(flows):
        for slip, flow in enumerate(of_arm):
            if slip < mass.shape[-1] and mass[arm, slip] > 0:
                masses[:, arm, 0] += mass[arm, slip] * flow.fresh[row, words]
                if flow.kept is not None:
                    masses[:, arm, slip + 1] += mass[arm, slip] * flow.kept[row, words]
    return masses
