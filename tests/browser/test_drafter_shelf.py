"""The drafter shelf in a browser: open, race two drafters, put a tree on the stage; accessible, usable on a phone."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from .axe import violations
from .conftest import ROOT, Server

PATIENCE = 90_000


def texts(language: str) -> dict[str, Any]:
    return tomllib.loads((ROOT / "assets" / "text" / language / "shelf.toml").read_text(encoding="utf-8"))


def settled(page: Page) -> None:
    expect(page.locator("[data-stale=true]")).to_have_count(0, timeout=PATIENCE)
    page.mouse.move(2, 2)  # the button under the pointer is still fading
    page.evaluate("document.activeElement.blur()")
    page.wait_for_timeout(500)


def test_two_race_and_a_tree_goes_on_the_stage(server: Server, window: Callable[..., Page]) -> None:
    say = texts("zh-Hant")
    link = f"{server.url}/drafter_shelf?lang=zh-Hant&racers=small.eagle-tree&words=24&repeats=1"
    page = window(link)
    expect(page.locator(".js-plotly-plot")).to_have_count(2, timeout=PATIENCE)
    page.get_by_role("button", name=say["race"]["start"]).click()
    done = say["race"]["progress"]["done"].format(all=6)
    expect(page.get_by_text(done)).to_be_visible(timeout=PATIENCE)
    settled(page)
    assert violations(page) == []
    page.get_by_role("radio", name=say["rooms"]["stage"]).click()
    expect(page.get_by_text(say["stage"]["here"])).to_be_visible(timeout=PATIENCE)
    expect(page.locator(".grove")).to_be_visible(timeout=PATIENCE)
    stage = page.locator(".stage")
    stage.locator(".control[data-icon='first']").click()
    stage.locator(".control[data-icon='next']").click()
    expect(stage.locator(".grove .slip[data-index='0'][data-state='drafted']")).to_be_visible(timeout=PATIENCE)
    assert stage.locator(".joint[data-slip]").count() > 0
    settled(page)
    assert violations(page) == []


def test_a_phone_at_night(server: Server, window: Callable[..., Page]) -> None:
    seen = {"cards": ".art svg", "race": ".js-plotly-plot", "stage": ".grove", "suits": "table", "lossy": "h3"}
    say = texts("en")
    page = window(f"{server.url}/drafter_shelf?lang=en", width=390, height=844, color_scheme="dark")
    for room, telling in seen.items():
        page.get_by_role("radio", name=say["rooms"][room]).click(timeout=PATIENCE)
        expect(page.get_by_role("heading", name=say[room]["title"])).to_be_visible(timeout=PATIENCE)
        expect(page.locator(telling).first).to_be_visible(timeout=PATIENCE)
        settled(page)
        overflow = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        wide = page.evaluate(
            "[...document.querySelectorAll('table')].filter(t => t.getBoundingClientRect().right > innerWidth).length"
        )
        assert overflow <= 0 and wide == 0, room
        assert violations(page, folded_menu=True) == [], room
