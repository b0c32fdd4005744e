"""The count itself: all runs of all arms walk down the tree of paths together, one word a level.

At a path the target's law p and the draft's law q, or the slips of its tree, are the same for every run that stands
there. So one batch of paths is scored, warped and put before the rule once; then each run draws its slip, is accepted
or not, and draws what is written instead, at its own address (seed, run, position, purpose): the very draws that the
decoder would make. Slips behind the last counted word are not drawn, as they cannot change it.

Paths are taken in the order of the first run that reached them, so runs are completed nearly in their own order; only
an unbroken beginning of them is ever counted. Stopping and going on later changes no count.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from tower.decoding.distribution import Floats, sample_many
from tower.decoding.draws import Purpose, uniforms
from tower.decoding.rules import Rule
from tower.experiments.tally.arms import Arm
from tower.experiments.tally.board import Board
from tower.experiments.tally.cells import Cells, cell_of, unfold
from tower.experiments.tally.ground import Ground
from tower.experiments.tally.trees import Siblings, chances_of

_BATCH = 64  # paths scored at a time

Ints = NDArray[np.int64]


@dataclass(slots=True)
class _Walkers:
    """One entry a run and arm, [runs * arms], run by run. slips: how many of the present round were kept so far."""

    path: Ints
    slips: Ints
    cell: Ints  # -1 until the run is complete
    tested: Ints
    accepted: Ints
    expected: NDArray[np.float64]


def _at_the_start(walkers: int) -> _Walkers:
    path, slips, cell, tested, accepted = np.zeros((5, walkers), dtype=np.int64)
    cell -= 1
    return _Walkers(path, slips, cell, tested, accepted, np.zeros(walkers))


class Count:
    """A tally under way: call `advance` until `board.done`.

    read, waiting: paths of the present level that were dealt with, and that are still to come.
    """

    def __init__(self, ground: Ground, arms: Sequence[Arm], runs: int, seed: int, cells: Cells | None = None) -> None:
        """runs: how many runs each arm makes; chi-square is computed at that number and not before. cells: those of
        `unfold(ground, arms, runs)`, where they are at hand."""
        self.ground, self.arms, self.runs, self.seed = ground, tuple(arms), runs, seed
        self.cells: Cells = cells or unfold(ground, arms, runs)
        self.board = Board(self.cells.p, len(self.arms), runs)
        self._walkers = _at_the_start(runs * len(self.arms))
        self._numbering = self.cells.numbering()
        self.level = 0
        self._queue: list[tuple[Ints, Ints]] = []
        self._line_up()

    @property
    def read(self) -> int:
        return self._levels_paths - self.waiting

    @property
    def waiting(self) -> int:
        return sum(len(paths) for paths, _ in self._queue)

    def advance(self, seconds: float = float("inf")) -> None:
        """Go on for about so long: at least one batch of paths."""
        until = perf_counter() + seconds
        while not self.board.done:
            paths, walkers = self._queue.pop()
            self._step(paths, walkers)
            if not self._queue and self.level < self.ground.tokens - 1:
                self.level += 1
                self._line_up()
            self._hand_over()
            if perf_counter() >= until:
                return

    def outcomes(self, arm: int) -> list[tuple[int, ...]]:
        """The words of the runs counted so far, run by run."""
        paths = self._walkers.path.reshape(-1, len(self.arms))[: self.board.counted, arm]
        return [self.ground.paths.words(int(path)) for path in paths]

    def words(self, cell: int) -> tuple[int, ...]:
        """The words of a cell that is not the last; of an open one, those that its outcomes begin with."""
        return self.ground.paths.words(self.cells.paths[cell])

    def distinct(self, arm: int) -> int:
        """Different outcomes among the runs counted so far."""
        return len(np.unique(self._walkers.path.reshape(-1, len(self.arms))[: self.board.counted, arm]))

    def _line_up(self) -> None:
        """The walkers that go on, by path, in the order of the first of them; last batch first, as `pop` takes them."""
        going = np.flatnonzero(self._walkers.cell < 0)
        paths, first, back = np.unique(self._walkers.path[going], return_index=True, return_inverse=True)
        order = np.argsort(first)
        place = np.argsort(order)[back]
        sorted_walkers = np.argsort(place, kind="stable")
        starts = np.searchsorted(place[sorted_walkers], np.arange(0, len(paths) + _BATCH, _BATCH))
        self._queue = [
            (paths[order[i * _BATCH : (i + 1) * _BATCH]], going[sorted_walkers[start:stop]])
            for i, (start, stop) in enumerate(itertools.pairwise(starts))
            if stop > start
        ][::-1]
        self._levels_paths = len(paths)

    def _step(self, paths: Ints, walkers: Ints) -> None:
        """Write one word for each of these walkers, all of whom stand on these paths."""
        ground, state, n_arms = self.ground, self._walkers, len(self.arms)
        by_path = np.argsort(paths)
        rows = by_path[np.searchsorted(paths, state.path[walkers], sorter=by_path)]
        p = ground.p(paths.tolist())
        words = np.empty(len(walkers), dtype=np.int64)
        kept = np.zeros(len(walkers), dtype=np.bool_)
        arm_of = walkers % n_arms

        drafting = (state.slips[walkers] < ground.k) & np.array([arm.rule is not None for arm in self.arms])[arm_of]
        if drafting.any():
            slips = state.slips[walkers] * drafting
            situations, situation = np.unique(rows * (ground.k + 1) + slips, return_inverse=True)
            at, slip = np.divmod(situations, ground.k + 1)
            siblings: list[Siblings] = []
            if ground.branching:
                siblings = ground.siblings(paths[at].tolist(), slip.tolist())
                offered = np.array([len(one.words) > 0 for one in siblings])
            else:
                q, offered = ground.q(paths[at].tolist(), slip.tolist())
            drafting &= offered[situation]
            p_there = p[at]
            for number, arm in enumerate(self.arms):
                mine = np.flatnonzero(drafting & (arm_of == number))
                if arm.rule is None or not len(mine):
                    continue
                if ground.branching:
                    judged = self._judge_siblings(arm.rule, p_there, siblings, situation[mine], walkers[mine])
                else:
                    judged = self._judge(arm.rule, p_there, q, situation[mine], walkers[mine])
                words[mine], kept[mine] = judged
        writing = np.flatnonzero(~drafting)
        luck = self._luck(walkers[writing], Purpose.WRITE)
        words[writing] = _draw(p, rows[writing], luck)

        state.slips[walkers] = np.where(kept, state.slips[walkers] + 1, 0)
        reached = state.path[walkers] = ground.paths.children(state.path[walkers], words)
        last = self.level == ground.tokens - 1
        rest = self.cells.rest
        ends = {
            path: cell_of(path, self._numbering, ground.paths, rest)
            for path in set(reached.tolist())
            if last or ground.paths.ended(path)
        }
        state.cell[walkers] = [ends.get(path, -1) for path in reached.tolist()]

    def _judge(
        self, rule: Rule, p: Floats, q: Floats, situation: Ints, walkers: Ints
    ) -> tuple[Ints, NDArray[np.bool_]]:
        """Draft, test and, where need be, replace one slip a walker: the words, and whether they are slips kept.

        p, q: [S, V]; situation: the row of each walker.
        """
        drawn, accept = rule.drawn(q), rule.accept(p, q)
        slips = _draw(drawn, situation, self._luck(walkers, Purpose.DRAFT))
        kept = self._luck(walkers, Purpose.ACCEPT) < accept[situation, slips]
        self._walkers.tested[walkers] += 1
        self._walkers.accepted[walkers] += kept
        self._walkers.expected[walkers] += (drawn * accept).sum(axis=-1)[situation]
        words = slips.copy()
        returned = np.flatnonzero(~kept)
        if len(returned):
            size = p.shape[-1]
            pairs, pair = np.unique(situation[returned] * size + slips[returned], return_inverse=True)
            luck = self._luck(walkers[returned], Purpose.REPLACE)
            for first in range(0, len(pairs), _BATCH):
                where, slip = np.divmod(pairs[first : first + _BATCH], size)
                laws = rule.replacement(p[where], q[where], slip)
                here = np.flatnonzero((pair >= first) & (pair < first + len(where)))
                words[returned[here]] = _draw(laws, pair[here] - first, luck[here])
        return words, kept

    def _judge_siblings(
        self, rule: Rule, p: Floats, siblings: Sequence[Siblings], situation: Ints, walkers: Ints
    ) -> tuple[Ints, NDArray[np.bool_]]:
        """Test the slips of one position one after the other and, where all are sent back, replace them: the words, and
        whether they are slips kept. p: [S, V]; siblings: [S]; situation: the row of each walker."""
        words, kept = np.empty(len(walkers), dtype=np.int64), np.zeros(len(walkers), dtype=np.bool_)
        for place in np.unique(situation).tolist():
            offered, still = siblings[place], np.flatnonzero(situation == place)
            chances, left = chances_of(rule, p[place], offered.words)
            for word, candidate, chance in zip(offered.words, offered.candidates, chances, strict=False):
                there = walkers[still]
                taken = self._luck(there, Purpose.ACCEPT, candidate) < chance
                self._walkers.tested[there] += 1
                self._walkers.accepted[there] += taken
                self._walkers.expected[there] += chance
                words[still[taken]], kept[still[taken]] = word, True
                still = still[~taken]
            words[still] = sample_many(left, self._luck(walkers[still], Purpose.REPLACE))
        return words, kept

    def _luck(self, walkers: Ints, purpose: Purpose, candidate: int = 0) -> NDArray[np.float64]:
        position = len(self.ground.prompt) + self.level
        return uniforms(self.seed, (walkers // len(self.arms)).tolist(), position, purpose, candidate)

    def _hand_over(self) -> None:
        """Give the board the runs that are complete in every arm, up to the first that is not."""
        n_arms, counted = len(self.arms), self.board.counted
        state = self._walkers
        open_ones = np.flatnonzero(state.cell[counted * n_arms :] < 0)
        complete = self.runs if len(open_ones) == 0 else counted + int(open_ones[0]) // n_arms
        if complete > counted:
            new = slice(counted * n_arms, complete * n_arms)
            self.board.add(
                state.cell[new].reshape(-1, n_arms).T,
                state.tested[new].reshape(-1, n_arms).sum(axis=0),
                state.accepted[new].reshape(-1, n_arms).sum(axis=0),
                state.expected[new].reshape(-1, n_arms).sum(axis=0),
            )


def _draw(laws: Floats, rows: Ints, u: NDArray[np.float64]) -> Ints:
    """One word for each draw u [n], from the law of its row in laws [B, V]."""
    words = np.empty(len(u), dtype=np.int64)
    order = np.argsort(rows, kind="stable")
    for group in np.split(order, np.flatnonzero(np.diff(rows[order])) + 1):
        if len(group):
            words[group] = sample_many(laws[rows[group[0]]], u[group])
    return words
