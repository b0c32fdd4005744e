from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from tower.decoding.distribution import (
    Warp,
    entropy,
    overlap,
    residual,
    sample,
    sample_many,
    softmax,
    total_variation,
)
from tower.decoding.errors import LogitsError, SettingError

logits = arrays(np.float32, st.tuples(st.integers(1, 4), st.integers(2, 40)), elements=st.floats(-30, 30, width=32))
warps = st.builds(
    Warp,
    temperature=st.sampled_from([0, 0.01, 0.3, 0.7, 1, 1.5, 5]),
    top_k=st.integers(0, 12),
    top_p=st.sampled_from([0.05, 0.5, 0.9, 0.999, 1.0]),
)


def by_definition(row: np.ndarray, warp: Warp) -> np.ndarray:
    """The warp on one row, word by word in order of probability."""
    if warp.temperature == 0:
        return np.eye(len(row))[int(np.argmax(row))]
    z = (row.astype(np.float64) - row.max()) / warp.temperature
    p = np.exp(z) / np.exp(z).sum()
    order = sorted(range(len(p)), key=lambda i: (-float(row[i]), i))
    kept = order[: warp.top_k] if warp.top_k else order
    if warp.top_p < 1:
        total, mass, fewest = sum(p[i] for i in kept), 0.0, []
        for i in kept:
            if mass >= warp.top_p * total:
                break
            fewest.append(i)
            mass += p[i]
        kept = fewest
    out = np.zeros_like(p)
    out[kept] = p[kept]
    return out / out.sum()


@given(logits, warps)
def test_a_warp_gives_laws(rows: np.ndarray, warp: Warp) -> None:
    p = warp(rows)
    assert p.shape == rows.shape
    assert (p >= 0).all() and np.isfinite(p).all()
    assert np.allclose(p.sum(axis=-1), 1, atol=1e-5)
    likeliest = softmax(rows, warp.temperature or 1).argmax(axis=-1)
    assert (p[np.arange(len(rows)), rows.argmax(axis=-1) if warp.greedy else likeliest] > 0).all()


@given(st.integers(0, 10_000), warps, st.integers(2, 600))
def test_the_warp_follows_its_definition(seed: int, warp: Warp, size: int) -> None:
    rows = np.random.default_rng(seed).standard_normal((3, size)).astype(np.float32) * 3
    for row, p in zip(rows, warp(rows), strict=True):
        wanted = by_definition(row, warp)
        cold = 1e-3 if warp.temperature < 0.1 else 2e-5  # float32 differences divided by the temperature
        if warp.top_p < 1 and np.count_nonzero(p) != np.count_nonzero(wanted):
            # the mass can touch top_p within rounding: then one word more or less is right
            assert abs(np.count_nonzero(p) - np.count_nonzero(wanted)) <= 1
            assert total_variation(p, wanted) < 0.06
        else:
            assert np.allclose(p, wanted, atol=cold)


def test_a_row_alone_and_in_a_batch_have_the_same_law() -> None:
    rows = np.random.default_rng(3).standard_normal((5, 6000)).astype(np.float32) * 4
    for warp in (Warp(), Warp(0.7), Warp(0), Warp(1.3, 50, 0.9), Warp(1, 0, 0.95), Warp(1, 40)):
        together = warp(rows)
        for row, p in zip(rows, together, strict=True):
            assert np.array_equal(warp(row), p)


def test_temperature_zero_is_the_lowest_index_of_the_maximum() -> None:
    assert Warp(0)(np.array([1.0, 3.0, 3.0, 2.0])).tolist() == [0, 1, 0, 0]


def test_cold_is_no_division() -> None:
    row = np.array([[0.0, 5.0, 5.0, -5.0]], dtype=np.float32)
    for temperature in (0.01, 1e-6, 1e-300):
        assert Warp(temperature)(row).tolist() == [[0, 0.5, 0.5, 0]]


