"""`open_stage(case, language, …)` opens a stand-alone stage; the test fails if its page complained. `tab` has no stage,
only the pure functions over a trace."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tower.ui.stage import Options, standalone_page

from .harness import ROOT, StagePage, words
from .toy_traces import CASES, make_trace

Opener = Callable[..., StagePage]
LISTEN = "window.reports = []; document.addEventListener('stage:report', (e) => window.reports.push(e.detail), true);"


@pytest.fixture(scope="module")
def tab(chromium: Browser) -> Iterator[Page]:
    """tree.js and timeline.js by themselves."""
    page = chromium.new_page()
    for name in ("tree", "timeline"):
        page.add_script_tag(content=(ROOT / "assets" / "stage" / f"{name}.js").read_text(encoding="utf-8"))
    yield page
    page.close()


@pytest.fixture
def open_stage(chromium: Browser) -> Iterator[Opener]:
    opened: list[StagePage] = []

    def opener(
        case: str = "greedy",
        language: str = "en",
        *,
        width: int = 1280,
        dark: bool = False,
        still: bool = True,
        lane: bool = False,
        complete: bool = True,
        trace: dict[str, Any] | None = None,
        options: Options | None = None,
        before: str = "",
    ) -> StagePage:
        trace = trace or make_trace(language, **CASES[case])
        plain = make_trace(language, **{**CASES[case], "plain": True}) if lane else None
        options = options or Options()
        page = chromium.new_page(
            viewport={"width": width, "height": 900},
            color_scheme="dark" if dark else "light",
            reduced_motion="reduce" if still else "no-preference",
        )
        data = {
            "run": {"id": "page", "trace": trace, "complete": complete},
            "plain": plain,
            "words": words(language),
            "options": {"view": options.view, "speed": options.speed, "lane": True},
        }
        stage = StagePage(page, data)
        opened.append(stage)
        html = standalone_page(
            trace, words(language), title="Stage", language=language, plain=plain,
            options=replace(options), complete=complete,
        ).replace("<main>", f"<main><script>{LISTEN}</script>{before}")  # fmt: skip
        page.set_content(html)
        page.locator(".control-main").wait_for()
        return stage

    yield opener
    for stage in opened:
        stage.page.close()
    assert not [error for stage in opened for error in stage.errors]
