from __future__ import annotations

import numpy as np
import pytest

from tower.decoding.draws import Draws, Purpose
from tower.decoding.errors import SettingError


def test_a_draw_is_a_function_of_its_address() -> None:
    one, two = Draws(7), Draws(7)
    addresses = [
        (position, purpose, candidate) for position in (0, 5, 300) for purpose in Purpose for candidate in (0, 3)
    ]
    forwards = [one.uniform(*address) for address in addresses]
    backwards = [two.uniform(*address) for address in reversed(addresses)]
    assert forwards == backwards[::-1]
    assert len(set(forwards)) == len(addresses)
    assert Draws(8).uniform(5, Purpose.DRAFT) != one.uniform(5, Purpose.DRAFT)


def test_draws_are_philox_at_the_address() -> None:
    """The same block from numpy's generator built anew: key (seed, constant), counter (candidate, purpose, place)."""
    bits = np.random.Philox(
        key=np.array([123, 0x0AC1E], dtype=np.uint64),
        counter=np.array([2, int(Purpose.ACCEPT), 40, 0], dtype=np.uint64),
    )
    assert Draws(123).uniform(40, Purpose.ACCEPT, 2) == (int(bits.random_raw()) >> 11) * 2.0**-53


def test_draws_never_change_between_releases() -> None:
    """Recorded traces and shared links depend on these."""
    assert Draws(0).uniform(12, Purpose.DRAFT) == pytest.approx(RECORDED[0], abs=0)
    assert Draws(2**64 - 1).uniform(12, Purpose.WRITE, 1) == pytest.approx(RECORDED[1], abs=0)


RECORDED = (0.05349735389735022, 0.9633918650778726)


def test_draws_are_uniform_and_independent_of_their_neighbours() -> None:
    draws = Draws(3)
    grid = np.array([[draws.uniform(i, purpose) for purpose in Purpose] for i in range(5000)])
    assert grid.min() >= 0 and grid.max() < 1
    counts = np.apply_along_axis(lambda column: np.histogram(column, 20, (0, 1))[0], 0, grid)
    assert ((counts - 250) ** 2 / 250).sum(axis=0).max() < 43.8  # chi-square, 19 degrees of freedom: p = .001
    correlation = np.corrcoef(np.hstack([grid[1:], grid[:-1]]).T)
    assert np.abs(correlation - np.eye(8)).max() < 0.06


@pytest.mark.parametrize("seed", [-1, 2**64])
def test_seeds_out_of_range(seed: int) -> None:
    with pytest.raises(SettingError):
        Draws(seed)


def test_runs_of_one_seed_have_luck_of_their_own() -> None:
    runs = np.array([[Draws(3, run).uniform(9, purpose) for purpose in Purpose] for run in range(2000)])
    assert len(np.unique(runs)) == runs.size
    assert np.array_equal(runs[0], [Draws(3).uniform(9, purpose) for purpose in Purpose])
    assert np.abs(np.corrcoef(np.hstack([runs[1:], runs[:-1]]).T) - np.eye(8)).max() < 0.09
