"""The hundred slips in a real browser: stepped by keys, gone back, and told in words at each beat."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.conftest import Server
from tower.ui import words

PATIENCE = 120_000


def test_the_slips_are_stepped_with_keys_and_tell_each_beat(server: Server, window: Callable[..., Page]) -> None:
    page = window(f"{server.url}/floor_5?lang=en", reduced_motion="reduce")
    board = page.locator(".slips .board").first
    expect(board).to_be_visible(timeout=PATIENCE)
    beat, caption = page.locator(".slips .beat").first, page.locator(".slips .caption").first
    expect(beat).to_have_text("1 of 4")  # who wants no motion is shown the drawn slips, and nothing plays
    told = words.text("en", "floor_5.slips.told", word="round", n=80, wanted=50)
    expect(board).to_have_attribute("aria-label", re.compile(re.escape(told)))
    board.focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".slips .board .paper[data-state=returned]")).to_have_count(30)
    page.keyboard.press("End")
    expect(beat).to_have_text("4 of 4")
    expect(page.locator(".slips .board .paper[data-state=refilled]")).to_have_count(30)
    expect(page.locator(".slips .board .count")).to_have_text(["50", "30", "20"])
    expect(page.locator(".slips .board .paper[data-surplus]")).to_have_count(0)
    expect(caption).to_contain_text("50/30/20")
    page.keyboard.press("Home")
    expect(beat).to_have_text("0 of 4")
    page.get_by_role("button", name=words.text("en", "floor_5.slips.step"), exact=True).first.click()
    expect(page.locator(".slips .board .count")).to_have_text(["80", "10", "10"])
