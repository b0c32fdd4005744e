"""The sampling room in a real browser: the page answers while it counts; stop, other language, go on, verdict."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import violations
from tests.browser.conftest import Server

PATIENCE = 90_000


def counted(page: Page, pattern: str) -> int:
    text = page.get_by_text(re.compile(pattern)).first.inner_text()
    found = re.search(r"[\d,]+", text.split("of")[0] if "of" in text else text.split("次")[1])
    assert found is not None, text
    return int(found.group().replace(",", ""))


def test_count_stop_switch_language_go_on(server: Server, window: Callable[..., Page], tmp_path: Path) -> None:
    page = window(f"{server.url}/sampling_room?lang=en&of=models&runs=20000&tokens=3&seed=4")
    page.set_default_timeout(PATIENCE)
    expect(page.get_by_text(re.compile(r"Counting: [1-9][\d,]* of 20,000"))).to_be_visible(timeout=PATIENCE)
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_text(re.compile("Stopped at"))).to_be_visible()
    stopped = counted(page, "Stopped at")
    assert 0 < stopped < 20_000
    expect(page.get_by_role("heading", name="Still counting")).to_have_count(3)

    page.get_by_text("繁體中文", exact=True).click()
    expect(page.get_by_text(re.compile("停在"))).to_contain_text(f"{stopped:,}")
    page.get_by_role("button", name="接著數").click()
    expect(page.get_by_text(re.compile("次全數完了"))).to_be_visible(timeout=300_000)
    expect(page.get_by_role("heading", name=re.compile("^與 p 相符"))).to_have_count(2)
    expect(page.get_by_role("heading", name=re.compile("^與 p 不符"))).to_have_count(1)
    assert page.url.count("seed=4") == 1 and "of=models" in page.url

    page.get_by_text("帶回家：計數、設定、指令").click()
    with page.expect_download(timeout=PATIENCE) as download:
        page.get_by_role("button", name="計數（CSV）").click()
    saved = tmp_path / "tally.csv"
    download.value.save_as(saved)
    rows = saved.read_text(encoding="utf-8-sig").splitlines()
    assert sum(int(row.rsplit(",", 6)[1]) for row in rows[1:]) == 20_000


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
