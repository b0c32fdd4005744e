"""The first visitor of a cold server comes by a deep link, and finds the right page in the right language."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.conftest import Server


def test_cold_deep_link_opens_the_page_inside_the_frame(cold_server: Server, window: Callable[..., Page]) -> None:
    page = window(f"{cold_server.url}/live_tower?lang=en")
    expect(page.get_by_role("heading", level=1)).to_have_text("Live tower", timeout=60_000)
    expect(page.get_by_text("繁體中文")).to_be_visible()  # the frame came along, not the bare script
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert page.evaluate("document.documentElement.lang") == "en"


def test_browser_language_decides_without_a_link(server: Server, window: Callable[..., Page]) -> None:
    page = window(server.url, locale="zh-TW")
    expect(page.get_by_role("heading", level=1)).to_have_text("神諭之塔", timeout=60_000)
    page.get_by_text("English", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("The Oracle Tower")
    expect(page).to_have_url(f"{server.url}/?lang=en")
