"""The figures that floor 6 quotes are the published ones, and the recorded ones hold what its charts need."""

from __future__ import annotations

import pytest

from tower.theory.accounts import gain
from tower.ui import words
from tower.ui.floors.bad_days import TEXTS, WAYS, gains_by_requests, of_full_houses
from tower.ui.floors.figures_6 import figures
from tower.ui.measured import measured

LANGUAGES = list(words.LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_published_figures(language: str) -> None:
    found = figures(language)
    assert (found["words_84"], found["words_54"], found["words_88"]) == ("3.36", "1.94", "4.33")
    assert found["gain_few"] == found["gain_many"] == "2.40"
    assert found["kept_84"] == "0.59"
    assert (found["small_gain"], found["large_gain"], found["small_alpha"]) == ("3.4", "1.7", "0.75")


def test_a_saturated_batch_is_the_quizs_answer() -> None:
    """Five rows at five times the cost of one bring less than plain decoding; the other choices bring a lot."""
    assert float(figures("en")["crowd_gain"]) < 1
    assert gain(0.8, 4, 0.02) > 2 and gain(0.75, 7, 0.02) > 2


def test_recorded_dials_are_whole() -> None:
    found = measured("flatter_dials").figures
    assert {0.0, 1.0, 2.0} <= set(found["temperatures"])
    for kind in TEXTS:
        for way in WAYS:
            series = found["texts"][kind][way]
            assert len(series) == len(found["temperatures"]) and all(0 <= share <= 1 for share in series)
        plain = found["temperatures"].index(1.0)
        assert found["texts"][kind]["both"][plain] == pytest.approx(found["texts"][kind]["target"][plain], abs=1e-4)


def test_recorded_gains_name_their_account() -> None:
    found = measured("gain_by_k").figures
    assert {str(point["k"]) for point in found["points"]} == set(found["v"])
    assert 0 < found["alpha"] < 1 and 0 < found["c"] < 1
    assert all(point["gain"] > 0 and 1 <= point["tokens_per_haul"] <= point["k"] + 1 for point in found["points"])


def test_gain_of_a_batch_is_the_account_with_its_own_v() -> None:
    passes = {"plain": {"1": 2.0, "8": 3.0, "64": 4.0}, "checking": {"1": 2.0, "8": 6.0}}
    assert gains_by_requests(passes, 0.8, 4, 0.1) == {1: gain(0.8, 4, 0.1, 1.0), 8: gain(0.8, 4, 0.1, 2.0)}


def test_recorded_words_are_laws() -> None:
    by_language = measured("next_words").figures
    assert set(by_language) == set(words.LANGUAGES)
    for found in (one for some in by_language.values() for one in some):
        assert sum(found["p"]) == pytest.approx(1, abs=1e-4) and sum(found["q"]) == pytest.approx(1, abs=1e-4)
        assert len(found["p"]) == len(found["q"]) == len(found["words"]) + 1
        assert found["shared"] <= sum(map(min, found["p"], found["q"])) + 1e-4


@pytest.mark.parametrize(
    ("gains", "key", "lost"),
    [
        ({1: 1.5, 4: 2.0, 16: 1.2}, "still", None),
        ({1: 0.9, 4: 1.4, 16: 0.8, 64: 0.5}, "lost", 16),
        ({1: 0.9, 4: 0.8}, "never", None),
    ],
)
def test_what_a_full_house_says_follows_the_measurement(gains: dict[int, float], key: str, lost: int | None) -> None:
    said: dict[str, object] = {}

    class Listening:
        def t(self, name: str, **values: object) -> str:
            said.update(values)
            return name

    assert of_full_houses(Listening(), gains) == f"house.{key}"  # type: ignore[arg-type]
    assert said.get("lost") == lost
