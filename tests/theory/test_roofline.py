"""The roofline: no pass under both roofs, the ridge, the knee."""

from __future__ import annotations

import pytest

from tower.theory.roofline import (
    Load,
    Machine,
    explained_by_hauling,
    haul_seconds,
    knee,
    load,
    pass_seconds,
    reckon_seconds,
    words_a_second,
)

MACHINE = Machine(gb_per_s=10, gflop_per_s=50)


def test_roofs_meet_at_the_ridge() -> None:
    assert MACHINE.ridge == 5
    assert MACHINE.attainable(0.5) == 5 and MACHINE.attainable(5) == 50 and MACHINE.attainable(100) == 50


def test_rows_reuse_the_weights_until_the_ridge() -> None:
    one = load(25e6, 4)
    assert one == Load(100e6, 50e6) and one.intensity == 0.5
    assert haul_seconds(MACHINE, one) == pytest.approx(0.01) and reckon_seconds(MACHINE, one) == pytest.approx(0.001)
    assert pass_seconds(MACHINE, load(25e6, 4, 10)) == pytest.approx(0.01)
    assert pass_seconds(MACHINE, load(25e6, 4, 20)) == pytest.approx(0.02)
    assert words_a_second(MACHINE, one) == pytest.approx(100)


def test_only_the_tighter_roof_helps() -> None:
    one = load(25e6, 4)
    assert pass_seconds(MACHINE.faster(gears=8), one) == pass_seconds(MACHINE, one)
    assert pass_seconds(MACHINE.faster(shaft=2), one) == pytest.approx(0.005)
    assert pass_seconds(MACHINE.faster(shaft=100), one) == pytest.approx(0.001)


def test_explained_by_hauling_within_half_again() -> None:
    one = load(25e6, 4)
    assert [explained_by_hauling(MACHINE, one, s) for s in (0.005, 0.008, 0.014, 0.016)] == [False, True, True, False]


def test_knee_is_the_last_row_before_the_price_of_two() -> None:
    assert knee({1: 1.0, 2: 1.1, 4: 1.9, 8: 2.0, 16: 1.9}) == 4
    assert knee({1: 1.0, 2: 2.5}) == 1


def test_nonsense_is_refused() -> None:
    with pytest.raises(ValueError):
        Machine(0, 1)
    with pytest.raises(ValueError):
        load(1, 4, 0)
