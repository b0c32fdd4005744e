"""Floor 4's figures are the decoder's: the question, the two recorded weeks."""

from __future__ import annotations

import pytest

from tower.ui.floors.figures_4 import ARCHAIC, EASY, figures, right_answer, right_week
from tower.ui.recordings import recording

LANGUAGES = ("zh-Hant", "en")


@pytest.mark.parametrize(
    ("language", "kept", "corrected", "prints", "slips"),
    [
        ("zh-Hant", "吹過第七", "吹過第七道", "吹過第七道門前", "吹過第七座塔"),
        ("en", "crosses seven", "crosses seven gates", "crosses seven gates by night", "crosses seven bridges at"),
    ],
)
def test_question_and_its_choices(language: str, kept: str, corrected: str, prints: str, slips: str) -> None:
    told = figures(language)
    found = [told[f"quiz_{code}"] for code in ("kept", "corrected", "prints", "slips")]
    assert found == [kept, corrected, prints, slips]
    assert right_answer(language) == "corrected"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_round_writes_one_to_five(language: str) -> None:
    assert (figures(language)["k"], figures(language)["most"]) == ("4", "5")
    for code in (EASY, ARCHAIC):
        written = [len(a_round["tokens"]) for a_round in recording(code, language).trace["rounds"]]
        assert min(written) >= 1 and max(written) <= 5


@pytest.mark.parametrize("language", LANGUAGES)
def test_weeks_are_those_of_the_recordings(language: str) -> None:
    told = figures(language)
    for name, code in (("easy", EASY), ("archaic", ARCHAIC)):
        tokens, hauls = int(told[f"{name}_tokens"]), int(told[f"{name}_hauls"])
        assert told[f"{name}_rate"] == f"{tokens / hauls:.2f}"
        assert recording(code, language).trace["settings"]["k"] == 4
    assert right_week(language) == "fewer"
    assert float(told["easy_rate"]) > float(told["archaic_rate"]) >= 1
