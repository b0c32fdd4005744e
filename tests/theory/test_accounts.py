from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tower.theory.accounts import (
    Best,
    accepted_share,
    alpha_needed,
    best_k,
    gain,
    gain_at_least,
    operations,
    pays,
    tokens_per_haul,
)

# Leviathan et al. 2211.17192, table 1: alpha, k, operations, speed (c = 0)
TABLE_1 = [
    (0.6, 2, 1.53, 1.96),
    (0.7, 3, 1.58, 2.53),
    (0.8, 2, 1.23, 2.44),
    (0.8, 5, 1.63, 3.69),
    (0.9, 2, 1.11, 2.71),
    (0.9, 10, 1.60, 6.86),
]
# the same paper, table 4: k, alpha, c, expected gain (alphas are rounded there, hence the tolerance)
TABLE_4 = [
    (7, 0.75, 0.02, 3.2),
    (7, 0.80, 0.04, 3.3),
    (7, 0.82, 0.11, 2.5),
    (7, 0.62, 0.02, 2.3),
    (5, 0.68, 0.04, 2.4),
    (3, 0.71, 0.11, 2.0),
    (5, 0.65, 0.02, 2.4),
    (5, 0.73, 0.04, 2.6),
    (3, 0.74, 0.11, 2.0),
    (5, 0.53, 0.02, 1.9),
    (3, 0.55, 0.04, 1.8),
    (3, 0.56, 0.11, 1.6),
]


@pytest.mark.parametrize(("alpha", "k", "work", "speed"), TABLE_1)
def test_table_1(alpha: float, k: int, work: float, speed: float) -> None:
    assert tokens_per_haul(alpha, k) == pytest.approx(speed, abs=0.006)
    assert gain(alpha, k, 0) == pytest.approx(speed, abs=0.006)
    assert operations(alpha, k) == pytest.approx(work, abs=0.006)


@pytest.mark.parametrize(("k", "alpha", "c", "expected"), TABLE_4)
def test_table_4(k: int, alpha: float, c: float, expected: float) -> None:
    assert gain(alpha, k, c) == pytest.approx(expected, abs=0.1)


def test_words_per_haul_by_chance() -> None:
    rng = np.random.default_rng(0)
    for alpha, k in ((0.3, 2), (0.8, 4), (0.95, 8)):
        kept = (rng.random((200_000, k)) < alpha).cumprod(axis=1).sum(axis=1)
        assert (1 + kept).mean() == pytest.approx(tokens_per_haul(alpha, k), rel=0.01)
        assert kept.mean() / k == pytest.approx(accepted_share(alpha, k), rel=0.01)


def test_edges() -> None:
    assert tokens_per_haul(1, 5) == 6
    assert tokens_per_haul(0, 5) == 1 == tokens_per_haul(0.7, 0)
    assert tokens_per_haul(1 - 1e-12, 5) == pytest.approx(6)
    assert accepted_share(0.8, 4) == pytest.approx(0.59, abs=0.005)  # and not .8
    assert gain(0.8, 0, 0.1) == 1


@given(st.floats(0, 1), st.floats(0, 1.5))
def test_a_gain_exists_where_alpha_exceeds_c(alpha: float, c: float) -> None:
    if abs(alpha - c) > 1e-9:
        assert pays(alpha, c) == (alpha > c)
        if alpha > c:
            assert best_k(alpha, c).gain >= gain_at_least(alpha, c) > 1


@given(st.floats(0, 0.99), st.floats(0.001, 0.5))
def test_the_best_k_is_the_best(alpha: float, c: float) -> None:
    best = best_k(alpha, c, most=30)
    assert best.gain == max([1.0, *(gain(alpha, k, c) for k in range(1, 31))])


def test_a_measured_pass() -> None:
    assert best_k(0.8, 0.05, {1: 1.05, 4: 1.1, 8: 1.9}).k == 4
    assert best_k(0.8, 0.05, lambda k: 1 + 0.6 * k) == Best(1, pytest.approx(1.8 / 1.65))
    assert not pays(0.3, 0.05, lambda k: 1 + k)  # verifying as dear as decoding: no gain, though alpha > c


@given(st.floats(1, 4), st.integers(1, 8), st.floats(0, 0.3))
def test_the_alpha_that_a_gain_needs(wanted: float, k: int, c: float) -> None:
    alpha = alpha_needed(wanted, k, c)
    if alpha is None:
        assert gain(1, k, c) < wanted
    else:
        assert gain(alpha, k, c) >= wanted - 1e-9
        assert alpha < 1e-9 or gain(alpha - 1e-6 * alpha, k, c) < wanted + 1e-9


@pytest.mark.parametrize(
    "bad", [lambda: tokens_per_haul(1.1, 2), lambda: tokens_per_haul(0.5, -1), lambda: gain(0.5, 1, -1)]
)
def test_out_of_range(bad: object) -> None:
    with pytest.raises(ValueError, match="must be"):
        bad()  # type: ignore[operator]


def test_both_formulas_in_the_wild_are_wrong() -> None:
    """Words per haul is no speed-up once drafting costs something; alpha k / (1 + (1 - alpha) k) is neither."""
    assert gain(0.8, 4, 0.1) < tokens_per_haul(0.8, 4) - 0.5
    assert abs(0.8 * 4 / (1 + 0.2 * 4) - tokens_per_haul(0.8, 4)) > 0.5
