"""The floors' texts: the same shape in both languages, every figure filled by code, Chinese as written in Taiwan."""

from __future__ import annotations

import re
import string
import unicodedata
from importlib import import_module

import pytest
from opencc import OpenCC

from tests.ui.test_words import TAIWAN_TOO
from tower.ui import words
from tower.ui.floors.climb import FLOORS
from tower.ui.floors.passage import sections

PAGES = (*FLOORS, "finish")
EVERY = [(page, language) for page in PAGES for language in words.LANGUAGES]
QUESTIONS = range(1, 27)  # what learners ask, by number


def figures(page: str, language: str) -> dict[str, str]:
    module = import_module(f"tower.ui.floors.figures_{page.removeprefix('floor_')}")
    found: dict[str, str] = module.figures(language)
    return found


def broken_bold(text: str) -> list[str]:
    """Bold that Markdown would not render: a mark between a letter and punctuation that belongs to the bold part."""
    broken = []
    for line in text.split("\n"):
        parts = line.split("**")
        for before, bold, after in zip(parts[0::2], parts[1::2], parts[2::2], strict=False):
            opens = letter(bold[:1]) or not letter(before[-1:])
            closes = letter(bold[-1:]) or not letter(after[:1])
            if not (opens and closes):
                broken.append(bold)
    return broken


def letter(character: str) -> bool:
    return bool(character) and not character.isspace() and not unicodedata.category(character).startswith(("P", "S"))


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


@pytest.mark.parametrize("page", PAGES)
def test_both_languages_have_the_same_sections_and_figures(page: str) -> None:
    english, chinese = sections("en", page), sections("zh-Hant", page)
    assert list(english) == list(chinese)
    assert "lead" in english and "sources" in english
    for name in english:
        assert placeholders(english[name]) == placeholders(chinese[name]), name


@pytest.mark.parametrize(("page", "language"), EVERY)
def test_every_figure_in_a_passage_is_known_to_the_code(page: str, language: str) -> None:
    known = set(figures(page, language))
    for name, text in sections(language, page).items():
        assert placeholders(text) <= known, name

        assert broken_bold(text) == [], name


@pytest.mark.parametrize("floor", FLOORS)
def test_a_passage_is_neither_a_note_nor_a_treatise(floor: str) -> None:
    english = " ".join(text for name, text in sections("en", floor).items() if name != "sources")
    chinese = "".join(text for name, text in sections("zh-Hant", floor).items() if name != "sources")
    assert 250 <= len(english.split()) <= 500, len(english.split())
    assert 400 <= len(re.findall(r"[\u4e00-\u9fff]", chinese)) <= 800, len(re.findall(r"[\u4e00-\u9fff]", chinese))


@pytest.mark.parametrize("page", PAGES)
def test_chinese_passages_are_traditional_as_in_taiwan(page: str) -> None:
    convert = OpenCC("s2twp").convert
    for name, text in sections("zh-Hant", page).items():
        for phrase in TAIWAN_TOO:
            text = text.replace(phrase, "\n")
        assert convert(text) == text, name


def test_every_question_that_learners_ask_is_answered_once() -> None:
    asked = [
        int(key.split(".q")[1].split(".")[0])
        for key in words.catalogue("en")
        if re.search(r"\.ask\.q\d+\.question$", key)
    ]
    assert sorted(asked) == list(QUESTIONS)
    for floor in FLOORS:
        assert (
            1
            <= sum(key.startswith(f"{floor}.ask.") and key.endswith(".question") for key in words.catalogue("en"))
            <= 4
        )


@pytest.mark.parametrize("floor", FLOORS)
def test_every_choice_of_a_question_is_explained(floor: str) -> None:
    for language in words.LANGUAGES:
        quiz = words.branch(language, f"{floor}.quiz")
        assert len(quiz["choices"]) >= 3 and set(quiz["why"]) == set(quiz["choices"])
        predictions = words.branch(language, f"{floor}.predict")
        assert predictions
        for prediction in predictions.values():
            assert len(prediction["choices"]) >= 2 and set(prediction["after"]) == set(prediction["choices"])
