"""Floor 6 as its server side draws it, in both languages."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from streamlit.testing.v1 import AppTest

from tests.pages.reading import answer, said
from tower.experiments.other_vocabulary import SAME_SIZE, misread
from tower.theory.accounts import gain, tokens_per_haul
from tower.ui import here, words
from tower.ui.floors import bill
from tower.ui.floors.figures_6 import figures
from tower.ui.measured import measured
from tower.ui.numbers import two

Visit = Callable[..., AppTest]


def text(language: str, key: str, **values: object) -> str:
    return words.text(language, f"floor_6.{key}", **{**figures(language), **values})


def traces(app: AppTest) -> list[dict[str, Any]]:
    return [trace for node in app.get("plotly_chart") for trace in json.loads(node.proto.spec)["data"]]


def test_everything_recorded_is_there_at_once(visit: Visit, language: str) -> None:
    app = visit("floor_6")
    names = [trace.get("name") for trace in traces(app)]
    for key in ("bill.lines.measured", "flat.texts.hard", "house.lines.block", "paper.measured"):
        assert text(language, key) in names
    assert measured("gain_by_k").recorded in said(app)
    assert app.error[0].value.startswith(text(language, "words.refused"))


def test_four_or_eight_is_predicted_first(visit: Visit, language: str) -> None:
    app = answer(visit("floor_6"), "floor_6.predict.k", "eight", "look")
    assert text(language, "predict.k.after.eight") in said(app)
    assert text(language, "predict.k.choices.equal") in said(app)
    assert "2.40" in said(app)


def test_sliders_and_the_worked_examples_answer_with_the_account(visit: Visit, language: str) -> None:
    app = visit("floor_6")
    for number, (alpha, k) in enumerate(((0.8, 4), (0.5, 4), (0.8, 8))):
        app.button(key=f"floor-6-worked-{number}").click().run()
        shown = [metric.value for metric in app.metric]
        assert shown[0] == two(tokens_per_haul(alpha, k)) == ("3.36", "1.94", "4.33")[number]
    app.slider(key="floor-6/c").set_value(0.1).run()
    assert app.metric[1].value == f"{two(gain(0.8, 8, 0.1))}×" == "2.40×"
    assert not app.exception


def test_a_measurement_here_takes_the_place_of_the_recorded_one(visit: Visit, language: str, monkeypatch: Any) -> None:
    found = {**measured("gain_by_k").figures, "alpha": 0.123}
    here.bench.clear()
    monkeypatch.setattr(here, "gain_figures", lambda: found)
    app = visit("floor_6")
    app.button(key="floor-6-measure").click().run()
    assert not app.exception
    assert "0.12" in said(app)
    values = bill.pair_figures(found) | {"words": found["words"], "prompts": found["prompts"]}
    assert text(language, "bill.live", **values) in said(app)
    here.bench.clear()


def test_the_foreign_vocabulary_is_refused_by_the_engine(visit: Visit, language: str) -> None:
    app = visit("floor_6")
    kinds = next(group for group in app.get("button_group") if group.key == "floor-6-kind")
    kinds.set_value(SAME_SIZE).run()
    assert not app.exception
    assert words.text(language, "errors.vocabulary-words", id=2, target="", draft="")[:6] in app.error[0].value
    app.text_input[0].set_value("abc").run()
    assert misread("abc", kind=SAME_SIZE) in said(app)


def test_quiz_explains_what_is_wrong_and_then_earns_the_line(visit: Visit, language: str) -> None:
    app = answer(visit("floor_6"), "floor_6.quiz", "cold", "check")
    assert text(language, "quiz.why.cold") in said(app)
    assert text(language, "ledger") not in said(app)
    answer(app, "floor_6.quiz", "house", "check")
    assert text(language, "quiz.why.house") in said(app)
    assert text(language, "ledger") in said(app)
