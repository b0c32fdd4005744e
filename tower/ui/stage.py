"""The stage: the animated rounds of a trace, as a Streamlit component and as a page that stands alone.

Hands data to assets/stage and passes on what it reports. Knows no decoder: a trace is its JSON here, and words come
from the caller.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from html import escape
from pathlib import Path
from typing import Any, Literal

import streamlit as st

_ASSETS = Path(__file__).resolve().parents[2] / "assets"
_STAGE = _ASSETS / "stage"
# One module, no imports: a file may use what stands in the files before it. stage.js holds the default export.
_SCRIPTS = (
    "words", "tree", "timeline", "player", "captions", "lane", "keys", "seals", "slip", "motion", "book", "bench",
    "grove", "line", "scene_layout", "scene_parts", "scene_tree", "scene_motion", "scene", "notes", "controls",
    "inspector", "places", "reports", "measure", "arrivals", "detail", "furnish", "stage",
)  # fmt: skip
_STYLES = ("tokens", "stage", "line", "grove", "art", "scene", "inspector")

View = Literal["tower", "line"]
Json = Mapping[str, Any]


def _nothing() -> None:
    """Streamlit keeps a component's state only where a callback is named."""


@dataclass(frozen=True, slots=True)
class Place:
    """A round, counted from 0 (-1: before the first one), and optionally one of its beats."""

    round: int
    beat: Literal["start", "draft", "haul", "stamp", "write", "end"] | None = None


@dataclass(frozen=True, slots=True)
class Options:
    """How the stage shows a run. A changed `position` sends it there; otherwise it stays where the reader is."""

    view: View = "line"
    speed: float = 1.0
    autoplay: bool = False
    presenter: bool = False
    lane: bool = True
    position: Place | None = None


@dataclass(frozen=True, slots=True)
class Report:
    """What the stage last told: where it rests, which slip is open, and whether it runs out of rounds."""

    position: Json | None
    selected: Json | None
    need: Json | None


def _read(folder: Path, names: Sequence[str], suffix: str) -> str:
    files = [folder / f"{name}.{suffix}" for name in names]
    return "\n".join(file.read_text(encoding="utf-8") for file in files if file.exists())


def script() -> str:
    """All of the stage's JavaScript as one ES module without imports; the drawings travel in it, not in the data."""
    return f"const STAGE_ART = {_embedded(art())};\n{_read(_STAGE, _SCRIPTS, 'js')}"


def _embedded(value: object) -> str:
    """JSON that may stand inside a script element: nothing in it can close the element."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return text.replace("<", "\\u003c")


def style() -> str:
    """All of the stage's CSS."""
    return _read(_STAGE, _STYLES, "css")


def markup() -> str:
    """The stage's skeleton in HTML."""
    return _read(_STAGE, ["stage"], "html")


@cache
def art() -> dict[str, str]:
    """The drawings by name, as SVG text."""
    return {file.stem: file.read_text(encoding="utf-8") for file in sorted((_ASSETS / "art").glob("*.svg"))}


def _data(
    run_id: str,
    trace: Json | None,
    *,
    plain: Json | None,
    complete: bool,
    words: Json,
    options: Options,
    reports: Sequence[str],
    held: int = 0,
) -> dict[str, Any]:
    return {
        "run": {"id": run_id, "trace": _behind(trace, held), "complete": complete},
        "plain": _behind(plain, held),
        "words": words,
        "options": {**asdict(options), "reports": list(reports)},
    }


def _behind(trace: Json | None, held: int) -> Json | None:
    """The trace without its first `held` rounds."""
    return trace if trace is None or not held else {**trace, "rounds": trace["rounds"][held:], "held": held}


# Registered once, at import: registering again in every rerun would replace the definition under running stages.
_mount = st.components.v2.component("oracle_tower.stage", html=markup(), css=style(), js=script())


def stage(
    run_id: str,
    trace_json: Json | None,
    *,
    plain: Json | None = None,
    complete: bool,
    words: Json,
    options: Options | None = None,
    key: str,
    held: int = 0,
    on_need: Callable[[], None] | None = None,
    on_position: Callable[[], None] | None = None,
    on_selected: Callable[[], None] | None = None,
) -> Report:
    """Show a run; call it inside an `st.fragment`, always with the same `key`.

    `trace_json` is a trace in its JSON form, None before anything was decoded; `plain` the same prompt decoded plainly,
    for the second lane. The same `run_id` with more rounds, other words or options keeps the reader's place; another
    one starts over. `complete` says that no more rounds will come: until then the stage waits at the end of what it
    has and calls `on_need` when fewer than three rounds lie ahead. `held`: rounds of both traces that the stage has
    said, in the `need` being answered, that it holds; they are not sent again.

    A report is made (and costs a rerun of the fragment) only for those callbacks that are given. `need` is
    {run, have}, set in the rerun that it caused only; `position` is {run, round, beat}, on pause and at the end;
    `selected` is {run, round, slip}, slip -1 being the Oracle's own word.
    """
    callbacks = {"need": on_need, "position": on_position, "selected": on_selected}
    data = _data(
        run_id,
        trace_json,
        plain=plain,
        complete=complete,
        words=words,
        options=options or Options(),
        reports=[name for name, call in callbacks.items() if call is not None],
        held=held,
    )
    result = _mount(
        key=key,
        data=data,
        on_need_change=on_need or _nothing,
        on_position_change=on_position or _nothing,
        on_selected_change=on_selected or _nothing,
    )
    return Report(position=result.position, selected=result.selected, need=result.need)


def standalone_page(
    trace_json: Json,
    words: Json,
    *,
    title: str,
    language: str,
    plain: Json | None = None,
    options: Options | None = None,
    complete: bool = True,
    run_id: str = "page",
) -> str:
    """One HTML file that plays the run anywhere: no network, no other file."""
    data = _data(
        run_id, trace_json, plain=plain, complete=complete, words=words, options=options or Options(),
        reports=["need", "position", "selected"],
    )  # fmt: skip
    return (
        f'<!doctype html>\n<html lang="{escape(language)}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n"
        f"<style>\n{_read(_STAGE, ['standalone'], 'css')}\n{style()}\n</style>\n</head>\n<body>\n<main>\n"
        f'<h1 class="page-heading">{escape(title)}</h1>\n<div id="stage-host">{markup()}</div>\n</main>\n'
        f'<script type="application/json" id="stage-data">{_embedded(data)}</script>\n'
        f'<script type="module">\n{script()}\n{_read(_STAGE, ["standalone"], "js")}\n</script>\n</body>\n</html>\n'
    )
