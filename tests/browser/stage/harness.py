"""A stand-alone stage in a tab: how the tests open it, drive it and read it."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

ROOT = Path(__file__).resolve().parents[3]


# The markup of everything that is seen, attributes in one order, without the clock's buttons and without positions.
PICTURE = """(() => {
  const copy = document.querySelector('.stage').cloneNode(true);
  copy.querySelectorAll('[hidden], .fly-layer, .scene-layer, .stage-controls').forEach((node) => node.remove());
  for (const name of ['playing', 'waiting']) delete copy.dataset[name];
  copy.querySelectorAll('[style]').forEach((node) => node.removeAttribute('style'));
  for (const node of copy.querySelectorAll('*')) {
    const attributes = [...node.attributes].sort((a, b) => (a.name < b.name ? -1 : 1));
    for (const { name } of attributes) node.removeAttribute(name);
    for (const { name, value } of attributes) node.setAttribute(name, value);
  }
  return copy.outerHTML;
})()"""


def words(language: str) -> dict[str, Any]:
    return tomllib.loads((ROOT / "assets" / "text" / language / "stage.toml").read_text(encoding="utf-8"))


def views(tab: Page, trace: dict[str, Any]) -> list[dict[str, Any]]:
    """What every frame of a run shows."""
    found: list[dict[str, Any]] = tab.evaluate("t => framesOf(t).map((frame) => viewAt(t, frame))", trace)
    return found


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

    def walk(self, expression: str, frames: int | None = None) -> list[Any]:
        """The value of a JavaScript expression at every frame, in one go."""
        return list(
            self.page.evaluate(
                """([expression, frames]) => {
                  const scrub = document.querySelector('.scrub'), look = new Function('return ' + expression);
                  const last = Math.min(Number(scrub.max), frames ?? Infinity), found = [];
                  for (let i = 0; i <= last; i++) {
                    scrub.value = i; scrub.dispatchEvent(new Event('input')); found.push(look());
                  }
                  return found;
                }""",
                [expression, frames],
            )
        )

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
        return str(self.page.evaluate(PICTURE))

    def update(self, **changes: Any) -> None:
        """Hand in changed data, as the host does on a rerun."""
        self.data = {**self.data, **changes}
        self.page.evaluate(
            "d => document.querySelector('#stage-host').dispatchEvent(new CustomEvent('stage:data', {detail: d}))",
            self.data,
        )

    def reports(self, name: str) -> list[Any]:
        return list(self.page.evaluate("n => window.reports.filter((r) => r.name === n).map((r) => r.value)", name))
