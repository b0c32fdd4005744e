"""A stand-alone stage in a tab: how the tests open it, drive it and read it."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

ROOT = Path(__file__).resolve().parents[3]


def words(language: str) -> dict[str, Any]:
    return tomllib.loads((ROOT / "assets" / "text" / language / "stage.toml").read_text(encoding="utf-8"))


def frame_number(trace: dict[str, Any], round_number: int, beat: str, step: int = 0) -> int:
    """Counted out here once more: a frame a slip, two a haul, one a stamp, one for writing; one start before all."""
    before = 1
    for number, round_ in enumerate(trace["rounds"]):
        drafts = round_["drafts"]
        tested = sum(draft["verdict"] in ("accepted", "rejected") for draft in drafts)
        stamps = tested + bool(drafts and round_["emitted"]) + (len(drafts) > tested)
        sizes = {"draft": len(drafts), "haul": 2, "stamp": stamps, "write": 1}
        for name, size in sizes.items():
            if (number, name) == (round_number, beat):
                assert step < size
                return before + step
            before += size
    raise AssertionError(f"no frame {round_number} {beat}")


class StagePage:
    """`data` is what the stage was given; `errors` what the page complained about."""

    def __init__(self, page: Page, data: dict[str, Any]) -> None:
        self.page = page
        self.data = data
        self.errors: list[str] = []
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", lambda message: self.errors.append(message.text) if message.type == "error" else None)

    @property
    def trace(self) -> dict[str, Any]:
        trace: dict[str, Any] = self.data["run"]["trace"]
        return trace

    def go(self, index: int) -> None:
        self.page.evaluate(
            "i => { const s = document.querySelector('.scrub'); s.value = i; s.dispatchEvent(new Event('input')); }",
            index,
        )

    def go_to(self, round_number: int, beat: str, step: int = 0) -> None:
        """The frame of a round (counted from 0), a beat and a step of it."""
        self.go(frame_number(self.trace, round_number, beat, step))
        assert self.page.locator(".stage").get_attribute("data-beat") == beat

    @property
    def index(self) -> int:
        return int(self.page.evaluate("Number(document.querySelector('.scrub').value)"))

    @property
    def last(self) -> int:
        return int(self.page.evaluate("Number(document.querySelector('.scrub').max)"))

    @property
    def caption(self) -> str:
        return self.page.locator(".caption-now").inner_text()

    @property
    def playing(self) -> bool:
        return bool(self.page.evaluate("document.querySelector('.stage').dataset.playing === 'true'"))

    def picture(self) -> str:
        """The markup of everything painted, without the clock's own buttons and without positions in pixels."""
        return str(
            self.page.evaluate(
                """() => {
                  const copy = document.querySelector('.stage').cloneNode(true);
                  copy.querySelectorAll('.fly-layer, .scene-layer, .stage-controls').forEach((node) => node.remove());
                  for (const name of ['playing', 'waiting']) delete copy.dataset[name];
                  copy.querySelectorAll('[style]').forEach((node) => node.removeAttribute('style'));
                  return copy.outerHTML;
                }"""
            )
        )

    def update(self, **changes: Any) -> None:
        """Hand in changed data, as the host does on a rerun."""
        self.data = {**self.data, **changes}
        self.page.evaluate(
            "d => document.querySelector('#stage-host').dispatchEvent(new CustomEvent('stage:data', {detail: d}))",
            self.data,
        )

    def reports(self, name: str) -> list[Any]:
        return list(self.page.evaluate("n => window.reports.filter((r) => r.name === n).map((r) => r.value)", name))
