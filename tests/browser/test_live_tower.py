"""The main job in a real browser: type, press start, step, look into a slip, switch language, save."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import violations
from tests.browser.conftest import Server

PATIENCE = 60_000


def open_stage(window: Callable[..., Page], url: str, **context: object) -> Page:
    page = window(url, **context)
    page.set_default_timeout(PATIENCE)
    expect(page.locator(".stage button").first).to_be_attached(timeout=PATIENCE)
    return page


def test_type_play_inspect_switch_language_save(server: Server, window: Callable[..., Page], tmp_path: Path) -> None:
    page = open_stage(window, f"{server.url}/live_tower?lang=en&temperature=1&seed=3&max_new_tokens=32")
    page.get_by_role("textbox", name="Beginning of the prophecy").fill("The keeper of the seventh bridge")
    page.get_by_role("button", name="Consult the Oracle").click()
    expect(page.get_by_role("button", name="Pause")).to_be_visible(timeout=PATIENCE)  # it plays by itself
    expect(page.get_by_role("spinbutton", name="Round")).to_have_value("1")
    page.get_by_role("button", name="Pause").click()

    page.get_by_role("button", name="Step forward").click()
    page.get_by_role("button", name="Step back").click()
    page.get_by_role("button", name="To the last frame").click()
    slip = page.get_by_role("button", name="Slip 1:").first
    slip.click()
    expect(page.get_by_text("accept probability").first).to_be_visible()

    words = page.locator(".stage").inner_text()
    assert "hauls" in words
    page.get_by_text("繁體中文", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("塔頂實況", timeout=PATIENCE)
    assert page.get_by_role("textbox", name="預言的開頭").input_value() == "The keeper of the seventh bridge"
    assert "prompt=The+keeper" in page.url and "seed=3" in page.url  # the link is the run

    with page.expect_download(timeout=PATIENCE) as download:
        page.get_by_role("button", name="整次運算（JSON）").click()
    saved = tmp_path / "run.json"
    download.value.save_as(saved)
    trace = json.loads(saved.read_text(encoding="utf-8"))
    assert trace["schema"] == "oracle-tower/trace@1" and trace["prompt"]["text"] == "The keeper of the seventh bridge"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_accessible_in_both_modes(server: Server, window: Callable[..., Page], scheme: str) -> None:
    page = open_stage(window, f"{server.url}/live_tower?lang=en", color_scheme=scheme)
    expect(page.get_by_role("button", name="Run as JSON")).to_be_visible(timeout=PATIENCE)
    assert violations(page) == []


def test_keyboard_plays_and_leaves_fields_alone(server: Server, window: Callable[..., Page]) -> None:
    page = open_stage(window, f"{server.url}/live_tower?lang=en", reduced_motion="reduce")
    field = page.get_by_role("textbox", name="Beginning of the prophecy")
    field.click()
    page.keyboard.press("End")
    page.keyboard.type(" a b")
    assert field.input_value().endswith(" a b")  # the space went into the field, the stage did not play
    page.get_by_role("heading", level=1).click()
    page.keyboard.press("End")
    expect(page.get_by_role("button", name="To the last frame")).to_be_disabled()
    page.keyboard.press("Home")
    expect(page.get_by_role("button", name="To the beginning")).to_be_disabled()


def test_usable_on_a_phone(server: Server, window: Callable[..., Page]) -> None:
    page = open_stage(window, f"{server.url}/live_tower?lang=zh-Hant", width=390, height=844)
    page.get_by_role("button", name="下一步").click()
    overflow = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert overflow <= 0
