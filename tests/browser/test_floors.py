"""A learner climbs all seven floors in a real browser: every prediction, every quiz wrong and then right."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.axe import violations
from tests.browser.conftest import Server
from tower.ui import words
from tower.ui.floors.climb import FLOORS

PATIENCE = 120_000


def shown(text: str) -> str:
    """The beginning of a text as it is read: up to the first mark-up or figure."""
    return re.split(r"[*_`\[\]{}$\n]", text.lstrip("*"))[0][:40].strip()


def box(page: Page, path: str) -> Locator:
    return page.locator(f".st-key-{path.replace('.', '-')}")


def told(page: Page, path: str, text: str) -> Locator:
    return box(page, path).get_by_test_id("stAlert").filter(has_text=shown(text))


def arrived(page: Page, language: str) -> None:
    """The whole floor is there, down to its sources."""
    sources = page.get_by_role("heading", name=words.text(language, "floors.sources"))
    expect(sources).to_be_visible(timeout=PATIENCE)
    expect(page.get_by_test_id("stSkeleton")).to_have_count(0, timeout=PATIENCE)


def answer(page: Page, language: str, path: str, code: str) -> None:
    """Choose, and press the button, which can be pressed only once the choice has arrived."""
    codes = list(words.branch(language, f"{path}.choices"))
    box(page, path).locator("label:has(input)").nth(codes.index(code)).click()
    box(page, path).get_by_role("button").click()


def climb(page: Page, language: str, floor: str) -> None:
    """Answer what the floor asks. Every wrong choice of the quiz is tried before the right one is known."""
    for name in words.branch(language, f"{floor}.predict"):
        path = f"{floor}.predict.{name}"
        first = next(iter(words.branch(language, f"{path}.choices")))
        answer(page, language, path, first)
        after = words.catalogue(language)[f"{path}.after.{first}"]
        expect(told(page, path, after)).to_be_visible(timeout=PATIENCE)
    path = f"{floor}.quiz"
    why = {code: words.catalogue(language)[f"{path}.why.{code}"] for code in words.branch(language, f"{path}.choices")}
    climbed = re.compile(f"climbed={'-'.join(map(str, range(1, FLOORS.index(floor) + 2)))}$")
    for code in sorted(why, key=lambda code: code == RIGHT[floor]):
        expect(page).not_to_have_url(climbed)
        answer(page, language, path, code)
        expect(told(page, path, why[code])).to_be_visible(timeout=PATIENCE)
    expect(page).to_have_url(climbed)


# what each floor's quiz accepts; the pages compute it, a learner has to know it
RIGHT = {
    "floor_1": "input",
    "floor_2": "shaft",
    "floor_3": "idle",
    "floor_4": "corrected",
    "floor_5": "sure",
    "floor_6": "house",
    "floor_7": "n1",
}


@pytest.mark.parametrize("language", list(words.LANGUAGES))
def test_seven_floors_to_the_archive(server: Server, window: Callable[..., Page], language: str) -> None:
    page = window(f"{server.url}/floor_1?lang={language}")
    page.set_default_timeout(PATIENCE)
    for floor, following in zip(FLOORS, [*FLOORS[1:], "finish"], strict=True):
        heading = words.text(language, f"pages.{floor}.heading")
        expect(page.get_by_role("heading", level=1)).to_have_text(heading, timeout=PATIENCE)
        climb(page, language, floor)
        page.get_by_role("link", name=f"{words.text(language, f'pages.{following}.title')} →").click()
    expect(page.get_by_text(words.text(language, "finish.count", climbed=7))).to_be_visible(timeout=PATIENCE)
    expect(page.get_by_text(words.text(language, "finish.open"), exact=True)).to_have_count(0)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_floors_are_accessible(server: Server, window: Callable[..., Page], scheme: str) -> None:
    page = window(f"{server.url}/floor_1?lang=en", color_scheme=scheme)
    page.set_default_timeout(PATIENCE)
    for code in (*FLOORS, "finish"):
        page.goto(f"{server.url}/{code}?lang=en")
        heading = words.text("en", f"pages.{code}.heading")
        expect(page.get_by_role("heading", level=1)).to_have_text(heading, timeout=PATIENCE)
        arrived(page, "en")
        assert violations(page) == [], code


def test_floors_fit_a_phone(server: Server, window: Callable[..., Page]) -> None:
    page = window(f"{server.url}/floor_1?lang=zh-Hant", width=390, height=844)
    page.set_default_timeout(PATIENCE)
    for code in (*FLOORS, "finish"):
        page.goto(f"{server.url}/{code}?lang=zh-Hant")
        arrived(page, "zh-Hant")
        overflow = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert overflow <= 0, code


def test_the_key_reveals_where_reveals_are_held(server: Server, window: Callable[..., Page]) -> None:
    page = window(f"{server.url}/floor_1?lang=en&hold=1&present=1")
    page.set_default_timeout(PATIENCE)
    expect(box(page, "floor_1.predict.hundred").get_by_role("button")).to_contain_text("Reveal", timeout=PATIENCE)
    page.keyboard.press("l")
    expect(page.get_by_role("heading", name="The first day's bill")).to_be_visible(timeout=PATIENCE)
    expect(page.get_by_text(re.compile("^Each needs the token before it"))).to_have_count(1)
    page.keyboard.press("l")  # the key now belongs to the quiz
    expect(told(page, "floor_1.quiz", "Each needs the token before it")).to_be_visible(timeout=PATIENCE)
