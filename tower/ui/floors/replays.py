"""Which runs floor 7 can replay besides its own two rounds: recorded, on the live tower's stage, earlier, uploaded."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from tower.ui import runs
from tower.ui.recordings import recording

RECORDED = ("lobby", "floor_4_archaic")


@dataclass(frozen=True, slots=True)
class Replay:
    """id: the stage's name for the run. complete: whether no more rounds may come from elsewhere."""

    id: str
    trace: Mapping[str, Any]
    plain: Mapping[str, Any] | None
    complete: bool


def choices(language: str, uploaded: runs.StageRun | None, name: Callable[..., str]) -> dict[str, str]:
    """Codes of the runs at hand and how to call them. name("recorded", ...): the words for a kind of run."""
    offered = {code: name("recorded", prompt=_short(recording(code, language).trace)) for code in RECORDED}
    on_stage = runs.on_stage()
    if on_stage is not None and on_stage.document:
        offered["on-stage"] = name("on_stage", prompt=_short(on_stage.document))
    for run in runs.earlier():
        if run.document:
            offered[f"earlier/{run.id}"] = name("earlier", prompt=_short(run.document))
    if uploaded is not None:
        offered["uploaded"] = name("uploaded", prompt=_short(uploaded.document))
    return offered


def replay(code: str, language: str, uploaded: runs.StageRun | None) -> Replay | None:
    """The run of this code, as it stands now; None where it is gone."""
    if code in RECORDED:
        found = recording(code, language)
        return Replay(f"{code}/{language}", found.trace, found.plain, True)
    run = uploaded if code == "uploaded" else runs.on_stage() if code == "on-stage" else None
    if code.startswith("earlier/"):
        run = next((run for run in runs.earlier() if f"earlier/{run.id}" == code), None)
    if run is None or not run.document:
        return None
    # what the live tower has not computed yet is computed there, not here: replayed is what there is
    return Replay(f"replay/{run.id}", run.document, run.plain_document, True)


def _short(trace: Mapping[str, Any], most: int = 24) -> str:
    line = " ".join(trace["prompt"]["text"].split())
    return line if len(line) <= most else line[: most - 1] + "…"
