"""The own pair's room in a real browser: from two folders to a run on the stage, and open to everybody."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import violations
from tests.browser.conftest import ROOT, Server

PATIENCE = 240_000
MODELS = ROOT / "assets" / "models"


def name_models(page: Page, target: str, draft: str) -> None:
    for label, value in (("Target (p)", target), ("Draft (q), may stay empty", draft)):
        page.get_by_role("textbox", name=label).fill(value)
        page.keyboard.press("Tab")
    page.get_by_role("button", name="Check and load").click()


def test_from_two_folders_to_the_stage(server: Server, window: Callable[..., Page]) -> None:
    page = window(f"{server.url}/own_pair?lang=en")
    page.set_default_timeout(PATIENCE)
    name_models(page, str(MODELS / "oracle"), "nobody/knows/this")
    page.get_by_text("There is no folder and no GGUF file").wait_for()
    name_models(page, str(MODELS / "oracle"), str(MODELS / "mogu"))
    page.get_by_text("oracle + mogu is checked and loaded.").wait_for()
    page.get_by_role("button", name="Take it to the live tower").last.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Live tower")
    page.get_by_role("button", name="Consult the Oracle").click()
    page.wait_for_url("**/live_tower?*pair=own*")
    page.get_by_role("button", name="Play").first.wait_for()
    page.get_by_role("button", name="More dials").click()
    page.get_by_role("link", name="Bring another pair").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Your own pair")
    expect(page.get_by_role("textbox", name="Target (p)")).to_have_value(str(MODELS / "oracle"))


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_accessible_in_both_modes(server: Server, window: Callable[..., Page], scheme: str) -> None:
    page = window(f"{server.url}/own_pair?lang=en", color_scheme=scheme)
    page.set_default_timeout(PATIENCE)
    name_models(page, str(MODELS / "oracle"), str(MODELS / "mogu"))
    page.get_by_text("oracle + mogu is checked and loaded.").wait_for()
    assert not violations(page)
