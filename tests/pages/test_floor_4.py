"""Floor 4 as its server side draws it, in both languages."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from streamlit.testing.v1 import AppTest

from tests.pages.reading import answer, components, said
from tower.ui import words
from tower.ui.errors import escaped
from tower.ui.floors import floor_4
from tower.ui.floors.figures_4 import figures
from tower.ui.floors.stamping import engine, missed, read

Visit = Callable[..., AppTest]


def text(language: str, key: str, **values: object) -> str:
    return words.text(language, f"floor_4.{key}", **{**figures(language), **values})


def stamped(app: AppTest, report: dict[str, Any]) -> AppTest:
    """As if the learner's choices had come back from the browser; its callback cannot be called from here."""
    case = next(case for case in floor_4._cases("zh-Hant") + floor_4._cases("en") if case.id == report["id"])
    app.session_state[f"floor_4/kept/stamped/{case.id}"] = read(report, case)
    app.run()
    assert not app.exception
    return app


def test_the_engine_answers_only_after_the_learner(visit: Visit, language: str) -> None:
    app = visit("floor_4")
    [desk] = components(app, "desk")
    assert desk["answer"] is None and len(desk["prints"]) == len(desk["slips"]) + 1
    case = floor_4._cases(language)[0]
    wrong = {"id": case.id, "stamps": ["accepted"] * 4, "written": ["slip"] * 4 + ["print"]}
    stamped(app, wrong)
    [desk] = components(app, "desk")
    assert desk["answer"]["stamps"] == list(engine(case).stamps) and desk["kept"]["stamps"] == wrong["stamps"]
    report = read(wrong, case)
    assert report is not None
    for miss in missed(case, report):
        values = {name: escaped(str(value)) for name, value in miss.values.items()}
        assert text(language, f"missed.{miss.key}", **values) in said(app)


def test_right_stamps_are_praised_and_another_round_comes(visit: Visit, language: str) -> None:
    app = visit("floor_4")
    case = floor_4._cases(language)[0]
    right = engine(case)
    stamped(app, {"id": case.id, "stamps": list(right.stamps), "written": list(right.written)})
    written = sum(source != "none" for source in right.written)
    assert text(language, "desk_right", written=written) in said(app)
    app.button(key="floor-4-next").click().run()
    [desk] = components(app, "desk")
    assert desk["id"] == floor_4._cases(language)[1].id and desk["answer"] is None


def test_k_decodes_anew(visit: Visit, language: str) -> None:
    app = visit("floor_4")
    [shown] = components(app, "stage")
    assert shown["run"]["id"] == "floor-4-recorded" and shown["run"]["trace"]["rounds"]
    assert text(language, "recorded") in said(app)
    app.slider(key="floor-4-k").set_value(2).run()
    assert not app.exception
    [shown] = components(app, "stage")
    assert shown["run"]["trace"]["settings"]["k"] == 2 and shown["run"]["trace"]["finish"] != "running"
    assert text(language, "computed", k=2) in said(app)
    assert len(app.dataframe[0].value) == 2


def test_the_learner_drafts(visit: Visit, language: str) -> None:
    app = visit("floor_4")
    guess = {"zh-Hant": "沉睡的鐘", "en": "the sleeping bell"}[language]
    app.text_input[0].set_value(guess)
    next(one for one in app.button if one.label == text(language, "you.submit")).click().run()
    assert not app.exception and not app.error
    mine = components(app, "stage")[1]["run"]["trace"]
    assert mine["settings"]["drafter"] == "you" and len(mine["rounds"]) == 1
    assert all(slip["q"] == 1 for slip in mine["rounds"][0]["drafts"])
    assert len(app.metric) == 3
    next(one for one in app.button if one.label == text(language, "you.submit")).click().run()
    assert text(language, "you.nothing") in said(app)
    app.button(key="floor-4-you-again").click().run()
    assert len(components(app, "stage")) == 1


def test_two_weeks_come_after_the_prediction(visit: Visit, language: str) -> None:
    app = visit("floor_4")
    assert text(language, "week.legend") not in said(app)
    answer(app, "floor_4.predict.weeks", "same", "look")
    assert text(language, "predict.weeks.after.same") in said(app)
    assert text(language, "week.legend") in said(app)


def test_quiz_wrong_then_right_earns_the_line_and_the_case(visit: Visit, language: str) -> None:
    app = answer(visit("floor_4"), "floor_4.quiz", "prints", "check")
    assert text(language, "quiz.why.prints") in said(app) and text(language, "ledger") not in said(app)
    answer(app, "floor_4.quiz", "corrected", "check")
    assert text(language, "quiz.why.corrected") in said(app) and text(language, "ledger") in said(app)
    [a_round] = components(app, "stage")[-1]["run"]["trace"]["rounds"]
    assert len(a_round["tokens"]) == 3
