"""The statistics against scipy and against trying out, and the promises of the verdict."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from tower.experiments.tally.board import Board
from tower.experiments.tally.statistics import band, distance, draws_needed, intervals, judge

P = np.array([0.4, 0.3, 0.2, 0.1])


def test_chi_square_is_scipys() -> None:
    counts = np.array([421, 280, 210, 89])
    verdict = judge(counts, P, 1000)
    expected = stats.chisquare(counts, 1000 * P)
    assert verdict.chi2 == pytest.approx(expected.statistic) and verdict.p_value == pytest.approx(expected.pvalue)
    assert verdict.dof == 3 and verdict.code == "consistent"


def test_no_verdict_before_the_number_that_was_set() -> None:
    verdict = judge(np.array([900, 0, 0, 0]), P, 1000)
    assert verdict.code == "counting" and verdict.p_value is None


def test_one_impossible_outcome_is_enough() -> None:
    verdict = judge(np.array([400, 300, 299, 1]), np.array([0.4, 0.3, 0.3, 0.0]), 1000)
    assert verdict.code == "inconsistent" and verdict.p_value == 0


def test_nothing_to_compare() -> None:
    assert judge(np.array([100]), np.array([1.0]), 100).code == "one-cell"
    assert judge(np.array([100, 0]), np.array([1.0, 0.0]), 100).code == "certain"
    assert judge(np.array([99, 1]), np.array([1.0, 0.0]), 100).code == "inconsistent"


def test_honest_tallies_are_convicted_once_in_a_hundred() -> None:
    rng = np.random.default_rng(1)
    codes = [judge(rng.multinomial(2000, P), P, 2000).code for _ in range(4000)]
    assert 20 <= codes.count("inconsistent") <= 62  # 40 expected


@pytest.mark.parametrize("n", [30, 3000])
def test_the_band_holds_nineteen_of_twenty_honest_tallies(n: int) -> None:
    grid = np.array([10, n])
    low, high = band(P, grid, 3, trials=1000)
    rng = np.random.default_rng(2)
    inside = [low[1] <= distance(rng.multinomial(n, P), P) <= high[1] for _ in range(2000)]
    assert 0.925 < np.mean(inside) < 0.975


def test_the_band_drawn_one_by_one_and_by_multinomials_is_the_same() -> None:
    p = np.random.default_rng(0).dirichlet(np.full(400, 0.5))
    whole, fine = np.array([5000]), np.arange(100, 5001, 100)
    (low, high), (low2, high2) = band(p, whole, 1), band(p, fine, 2)
    assert low[-1] == pytest.approx(low2[-1], rel=0.05) and high[-1] == pytest.approx(high2[-1], rel=0.05)


def test_simultaneous_intervals_hold_together() -> None:
    rng = np.random.default_rng(4)
    held = 0
    for _ in range(1000):
        low, high = intervals(rng.multinomial(500, P))
        held += bool(((low <= P) & (high >= P)).all())
    assert held >= 940
    low, high = intervals(np.array([0, 0]))
    assert (low >= -1e-12).all() and (high <= 1 + 1e-12).all()


def test_draws_needed_catch_the_rule_nineteen_times_in_twenty() -> None:
    wrong = np.array([0.45, 0.3, 0.17, 0.08])
    n = draws_needed(P, wrong)
    assert n is not None
    rng = np.random.default_rng(5)
    caught = np.mean([judge(rng.multinomial(n, wrong), P, n).code == "inconsistent" for _ in range(2000)])
    assert 0.92 < caught < 0.98
    assert draws_needed(P, P) is None
    assert draws_needed(np.array([0.5, 0.5, 0.0]), np.array([0.45, 0.45, 0.1])) == 29  # .9^29 < 5 %


def test_a_board_notes_the_distance_at_its_marks_however_the_runs_come() -> None:
    rng = np.random.default_rng(6)
    cells = rng.choice(4, size=(2, 1000), p=P)
    nothing = np.zeros(2, dtype=np.int64)

    def filled(cuts: list[int]) -> Board:
        board = Board(P, 2, 1000)
        for part in np.split(cells, cuts, axis=1):
            board.add(part, nothing, nothing, np.zeros(2))
        return board

    one, two = filled([]), filled([1, 2, 37, 400, 999])
    assert one.done and two.done and len(one.curve) == len(one.grid)
    assert np.array_equal(np.array(one.curve), np.array(two.curve))
    assert np.array_equal(one.counts, [np.bincount(row, minlength=4) for row in cells])
    for n, noted in zip(one.grid, one.curve, strict=True):
        assert noted == pytest.approx([float(distance(np.bincount(row[:n], minlength=4), P)) for row in cells])
