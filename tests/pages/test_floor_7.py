"""Floor 7 as its server side draws it, in both languages."""

from __future__ import annotations

import json
from collections.abc import Callable

from streamlit.testing.v1 import AppTest

from tests.pages.reading import answer, components, said
from tower.experiments.scripted import scene
from tower.ui import words
from tower.ui.floors.figures_7 import figures

Visit = Callable[..., AppTest]


def text(language: str, key: str, **values: object) -> str:
    return words.text(language, f"floor_7.{key}", **{**figures(language), **values})


def test_two_rounds_are_on_the_stage_in_slow_motion(visit: Visit, language: str) -> None:
    app = visit("floor_7")
    boss = components(app, "stage")[0]
    assert boss["run"]["trace"] == json.loads(json.dumps(scene("story", language)))
    assert boss["options"]["speed"] == 0.5 and len(boss["plain"]["rounds"]) == 8
    assert sum('class="sheet"' in node.proto.body for node in app.get("html")) == 2


def test_the_twin_is_one_press_away(visit: Visit, language: str) -> None:
    app = visit("floor_7")
    other = "en" if language == "zh-Hant" else "zh-Hant"
    app.segmented_control(key="floor-7-script").set_value(other).run()
    assert not app.exception
    assert components(app, "stage")[0]["run"]["trace"]["prompt"]["text"] == figures(other)["prompt"]


def test_full_moon_after_the_prediction(visit: Visit, language: str) -> None:
    app = visit("floor_7")
    assert len(components(app, "stage")) == 2
    answer(app, "floor_7.predict.moon", "write", "look")
    assert text(language, "predict.moon.after.write") in said(app)
    moon = components(app, "stage")[1]["run"]["trace"]
    assert moon["settings"]["temperature"] == 1 and moon["rounds"][0]["emitted"]["kind"] == "residual"
    app.button(key="floor-7-another").click().run()
    assert not app.exception
    another = components(app, "stage")[1]["run"]["trace"]
    assert another["settings"]["seed"] == 1 and another["totals"]["tokens"] == 8
    app.toggle(key="floor-7-moon").set_value(False).run()
    assert components(app, "stage")[1]["run"]["trace"]["settings"]["temperature"] == 0


def test_any_run_can_be_replayed(visit: Visit, language: str) -> None:
    app = visit("floor_7")
    box = app.selectbox[0]
    assert len(box.options) == 2
    box.set_value("floor_4_archaic").run()
    assert not app.exception
    assert components(app, "stage")[-1]["run"]["id"] == f"floor_4_archaic/{language}"


def test_what_stands_in_the_live_tower_is_on_offer(visit: Visit, language: str) -> None:
    app = visit("live_tower")
    app.switch_page("pages/floor_7.py").run()
    assert not app.exception
    app.selectbox[0].set_value("on-stage").run()
    assert components(app, "stage")[-1]["run"]["id"].startswith("replay/")


def test_quiz_wrong_then_right(visit: Visit, language: str) -> None:
    app = answer(visit("floor_7"), "floor_7.quiz", "n0", "check")
    assert text(language, "quiz.why.n0") in said(app)
    answer(app, "floor_7.quiz", "n1", "check")
    assert text(language, "quiz.why.n1") in said(app) and text(language, "ledger") in said(app)
    assert len(components(app, "stage")[-1]["run"]["trace"]["rounds"][0]["tokens"]) == 1
