"""The speed accounts in a real browser: a sweep stopped in the middle leaves a report to take home; every section
clean for axe in both modes and no wider than a phone."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import violations
from tests.browser.conftest import Server
from tower.experiments.sweep_cells import read_cell
from tower.experiments.sweep_report import SCHEMA
from tower.ui import words
from tower.ui.accounts.settings import SECTIONS

PATIENCE = 240_000
CHARTS = {"formula": 2, "papers": 1, "measured": 3, "batch": 1, "machine": 1, "vocabulary": 0}


def text(language: str, key: str) -> str:
    return words.text(language, f"accounts.{key}")


@pytest.mark.parametrize("language", list(words.LANGUAGES))
def test_a_sweep_stopped_in_the_middle_leaves_a_report(
    server: Server, window: Callable[..., Page], tmp_path: Path, language: str
) -> None:
    page = window(f"{server.url}/speed_accounts?lang={language}&room=measured&ks=1-4&temperatures=0&words=96&repeats=9")
    page.set_default_timeout(PATIENCE)
    page.get_by_role("button", name=text(language, "measured.start")).click()
    some = re.compile({"en": "; [1-9][0-9]+ are counted", "zh-Hant": "已經算進 [1-9][0-9]+ 段"}[language])
    page.get_by_text(some).wait_for()
    go_on = page.get_by_role("button", name=text(language, "measured.resume"), exact=True)
    for _ in range(6):  # on a machine that is busy measuring, a press can be late or get lost
        if go_on.count() == 0:
            page.get_by_role("button", name=text(language, "measured.stop"), exact=True).click()
            page.wait_for_timeout(5000)
    go_on.wait_for(timeout=5000)

    page.get_by_text(text(language, "take.title")).click()
    with page.expect_download() as download:
        page.get_by_role("button", name=text(language, "take.json")).click()
    download.value.save_as(tmp_path / "report.json")
    report = json.loads((tmp_path / "report.json").read_text(encoding="utf-8"))
    assert report["schema"] == SCHEMA and not report["complete"]
    assert 9 < report["runs"]["measured"] == len(report["trials"]) < report["runs"]["planned"]
    assert report["machine"]["processor"] and report["versions"]["torch"] and report["weights"]["target"]
    cells = [read_cell(cell) for cell in report["cells"]]
    assert {cell.k for cell in cells} == {1, 4} and all(cell.gain > 0 for cell in cells)

    with page.expect_download() as download:
        page.get_by_role("button", name=text(language, "take.csv")).click()
    download.value.save_as(tmp_path / "cells.csv")
    rows = list(csv.DictReader((tmp_path / "cells.csv").read_text(encoding="utf-8-sig").splitlines()))
    assert [int(row["k"]) for row in rows] == [cell.k for cell in cells]
    assert "ks=1-4" in page.url and "repeats=9" in page.url


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_section_is_accessible(server: Server, window: Callable[..., Page], scheme: str) -> None:
    language = {"light": "zh-Hant", "dark": "en"}[scheme]
    page = window(f"{server.url}/speed_accounts?lang={language}", color_scheme=scheme)
    for section in SECTIONS:
        page.get_by_role("radio", name=text(language, f"rooms.{section}"), exact=True).click(timeout=PATIENCE)
        expect(page.locator(".js-plotly-plot")).to_have_count(CHARTS[section], timeout=PATIENCE)
        expect(page).to_have_url(re.compile(f"room={section}"), timeout=PATIENCE)
        expect(page.locator("[data-stale=true]")).to_have_count(0, timeout=PATIENCE)
        page.mouse.move(2, 2)  # the button under the pointer is still fading
        page.evaluate("document.activeElement.blur()")
        page.wait_for_timeout(400)
        assert violations(page) == [], section


def test_usable_on_a_phone(server: Server, window: Callable[..., Page]) -> None:
    page = window(f"{server.url}/speed_accounts?lang=en", width=390, height=844)
    for section in SECTIONS:
        page.get_by_role("radio", name=text("en", f"rooms.{section}"), exact=True).click(timeout=PATIENCE)
        expect(page.locator(".js-plotly-plot")).to_have_count(CHARTS[section], timeout=PATIENCE)
        expect(page.locator("[data-stale=true]")).to_have_count(0, timeout=PATIENCE)
        overflow = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert overflow <= 0, section
        wide = page.evaluate(
            "[...document.querySelectorAll('table')].filter(t => t.getBoundingClientRect().right > innerWidth).length"
        )
        assert wide == 0, section
