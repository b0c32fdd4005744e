"""The workshop in a real browser: the picture follows the finger, Python follows the picture, and nothing gets lost."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.axe import violations
from tests.browser.conftest import Server

PATIENCE = 90_000


def opened(page: Page) -> Page:
    """All of the page is there: picture, account, slow motion, and the last widget."""
    for part in (".picture", "table", ".panels", "[data-testid=stNumberInput]"):
        expect(page.locator(part).first).to_be_visible(timeout=PATIENCE)
    return page


def cell(page: Page, row: int, column: int) -> Locator:
    return page.locator("tbody tr").nth(row).locator("th, td").nth(column)


def centre(page: Page, selector: str) -> tuple[float, float]:
    """The middle of a part of the picture; painting replaces parts, so one may vanish while it is measured."""
    for _ in range(50):
        box = page.locator(selector).bounding_box()
        if box is not None:
            return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        page.wait_for_timeout(100)
    raise AssertionError(f"{selector} is never in the picture")


def test_the_picture_follows_the_finger_and_python_follows_the_picture(
    server: Server, window: Callable[..., Page]
) -> None:
    page = opened(window(f"{server.url}/dial_workshop?lang=en", reduced_motion="reduce"))
    expect(cell(page, 0, 1)).to_have_text("80%")
    page.get_by_role("button", name="Lock “lovely”").click()
    expect(page).to_have_url(re.compile("lock=2"), timeout=PATIENCE)
    figure = page.locator(".row:not(.head) .figure").first
    x, y = centre(page, ".grip[data-dial=q][data-index='0'] .knob")
    one_percent = (centre(page, ".picture .grid[data-floor]")[1] - y) / 80

    page.mouse.move(x, y)
    page.mouse.down()
    for step in range(1, 11):
        page.mouse.move(x, y + 2 * step * one_percent)
    expect(figure).to_have_text("60%")  # under the finger, before Python has heard of it
    assert cell(page, 0, 1).text_content() == "80%"
    expect(page.locator(".fit")).to_contain_text("10%")
    page.mouse.up()
    expect(cell(page, 0, 1)).to_have_text("60%", timeout=PATIENCE)
    expect(cell(page, 0, 2)).to_have_text("5/6 (83.3%)")
    expect(cell(page, 1, 1)).to_have_text("30%")
    expect(cell(page, 2, 1)).to_have_text("10%")  # locked
    expect(page).to_have_url(re.compile("q=60-30-10"))

    slider = page.get_by_role("slider", name="p, the Oracle's share of “lovely”")
    slider.focus()
    page.keyboard.press("ArrowRight")
    expect(cell(page, 2, 8)).to_have_text("21%", timeout=PATIENCE)

    page.get_by_role("combobox", name="Acceptance rule").click()
    page.get_by_role("option", name="re-draw from p").click()
    expect(page.get_by_role("heading", name="re-draw from p · Not exact")).to_be_visible(timeout=PATIENCE)
    written = cell(page, 0, 7)
    expect(written).to_have_text("54.4%", timeout=PATIENCE)  # 49 kept, and 49 % of the 11 that were sent back
    expect(page.locator(".flavour .reading")).to_have_text("Hedgehog flavour: 8.7%")

    page.get_by_text("繁體中文").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("轉盤工坊", timeout=PATIENCE)
    expect(cell(page, 0, 0)).to_have_text("圓", timeout=PATIENCE)
    expect(written).to_have_text("54.4%")
    expect(figure).to_have_text("60%")
    for part in ("lang=zh-Hant", "rule=resample-from-p", "q=60-30-10"):
        expect(page).to_have_url(re.compile(part))


def test_draws_are_played_counted_and_still_there_after_a_visit_elsewhere(
    server: Server, window: Callable[..., Page]
) -> None:
    page = opened(window(f"{server.url}/dial_workshop?lang=en&seed=4"))
    page.get_by_role("button", name="1 draw", exact=True).click()
    expect(page.locator(".caption")).to_contain_text("Draw 1: Mogu spins", timeout=PATIENCE)
    expect(page.locator(".total")).to_have_text("draws: 1", timeout=PATIENCE)
    page.get_by_role("button", name="100 draws").click()
    expect(page.locator(".total")).to_have_text("draws: 101", timeout=PATIENCE)
    expect(page.locator(".caption")).to_contain_text("101 draws so far", timeout=PATIENCE)
    counts = [int(text) for text in page.locator(".panel.book .tally-count").all_text_contents()]
    assert sum(counts) == 101

    page.get_by_text("The tower", exact=True).click()
    page.get_by_role("menuitem", name="Lobby").click()
    expect(page.get_by_role("heading", level=1)).not_to_have_text("Dial workshop", timeout=PATIENCE)
    page.get_by_text("Rooms", exact=True).first.click()
    page.get_by_role("menuitem", name="Dial workshop").click()
    opened(page)
    expect(page.locator(".total")).to_have_text("draws: 101", timeout=PATIENCE)
    assert [int(text) for text in page.locator(".panel.book .tally-count").all_text_contents()] == counts
    expect(page).to_have_url(re.compile("seed=4"))


@pytest.mark.parametrize(
    ("scheme", "width", "query"),
    [
        ("light", 1280, "lang=en&rule=threshold"),
        ("dark", 390, "lang=zh-Hant&p=37-18-12-9-8-6-5-5&q=5-8-12-18-37-9-6-5"),
    ],
)
def test_anyone_can_read_it(server: Server, window: Callable[..., Page], scheme: str, width: int, query: str) -> None:
    page = opened(
        window(f"{server.url}/dial_workshop?{query}", width=width, color_scheme=scheme, reduced_motion="reduce")
    )
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert violations(page, folded_menu=width < 640) == []
