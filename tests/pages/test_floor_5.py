"""Floor 5 as its server side draws it, in both languages."""

from __future__ import annotations

import json
from collections.abc import Callable
from urllib.parse import parse_qsl

import pytest
from streamlit.testing.v1 import AppTest

from tests.pages.reading import answer, components, said
from tower.ui import words
from tower.ui.floors.figures_5 import figures
from tower.ui.measured import measured
from tower.ui.workshop import settings as workshop

Visit = Callable[..., AppTest]


def text(language: str, key: str, **values: object) -> str:
    return words.text(language, f"floor_5.{key}", **{**figures(language), **values})


def test_the_hundred_slips_are_there_at_once(visit: Visit, language: str) -> None:
    app = visit("floor_5")
    [shown] = components(app, "slips")
    assert (shown["drawn"], shown["kept"], shown["written"]) == ([80, 10, 10], [50, 10, 10], [50, 30, 20])
    assert len(shown["slips"]) == 100 and not shown["surplus"]
    assert shown["text"]["captions"][4] == text(language, "beats.exact.b4")
    [dials] = components(app, "floor_dials")
    assert dials["work"]["accept"][0] == pytest.approx(0.625)


def test_predicting_the_redraw_shows_its_slips(visit: Visit, language: str) -> None:
    app = answer(visit("floor_5"), "floor_5.predict.redraw", "same", "look")
    assert text(language, "predict.redraw.after.same") in said(app)
    assert text(language, "predict.redraw.choices.redrawn") in said(app)
    wrong = components(app, "slips")[1]
    assert (wrong["written"], wrong["surplus"]) == ([65, 19, 16], True)
    assert text(language, "beats.redraw.b4") == wrong["text"]["captions"][4]


def test_quiz_explains_what_is_wrong_and_then_earns_the_line(visit: Visit, language: str) -> None:
    app = answer(visit("floor_5"), "floor_5.quiz", "half", "check")
    assert text(language, "quiz.why.half") in said(app)
    assert text(language, "ledger") not in said(app)
    answer(app, "floor_5.quiz", "sure", "check")
    assert text(language, "quiz.why.sure") in said(app)
    assert text(language, "ledger") in said(app)


def test_the_real_pair_is_shown_recorded_then_asked(visit: Visit, language: str) -> None:
    app = visit("floor_5")
    [first, *_, old] = measured("next_words").figures[language]
    chart = json.loads(app.get("plotly_chart")[0].proto.spec)
    assert [bar["name"] for bar in chart["data"]] == [text(language, f"pair.names.{n}") for n in "pq"]
    assert f"{100 * first['shared']:.1f}" in said(app)
    app.button(key="floor-5-example-2").click().run()
    assert f"{100 * old['shared']:.1f}".removesuffix(".0") in said(app)
    assert text(language, "pair.live") not in said(app)
    app.text_input[0].set_value("鐘響了" if language == "zh-Hant" else "The bell rings").run()
    assert not app.exception and not app.error
    assert text(language, "pair.live") in said(app)
    link = next(link for link in app.get("page_link") if "context" in link.proto.query_string)
    found, ignored = workshop.read(dict(parse_qsl(link.proto.query_string)))
    assert not ignored and found.dials.size == 8 and found.context


def test_an_empty_beginning_is_answered_in_words(visit: Visit, language: str) -> None:
    app = visit("floor_5")
    app.text_input[0].set_value("  ").run()
    assert not app.exception
    assert app.error[0].value == words.text(language, "errors.prompt-empty")
