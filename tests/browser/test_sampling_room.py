"""The sampling room in a real browser: a count, its verdict, what may be taken home."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import violations
from tests.browser.conftest import Server

PATIENCE = 240_000
VERSE = "春眠不覺曉，"


def test_count_to_the_verdict_and_take_it_home(server: Server, window: Callable[..., Page], tmp_path: Path) -> None:
    page = window(f"{server.url}/sampling_room?lang=zh-Hant&of=models&runs=5000&tokens=2&seed=4&prompt={quote(VERSE)}")
    page.set_default_timeout(PATIENCE)
    page.get_by_text(re.compile("5,000 次全數完了")).wait_for()
    expect(page.get_by_role("heading", name=re.compile("^與 p 相符"))).not_to_have_count(0)
    expect(page.get_by_role("heading", name=re.compile("^與 p [相不]符"))).to_have_count(3)
    assert "seed=4" in page.url and "of=models" in page.url and "lang=zh-Hant" in page.url

    page.get_by_text("帶回家：計數、設定、指令").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="計數（CSV）").click()
    saved = tmp_path / "tally.csv"
    download.value.save_as(saved)
    rows = list(csv.DictReader(saved.read_text(encoding="utf-8-sig").splitlines()))
    assert [sum(int(row[f"{arm}_count"]) for row in rows) for arm in ("plain", "speculative", "resample-from-p")] == [
        5000
    ] * 3


def test_stop_keeps_what_was_done_until_it_goes_on(server: Server, window: Callable[..., Page]) -> None:
    """Three words of verse keep these cores busy for half a minute and more: the stop comes in the midst of it."""
    page = window(f"{server.url}/sampling_room?lang=en&of=models&runs=20000&tokens=3&seed=4&prompt={quote(VERSE)}")
    page.set_default_timeout(60_000)
    stop, go_on = page.get_by_role("button", name="Stop"), page.get_by_role("button", name="Go on")
    bar = page.get_by_test_id("stProgress")
    expect(bar).to_contain_text("Reading ahead", timeout=60_000)
    stop.click()
    go_on.wait_for()
    expect(bar).to_contain_text("Stopped at", timeout=60_000)
    before = bar.inner_text()
    page.wait_for_timeout(2000)
    assert bar.inner_text() == before
    go_on.click()
    stop.wait_for()
    expect(bar).not_to_contain_text("Stopped at", timeout=60_000)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_accessible_in_both_modes(server: Server, window: Callable[..., Page], scheme: str) -> None:
    page = window(f"{server.url}/sampling_room?lang=en", color_scheme=scheme)
    expect(page.get_by_text(re.compile("runs are counted"))).to_be_visible(timeout=PATIENCE)
    expect(page.locator(".js-plotly-plot")).to_have_count(2, timeout=PATIENCE)
    assert violations(page) == []


def test_usable_on_a_phone(server: Server, window: Callable[..., Page]) -> None:
    page = window(f"{server.url}/sampling_room?lang=zh-Hant", width=390, height=844)
    expect(page.locator(".js-plotly-plot")).to_have_count(2, timeout=PATIENCE)
    overflow = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert overflow <= 0
