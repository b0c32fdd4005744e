"""Stamping by hand: the engine's answer follows the trace, reports are checked, what was missed has words."""

from __future__ import annotations

from typing import Any

import pytest

from tower.experiments.scripted import scene
from tower.ui import words
from tower.ui.floors.figures_4 import ARCHAIC, EASY
from tower.ui.floors.stamping import (
    SOURCES,
    STAMPS,
    Case,
    Stamped,
    cases_of,
    engine,
    in_teaching_order,
    missed,
    read,
)
from tower.ui.floors.stamping_desk import desk_data
from tower.ui.recordings import recording

LANGUAGES = ("zh-Hant", "en")


def told_case(language: str = "en") -> Case:
    [case] = cases_of("quiz", scene("quiz", language, rounds=1))
    return case


def recorded(language: str) -> list[Case]:
    return [case for name in (EASY, ARCHAIC) for case in cases_of(name, recording(name, language).trace)]


def test_engine_of_the_question() -> None:
    answer = engine(told_case())
    assert answer.stamps == ("accepted", "accepted", "rejected", "discarded")
    assert answer.written == ("slip", "slip", "print", "none", "none")


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_engine_wrote_is_what_the_round_wrote(language: str) -> None:
    for case in recorded(language):
        slips, prints = case.round["drafts"], case.prints
        texts = {"slip": [slip["text"] for slip in slips], "print": [text for _, text in prints]}
        written = [texts[source][place] for place, source in enumerate(engine(case).written) if source != "none"]
        assert written == [token["text"] for token in case.round["tokens"]]


@pytest.mark.parametrize("language", LANGUAGES)
def test_first_case_has_a_torn_slip_behind_a_returned_one(language: str) -> None:
    ordered = in_teaching_order(recorded(language))
    assert engine(ordered[0]).stamps.count("rejected") == 1 and "discarded" in engine(ordered[0]).stamps
    assert engine(ordered[0]).stamps[0] == "accepted"
    assert set(engine(ordered[1]).stamps) == {"accepted"}
    assert engine(ordered[2]).stamps[0] == "rejected"
    assert sorted(case.id for case in ordered) == sorted(case.id for case in recorded(language))


def test_the_same_stamps_miss_nothing() -> None:
    case = told_case()
    assert missed(case, engine(case)) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_mistake_has_an_explanation(language: str) -> None:
    for case in [*recorded(language), told_case(language)]:
        k = len(case.round["drafts"])
        for stamp in STAMPS:
            for source in SOURCES:
                for miss in missed(case, Stamped((stamp,) * k, (source,) * (k + 1))):
                    sentence = words.text(language, f"floor_4.missed.{miss.key}", **miss.values)
                    assert "{" not in sentence


def test_an_agreeing_torn_slip_gets_its_own_sentence() -> None:
    [case, _] = cases_of("story", scene("story", "en"))
    everything = Stamped(("accepted",) * 4, ("slip", "slip", "print", "none", "none"))
    assert [miss.key for miss in missed(case, everything)] == ["rejected_accepted", "discarded_accepted_agrees"]
    assert missed(case, everything)[1].values["gone"] == "soon"


@pytest.mark.parametrize(
    "report",
    [
        None,
        "text",
        {"id": "other", "stamps": ["accepted"] * 4, "written": ["slip"] * 5},
        {"id": "quiz/0", "stamps": ["accepted"] * 3, "written": ["slip"] * 5},
        {"id": "quiz/0", "stamps": ["accepted"] * 4, "written": ["slip"] * 4},
        {"id": "quiz/0", "stamps": ["kept"] * 4, "written": ["slip"] * 5},
        {"id": "quiz/0", "stamps": ["accepted"] * 4, "written": [None] * 5},
    ],
)
def test_reports_that_make_no_sense_are_none(report: Any) -> None:
    assert read(report, told_case()) is None


def test_a_report_is_read() -> None:
    report = {"id": "quiz/0", "stamps": ["accepted"] * 4, "written": ["slip"] * 4 + ["print"]}
    assert read(report, told_case()) == Stamped(("accepted",) * 4, ("slip", "slip", "slip", "slip", "print"))


def test_the_desk_is_handed_no_verdict_before_there_is_an_answer() -> None:
    case = told_case()
    data = desk_data(case, None, None, presenter=False)
    assert data["answer"] is None and data["kept"] is None
    shown = {key: value for key, value in data.items() if key != "words"}
    assert not any(stamp in repr(shown) for stamp in STAMPS)
    assert data["slips"] == ["crosses", "seven", "bridges", "at"] and len(data["prints"]) == 5
