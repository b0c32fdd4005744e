"""A full house by the roofline."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tower.theory.accounts import gain
from tower.theory.batches import Served, batch_gain, cost, gain_lost_at
from tower.theory.roofline import Machine

CARD = Served(Machine(1000.0, 160_000.0), 8e9, 2.0)  # turns from hauling to reckoning at 160 rows


def test_alone_checking_is_free_and_in_a_crowd_it_costs_every_row() -> None:
    assert batch_gain(CARD, 0.8, 4, 0.05, 1) == gain(0.8, 4, 0.05)
    assert cost(CARD, 4, 32) == pytest.approx(1.0) and cost(CARD, 4, 33) > 1
    assert cost(CARD, 4, 1000) == pytest.approx(5.0)
    assert batch_gain(CARD, 0.8, 4, 0.05, 1000) == pytest.approx(gain(0.8, 4, 0.05, 5.0))


def test_where_it_is_lost() -> None:
    lost = gain_lost_at(CARD, 0.8, 4, 0.05)
    assert lost is not None
    assert batch_gain(CARD, 0.8, 4, 0.05, lost) < 1 <= batch_gain(CARD, 0.8, 4, 0.05, lost - 1)
    assert gain_lost_at(CARD, 0.1, 4, 0.5) == 1
    assert gain_lost_at(CARD, 1.0, 4, 0.0) is None  # nothing torn, nothing paid: as good as plain even then


@given(st.floats(0.05, 0.99), st.integers(1, 8), st.integers(1, 500))
def test_the_gain_never_grows_with_the_crowd(alpha: float, k: int, requests: int) -> None:
    assert batch_gain(CARD, alpha, k, 0.05, requests + 1) <= batch_gain(CARD, alpha, k, 0.05, requests) + 1e-9
