"""Accessible in both modes, usable on a phone, still while it plays."""

from __future__ import annotations

import pytest

from tests.browser.axe import violations
from tower.ui.stage import Options, View

from .conftest import Opener


@pytest.mark.parametrize(
    ("name", "language", "dark", "view"),
    [
        ("greedy", "zh-Hant", False, "line"),
        ("sampled", "en", False, "tower"),
        ("sampled", "zh-Hant", True, "line"),
        ("greedy", "en", True, "tower"),
        ("cut", "zh-Hant", True, "line"),
        ("plain", "en", False, "line"),
    ],
)
def test_axe_finds_nothing(open_stage: Opener, name: str, language: str, dark: bool, view: View) -> None:
    stage = open_stage(name, language, dark=dark, lane=name != "plain", options=Options(view=view))
    for round_number, beat in ((0, "haul"), (1, "write")):
        stage.go_to(round_number, beat, step=0 if beat == "write" else 1)
        assert violations(stage.page) == []
    if name != "plain":
        stage.page.locator(".stage button[data-index='1']").click()
    stage.page.get_by_role("button", name="Keys" if language == "en" else "按鍵說明").click()
    assert violations(stage.page) == []


@pytest.mark.parametrize("language", ["en", "zh-Hant"])
@pytest.mark.parametrize("name", ["greedy", "sampled", "wide"])
def test_a_phone_needs_no_sideways_scrolling_and_buttons_are_big_enough(
    open_stage: Opener, name: str, language: str
) -> None:
    stage = open_stage(name, language, width=390, lane=True)
    for round_number, beat in ((0, "write"), (1, "write")):
        stage.go_to(round_number, beat)
        assert stage.page.evaluate("document.documentElement.scrollWidth") <= 390
    stage.page.locator(".slip[data-index='0']").click()
    assert stage.page.evaluate("document.documentElement.scrollWidth") <= 390
    sizes = stage.page.locator(".stage-controls button:visible").evaluate_all(
        "nodes => nodes.map((node) => Math.min(node.offsetWidth, node.offsetHeight))"
    )
    assert min(sizes) >= 44


@pytest.mark.parametrize("name", ["greedy", "sampled"])
@pytest.mark.parametrize("width", [390, 1280])
def test_the_controls_stay_under_the_finger_while_a_run_plays(open_stage: Opener, name: str, width: int) -> None:
    stage = open_stage(name, "en", width=width, lane=True)
    places = stage.walk("Math.round(document.querySelector('.stage-notes').getBoundingClientRect().top + scrollY)")
    assert max(places) - min(places) <= 8, sorted(set(places))


def test_marks_differ_in_shape_not_only_in_colour(open_stage: Opener) -> None:
    """Each mark has a border that differs in sides, style or width."""
    shape = """nodes => nodes.map((node) => { const s = getComputedStyle(node);
      return [s.borderTopStyle, s.borderBottomStyle, s.borderBottomWidth].join(); })"""
    shapes = {}
    for name in ("greedy", "sampled"):
        stage = open_stage(name)
        stage.go(stage.last)
        for mark in ("prompt", "accepted", "correction", "residual", "bonus"):
            found = stage.page.locator(f".prose .word[data-mark={mark}] .ink").evaluate_all(shape)
            if found:
                shapes[mark] = found[0]
    assert len(shapes) == 5 and len(set(shapes.values())) == 5, shapes
