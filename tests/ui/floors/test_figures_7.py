"""Floor 7's figures are read off the scripted rounds: 3 and 5 words, 8 in 2 hauls, and what the moon changes."""

from __future__ import annotations

import pytest

from tower.experiments.scripted import scene
from tower.ui.floors.figures_7 import changed_by_the_moon, figures, right_answer
from tower.ui.floors.score_sheet import score_sheet, sheet_html

LANGUAGES = ("zh-Hant", "en")


@pytest.mark.parametrize("language", LANGUAGES)
def test_eight_words_in_two_hauls(language: str) -> None:
    told = figures(language)
    counted = [told[name] for name in ("first", "second", "words", "hauls", "plain_hauls", "drafted", "k", "prints")]
    assert counted == ["3", "5", "8", "2", "8", "8", "4", "5"]
    assert (told["p"], told["q"], told["accept"]) == ("0.25", "0.60", "0.417")
    assert float(told["u"]) >= float(told["accept"])
    before, full, kept = int(told["before"]), int(told["full"]), int(told["kept"])
    assert (full - before, kept - before) == (5, 3)  # the row of five; its first word and two passed slips


@pytest.mark.parametrize("language", LANGUAGES)
def test_answers(language: str) -> None:
    assert changed_by_the_moon(language) == "stamp"
    assert right_answer(language) == "n1" and figures(language)["one"] == "1"


def test_words_of_both_tales() -> None:
    named = ("returned", "corrected", "torn", "bonus")
    assert [figures("zh-Hant")[name] for name in named] == ["會", "再次", "響起", "城"]
    assert [figures("en")[name] for name in named] == ["soon", "again", "ring", "city"]


def test_sheet_holds_every_number_of_a_round() -> None:
    def say(key: str, **values: object) -> str:
        return " ".join([key, *map(str, values.values())])

    rows = score_sheet(scene("story", "en")["rounds"][0], True, say)
    assert rows[0] == ["", "slip 1", "slip 2", "slip 3", "slip 4", "after_all"]
    dark = [" ".join(row) for row in rows]
    assert "guess bell will soon ring –" in dark
    assert "print bell will again ring ." in dark
    assert "q_raw 0.6 0.7 0.6 0.8 –" in dark
    assert "same yes yes no unasked yes –" in dark
    assert "stamp seal.accepted seal.accepted seal.rejected seal.discarded unused" in dark
    assert "written bell will again – –" in dark
    moon = [" ".join(row) for row in score_sheet(scene("story", "en", moon=True)["rounds"][1], False, say)]
    assert "accept 0.944 1 1 1 –" in moon
    assert "written ring , waking the city" in moon
    assert "stamp seal.accepted seal.accepted seal.accepted seal.accepted seal.bonus" in moon


def test_sheet_shows_words_as_text() -> None:
    html = sheet_html([["", "<b>"], ["row", "&"]], 'a "label"', "#123456")
    assert "&lt;b&gt;" in html and "<td>&amp;</td>" in html and "a &quot;label&quot;" in html
