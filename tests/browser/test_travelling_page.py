"""The exported page in a browser: opened from the disk with the network off, played, in both languages."""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.axe import violations
from tower.ui import words
from tower.ui.desk import takeaway
from tower.ui.recordings import recording

SAYS = "document.querySelector('.caption-now').textContent"


class Opened:
    """Opens files in a browser without a network; notes what they ask for and complain about."""

    def __init__(self, chromium: Browser, folder: Path) -> None:
        self.chromium, self.folder = chromium, folder
        self.asked: list[str] = []
        self.complaints: list[str] = []

    def __call__(self, body: bytes, *, hash: str = "", width: int = 1280, scheme: str = "light") -> Page:
        file = self.folder / "run.html"
        file.write_bytes(body)
        context = self.chromium.new_context(
            viewport={"width": width, "height": 900}, color_scheme=scheme, offline=True, reduced_motion="reduce"
        )
        page = context.new_page()
        page.on("request", lambda request: self.asked.append(request.url))
        page.on("console", lambda message: self.complaints.append(message.text))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.goto(file.as_uri() + hash)
        page.locator(".control-main").wait_for()
        return page


@pytest.fixture
def opened(chromium: Browser, tmp_path: Path) -> Iterator[Opened]:
    files = Opened(chromium, tmp_path)
    yield files
    for context in chromium.contexts:
        context.close()
    assert not files.complaints and all(url.startswith(("file:", "blob:")) for url in files.asked)


@pytest.mark.parametrize(("language", "width", "scheme"), [("en", 1280, "light"), ("zh-Hant", 390, "dark")])
def test_plays_from_the_disk(opened: Opened, language: str, width: int, scheme: str) -> None:
    run = recording("lobby", language)
    page = opened(takeaway.page(run.trace, run.plain, "", language), width=width, scheme=scheme)
    assert page.locator("html").get_attribute("lang") == language
    begun = page.evaluate(SAYS)
    page.keyboard.press("ArrowRight")
    assert page.evaluate(SAYS) != begun
    page.keyboard.press("Space")
    page.locator(".stage[data-beat=stamp]").wait_for()
    page.keyboard.press("Space")
    assert not violations(page)
    page.keyboard.press("End")
    assert str(len(run.trace["rounds"])) in page.locator(".counters dd").first.inner_text()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_switching_language_keeps_the_place(opened: Opened) -> None:
    run = recording("lobby", "en")
    page = opened(takeaway.page(run.trace, run.plain, "", "en"), hash="#zh-Hant")
    assert page.locator("h1").inner_text() == words.text("zh-Hant", "travel.page.title")
    for _ in range(6):
        page.keyboard.press("ArrowRight")
    place = page.locator(".scrub").input_value()
    chinese = page.evaluate(SAYS)
    page.get_by_role("button", name="English").click()
    assert page.locator(".scrub").input_value() == place == "6" and page.evaluate(SAYS) != chinese
    assert page.locator("html").get_attribute("lang") == "en"


def test_gives_the_run_back_as_it_was(opened: Opened) -> None:
    run = recording("lobby", "en")
    page = opened(takeaway.page(run.trace, None, "a,b\n", "en"))
    with page.expect_download() as taken:
        page.get_by_role("button", name=words.text("en", "travel.page.json")).click()
    assert json.loads(taken.value.path().read_text(encoding="utf-8")) == run.trace


def test_hostile_words_are_shown_and_nothing_more(opened: Opened) -> None:
    nasty = "</script><img src=x onerror='window.hurt=1'>\u2028"
    trace = deepcopy(recording("lobby", "en").trace)
    trace["prompt"]["tokens"][0] |= {"text": nasty, "raw": nasty}
    trace["rounds"][0]["tokens"][0]["raw"] = nasty
    note = {language: nasty for language in words.LANGUAGES}
    page = opened(takeaway.page(trace, None, "", "en", kind="what-if", note=note))
    assert nasty.strip() in page.locator(".travel-what-if").inner_text()
    assert "onerror" in page.locator(".travel-scroll").inner_text()
    assert page.locator("img[src=x]").count() == 0 and page.evaluate("window.hurt") is None
