"""A link says everything and can do no harm: every setting survives the way through the address."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.ui.workshop.test_workings import STEADY, dials
from tower.decoding.distribution import Warp
from tower.decoding.rulebook import RULES, parameters_of
from tower.ui.workshop.dials import PRESETS, Dials, preset_of, shares_of
from tower.ui.workshop.settings import SCOPES, Settings, names, read, with_parameter, with_rule, write


@st.composite
def settings(draw: st.DrawFn) -> Settings:
    made = draw(dials())
    locked = draw(st.frozensets(st.integers(0, made.size - 1)))
    warp = Warp(draw(st.integers(0, 40)) / 20, draw(st.integers(0, 8)), draw(st.integers(1, 20)) / 20)
    made_settings = Settings(
        replace(made, locked=locked), draw(st.sampled_from(list(RULES))), (), warp, draw(st.sampled_from(SCOPES)),
        draw(st.integers(0, 999_999)), draw(st.text(max_size=20)),
    )  # fmt: skip
    for name in parameters_of(made_settings.rule_object()):
        made_settings = with_parameter(made_settings, name, draw(st.integers(1, 100)) / 100)
    return made_settings


@STEADY
@given(made=settings())
def test_the_address_brings_every_setting_back(made: Settings) -> None:
    told = write(made)
    assert set(told) <= names()
    assert read(told) == (made, [])


def test_defaults_need_no_address() -> None:
    assert write(Settings()) == {}
    assert read({"lang": "en", "k": "4"}) == (Settings(), [])


@pytest.mark.parametrize(
    ("address", "bad"),
    [
        ({"p": "50-50", "q": "50-50"}, ["p", "q"]),  # two words are too few
        ({"p": "50-30-21", "q": "80-10-10"}, ["p", "q"]),
        ({"p": "-5-55-50", "q": "80-10-10"}, ["p", "q"]),
        ({"p": "<script>"}, ["p"]),
        ({"lock": "7"}, ["lock"]),
        ({"rule": "magic"}, ["rule"]),
        ({"rule": "threshold", "t": "7"}, ["t"]),
        ({"temperature": "nan"}, ["temperature"]),
        ({"temperature": "99"}, ["temperature"]),
        ({"top_k": "-1"}, ["top_k"]),
        ({"top_p": "0"}, ["top_p"]),
        ({"on": "everybody"}, ["on"]),
        ({"seed": "-3"}, ["seed"]),
        ({"context": "x" * 5000}, ["context"]),
    ],
)
def test_nonsense_is_named_and_left_out(address: dict[str, str], bad: list[str]) -> None:
    found, ignored = read(address)
    assert ignored == bad
    assert found == with_rule(Settings(), address["rule"]) if address.get("rule") in RULES else found == Settings()


def test_another_rule_starts_with_its_own_parameters() -> None:
    strict = with_parameter(with_rule(Settings(), "threshold"), "t", 0.5)
    assert with_rule(strict, "drop-low-q").parameters == ()
    assert with_parameter(strict, "t", 0.3).parameters == ()  # the default again


def test_presets_are_dials_and_can_be_told_apart() -> None:
    assert {preset_of(made) for made in PRESETS.values()} == set(PRESETS)
    assert preset_of(Dials((1, 1, 98), (98, 1, 1))) is None
    assert preset_of(replace(PRESETS["moon"], locked=frozenset({1}))) == "moon"


def test_shares_sum_to_the_total() -> None:
    assert shares_of((1 / 3, 1 / 3, 1 / 3), 100) == (34, 33, 33)
    assert sum(shares_of((0.123, 0.4567, 0.4203), 1000)) == 1000
