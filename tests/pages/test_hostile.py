"""What a link or a visitor may do that nobody meant: no traceback, nothing shown as markup, nothing crowded out."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from tower.ui import runs, words

MARKUP = "![x](http://127.0.0.1:1/x.png) [y](http://evil.example/) **z**"


@pytest.mark.parametrize(
    ("code", "link"),
    [
        ("sampling_room", {"wrong": "none", "l": "0.5"}),
        ("dial_workshop", {"rule": "lenience", "l": "0.005"}),
        ("dial_workshop", {"rule": "threshold", "t": "0.001"}),
        ("floor_6", {"climbed": "NaN", "present": "<b>", "hold": "-1"}),
        ("speed_accounts", {"k": "1e999", "alpha": "nan", "section": "../.."}),
        ("live_tower", {"k": "-1", "temperature": "inf", "seed": "x" * 400}),
    ],
)
def test_a_strange_link_opens_the_page(visit: Callable[..., AppTest], code: str, link: dict[str, str]) -> None:
    assert not visit(code, **link).exception


@pytest.mark.parametrize("code", ["sampling_room", "live_tower"])
def test_names_in_a_link_are_no_markup(visit: Callable[..., AppTest], code: str) -> None:
    app = visit(code, **{MARKUP: "1"})
    said = " ".join(entry.value for entry in (*app.warning, *app.info))
    assert "](" not in said and "**z**" not in said


def test_asking_for_the_same_run_again_crowds_nothing_out(visit: Callable[..., AppTest], language: str) -> None:
    app = visit("live_tower")
    for _ in range(3):
        next(b for b in app.button if b.label == words.text(language, "live.start")).click().run()
        assert not app.exception
    assert app.session_state["runs/earlier"] == []
    assert isinstance(app.session_state["runs/on-stage"], runs.StageRun)


def test_no_slips_is_told_as_that(visit: Callable[..., AppTest], language: str) -> None:
    app = visit("floor_3")
    app.text_input(key=f"floor-3-slips-{language}").set_value("")
    next(b for b in app.button if b.label == words.text(language, "floor_3.haul")).click().run()
    assert [error.value for error in app.error] == [words.text(language, "errors.slips-empty")]
