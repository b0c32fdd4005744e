"""The table is exact: on whole fractions the engine's own rules give p to the last digit, or provably do not."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import settings as proof
from hypothesis import strategies as st

from tower.decoding.distribution import Warp
from tower.decoding.rulebook import RULES
from tower.decoding.rules import law
from tower.ui.workshop.dials import PRESETS, Dials, shares_of
from tower.ui.workshop.settings import SCOPES, Settings
from tower.ui.workshop.workings import in_fractions, workings

EXACT = [code for code, rule in RULES.items() if rule.exact]
STEADY = proof(deadline=None, max_examples=50, derandomize=True)
WARM = Warp(temperature=0.7, top_k=3, top_p=0.9)


@st.composite
def dials(draw: st.DrawFn) -> Dials:
    size = draw(st.integers(3, 8))
    weights = st.lists(st.integers(0, 9), min_size=size, max_size=size).filter(any)
    total = draw(st.sampled_from([100, 1000]))
    p, q = (shares_of(tuple(draw(weights)), total) for _ in "pq")
    return Dials(p, q)


@pytest.mark.parametrize("code", EXACT)
@STEADY
@given(made=dials())
def test_exact_rules_are_exact_in_whole_fractions(code: str, made: Dials) -> None:
    work = in_fractions(Settings(dials=made, rule=code))
    assert work is not None
    assert all(written == wanted for written, wanted in zip(work.law, work.p, strict=True))
    assert work.distance == 0


@pytest.mark.parametrize("code", RULES)
@STEADY
@given(made=dials())
def test_fractions_and_floats_tell_the_same(code: str, made: Dials) -> None:
    settings = Settings(dials=made, rule=code)
    exact, rounded = in_fractions(settings), workings(settings)
    if exact is not None:
        for name in ("drawn", "accept", "accepted", "rejected", "replacement", "flows", "law"):
            np.testing.assert_allclose(getattr(exact, name).astype(float), getattr(rounded, name), atol=1e-12)


@pytest.mark.parametrize("code", RULES)
@STEADY
@given(made=dials())
def test_the_pieces_add_up_to_the_engines_law(code: str, made: Dials) -> None:
    settings = Settings(dials=made, rule=code)
    work = workings(settings)
    np.testing.assert_allclose(work.law, law(settings.rule_object(), work.p, work.q), atol=1e-12)
    np.testing.assert_allclose(work.accepted + work.rejected, work.drawn, atol=1e-12)
    assert work.law.sum() == pytest.approx(1, abs=1e-12)


def test_the_worked_example() -> None:
    work = in_fractions(Settings())
    assert work is not None
    assert work.accept[0] == Fraction(5, 8) and list(work.accept[1:]) == [1, 1]
    assert list(work.replacement[0]) == [0, Fraction(2, 3), Fraction(1, 3)]
    assert [float(mass) for mass in work.flows[0]] == [0, 0.2, 0.1]
    assert work.alpha == Fraction(7, 10)
    wrong = in_fractions(Settings(rule="resample-from-p"))
    assert wrong is not None and [round(100 * mass) for mass in wrong.law] == [65, 19, 16]


@pytest.mark.parametrize("scope", SCOPES)
def test_only_a_ratio_that_does_not_know_the_warp_breaks_the_exact_rule(scope: str) -> None:
    for code, made in PRESETS.items():
        work = workings(Settings(dials=made, warp=WARM, scope=scope))
        if scope != "ratio":
            assert work.distance == pytest.approx(0, abs=1e-12), code
    assert workings(Settings(warp=WARM, scope="ratio")).missed
    assert workings(Settings(dials=PRESETS["zipf"], warp=WARM, scope="ratio")).missed


def test_a_warp_leaves_no_fractions() -> None:
    assert in_fractions(Settings(warp=Warp(temperature=0.5))) is None
    assert in_fractions(Settings(rule="softmax-residual")) is None
    assert in_fractions(Settings(rule="typical")) is None


def test_temperature_0_puts_all_on_one_word() -> None:
    work = workings(replace(Settings(), warp=Warp(temperature=0)))
    assert list(work.law) == [1, 0, 0] and list(work.drawn) == [1, 0, 0]