def test_equals_are_cut_from_the_highest_index() -> None:
    row = np.zeros(5, dtype=np.float32)
    assert Warp(1, top_k=2)(row).tolist() == [0.5, 0.5, 0, 0, 0]
    assert np.count_nonzero(Warp(1, top_p=0.6)(row)) == 3
    assert Warp(1, top_p=0.6)(row)[:3].min() > 0
    row = np.array([0, 9, 0, 0, 9], dtype=np.float32)
    assert np.flatnonzero(Warp(1, top_k=3)(row)).tolist() == [0, 1, 4]


def test_top_p_after_top_k_counts_what_top_k_left() -> None:
    p = np.array([0.4, 0.3, 0.2, 0.1])
    assert np.count_nonzero(Warp(1, top_k=2, top_p=0.55)(np.log(p))) == 1  # .4 / .7 = .57


@pytest.mark.parametrize("bad", [np.nan, np.inf])
@pytest.mark.parametrize("warp", [Warp(0), Warp(1), Warp(0.5, 3, 0.9)])
def test_logits_that_are_no_numbers_are_refused(bad: float, warp: Warp) -> None:
    rows = np.zeros((2, 5), dtype=np.float32)
    rows[1, 3] = bad
    with pytest.raises(LogitsError) as error:
        warp(rows)
    assert error.value.code == "logits-not-finite"
    with pytest.raises(LogitsError):
        warp(np.full(5, -np.inf, dtype=np.float32))


def test_minus_infinity_is_a_word_that_cannot_come() -> None:
    row = np.array([0, -np.inf, 0], dtype=np.float32)
    for warp in (Warp(1), Warp(0.2), Warp(1, 2, 0.9)):
        assert warp(row).tolist() == [0.5, 0, 0.5]


@pytest.mark.parametrize("settings", [(-1, 0, 1), (np.nan, 0, 1), (np.inf, 0, 1), (1, -1, 1), (1, 0, 0), (1, 0, 1.1)])
def test_settings_out_of_range(settings: tuple[float, int, float]) -> None:
    with pytest.raises(SettingError):
        Warp(*settings)


def test_distances() -> None:
    p, q = np.array([0.4, 0.35, 0.25]), np.array([0.2, 0.6, 0.2])
    assert overlap(p, q) == pytest.approx(0.75)
    assert total_variation(p, q) == pytest.approx(0.25)
    assert residual(p, q) == pytest.approx([0.8, 0, 0.2])
    assert residual(p, p) == pytest.approx(p)  # nothing left: p
    assert entropy(np.array([0.5, 0.5, 0.0])) == pytest.approx(np.log(2))


@given(
    arrays(np.float64, st.integers(1, 30), elements=st.sampled_from([0, 0, 1e-12, 0.1, 1, 7])).filter(
        lambda law: law.sum() > 0
    ),
    st.floats(0, 1, exclude_max=True),
)
def test_no_draw_gives_a_word_without_a_chance(law: np.ndarray, u: float) -> None:
    word = sample(law, u)
    assert law[word] > 0
    below, upto = law[:word].sum(), law[: word + 1].sum()
    assert below <= u * law.sum() * (1 + 1e-12) and u * law.sum() <= upto * (1 + 1e-12)


def test_draws_at_the_edges() -> None:
    law = np.array([0, 0.25, 0, 0.75, 0])
    top = 1 - 2.0**-53
    assert [sample(law, u) for u in (0.0, 0.2499, 0.25, top)] == [1, 1, 3, 3]
    assert sample_many(law, np.array([0.0, 0.25, top])).tolist() == [1, 3, 3]
    assert sample(np.full(3, 1 / 3, dtype=np.float32), top) == 2
    with pytest.raises(LogitsError):
        sample(np.zeros(3), 0.5)


def test_softmax_keeps_its_argument() -> None:
    row = np.array([1.0, 2.0])
    softmax(row, 0.5)
    assert row.tolist() == [1.0, 2.0]
