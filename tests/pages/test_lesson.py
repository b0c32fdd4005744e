"""A teacher's link on every room: what it fixes cannot be turned, what it hides is put away, what it says stays."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from tests.pages.reading import said
from tower.ui import lesson, words


@pytest.fixture
def language() -> str:
    """One language is enough but where a test says otherwise; every page in both: test_every_page.py."""
    return "zh-Hant"


def widget(app: AppTest, key: str) -> Any:
    """The widget of this key, whatever its kind; keys of some end with the language."""
    kinds = (*app.slider, *app.selectbox, *app.number_input, *app.text_area, *app.segmented_control, *app.select_slider)
    return next(one for one in kinds if one.key is not None and (one.key == key or one.key.startswith(f"{key}/")))


@pytest.mark.parametrize(
    ("page", "fixed", "locked", "free"),
    [
        ("live_tower", "k~prompt~rule", ["live/k", "live/prompt", "live-preset", "live/rule"], "live/temperature"),
        ("dial_workshop", "temperature~p", ["workshop/temperature", "workshop/preset"], "workshop/seed"),
        ("sampling_room", "wrong~runs", ["sampling/wrong", "sampling/runs"], "sampling/seed"),
        ("speed_accounts", "alpha~room", ["accounts/alpha", "accounts/room"], "accounts/k"),
        ("drafter_shelf", "k~words", ["shelf/k", "shelf/words"], "shelf/seed"),
    ],
)
def test_fixed_settings_are_shown_and_cannot_be_turned(
    visit: Callable[..., AppTest], page: str, fixed: str, locked: list[str], free: str, language: str
) -> None:
    room = {"room": "race"} if page == "drafter_shelf" else {}
    app = visit(page, fixed=fixed, **room)
    assert all(widget(app, key).disabled for key in locked) and not widget(app, free).disabled
    assert words.text(language, "lesson.note") in said(app)
    assert set(app.query_params["fixed"].split("~")) == set(fixed.split("~"))


def test_hidden_settings_keep_the_links_value_and_are_put_away(visit: Callable[..., AppTest]) -> None:
    app = visit("live_tower", k="7", hidden="k~rule.t")
    style = "".join(entry.proto.body for entry in app.get("html"))
    assert ".st-key-live-k," in style and "display: none" in style and ".st-key-live-rule-t" in style
    assert widget(app, "live/k").value == 7 and widget(app, "live/k").disabled


def test_hidden_settings_of_the_shelf_are_put_away_and_its_stage_is_not(visit: Callable[..., AppTest]) -> None:
    app = visit("drafter_shelf", room="stage", k="7", hidden="k~stage")
    style = "".join(entry.proto.body for entry in app.get("html"))
    assert ".st-key-shelf-k," in style and '[class*="st-key-shelf-stage-"]' in style
    (stage,) = (node for node in app.get("bidi_component") if node.proto.component_name == "oracle_tower.stage")
    assert "shelf-stage" not in stage.proto.id and app.session_state["shelf/k"] == 7


def test_no_name_in_a_link_gets_into_a_style_sheet(visit: Callable[..., AppTest]) -> None:
    app = visit("live_tower", hidden="k{}</style><script>~k")
    style = "".join(entry.proto.body for entry in app.get("html"))
    assert "script" not in style and ".st-key-live-k" in style


@pytest.mark.parametrize("language", list(words.LANGUAGES))
def test_unknown_parts_are_told(visit: Callable[..., AppTest], language: str) -> None:
    app = visit("live_tower", fixed="k~nonsense", present="maybe")
    told = words.text(language, "lesson.ignored", names="fixed, present")
    assert told in said(app) and widget(app, "live/k").disabled


@pytest.mark.parametrize("page", ["live_tower", "sampling_room", "floor_3"])
def test_presenter_size_and_held_reveals_stay_in_the_link(visit: Callable[..., AppTest], page: str) -> None:
    app = visit(page, present="1", hold="1")
    assert app.query_params["present"] == app.query_params["hold"] == "1"
    assert app.session_state[lesson.PRESENT] and app.session_state[lesson.HOLD]
    assert "font-size: 125%" in "".join(entry.proto.body for entry in app.get("html"))


def test_without_a_lesson_nothing_is_locked(visit: Callable[..., AppTest], language: str) -> None:
    app = visit("live_tower")
    assert not widget(app, "live/k").disabled and words.text(language, "lesson.note") not in said(app)
    assert not {"fixed", "hidden", "present", "hold"} & set(app.query_params)


def test_dials_that_are_fixed_turn_back(visit: Callable[..., AppTest]) -> None:
    app = visit("dial_workshop", fixed="p~q")
    before = app.session_state["workshop"].dials
    app.session_state["workshop/bench"] = {"dials": {"p": [1, 2], "q": [2, 1], "locked": []}}
    app.run()
    assert not app.exception and app.session_state["workshop"].dials == before
