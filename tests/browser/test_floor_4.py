"""Floor 4 in a real browser: the desk stamped by keyboard alone, on a phone, in both modes, without barriers."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.axe import violations
from tests.browser.conftest import Server
from tower.ui import words
from tower.ui.floors.floor_4 import _cases
from tower.ui.floors.stamping import SOURCES, STAMPS, engine

PATIENCE = 120_000


def pick(page: Page, group: Locator, value: str, order: tuple[str, ...]) -> None:
    """Into the group, then down to the option: what a person without a mouse does."""
    options = group.get_by_role("radio")
    offered = [option.get_attribute("value") for option in options.all()]
    assert [code for code in order if code in offered] == offered
    options.first.focus()
    page.keyboard.press("Space")
    for _ in range(offered.index(value)):
        page.keyboard.press("ArrowDown")
    expect(group.locator("input:checked")).to_have_value(value)


def barriers(page: Page) -> list[str]:
    """What axe finds, but for the lists of Streamlit's own menu, which it folds on a phone."""
    return [line for line in violations(page) if not line.startswith(("list: ", "listitem: "))]


@pytest.mark.parametrize(("language", "width", "scheme"), [("zh-Hant", 390, "light"), ("en", 1280, "dark")])
def test_stamped_by_keyboard(
    server: Server, window: Callable[..., Page], language: str, width: int, scheme: str
) -> None:
    page = window(f"{server.url}/floor_4?lang={language}", width=width, color_scheme=scheme)
    page.set_default_timeout(PATIENCE)
    desk = page.locator("section.desk")
    compare = desk.get_by_role("button", name=words.text(language, "floor_4.desk.compare"))
    expect(compare).to_be_disabled(timeout=PATIENCE)
    right = engine(_cases(language)[0])
    for kind, order, answers in (("stamps", STAMPS, right.stamps), ("written", SOURCES, right.written)):
        for group, answer in zip(desk.locator(f"fieldset[data-kind={kind}]").all(), answers, strict=True):
            pick(page, group, answer, order)
    expect(compare).to_be_enabled()
    assert not barriers(page)
    compare.focus()
    page.keyboard.press("Enter")
    expect(desk.locator(".desk-verdict[data-same]")).to_have_count(9, timeout=PATIENCE)
    expect(desk.locator(".desk-book.engine")).to_be_visible()
    written = sum(source != "none" for source in right.written)
    expect(page.get_by_text(words.text(language, "floor_4.desk_right", written=written))).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert not barriers(page)
