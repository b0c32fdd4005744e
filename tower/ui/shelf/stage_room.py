"""Any racer on the stage: its run of the visitor's race, else the recorded run, else one made for the purpose."""

from __future__ import annotations

from typing import Any

import streamlit as st

from tower.experiments.race_settings import PLAIN, RACERS, RaceSettings
from tower.ui import choice, lesson
from tower.ui.errors import told
from tower.ui.language import branch, current, t
from tower.ui.recordings import recording
from tower.ui.shelf import race_room, state
from tower.ui.small_print import small
from tower.ui.stage import Options, Place, stage

_MADE = state.key("made")  # runs made for the stage, by language and drafter
MOST = 12


def show() -> None:
    present = race_room.job()
    ran = [code for code in RACERS if present is not None and code in present.race.traces]
    offered = ran or list(state.racers())
    names = {code: state.name_of(code) for code in offered}
    code = choice.select(t("shelf.stage.pick"), names, state.key("stage"))
    with told(), st.spinner(t("shelf.stage.making"), show_time=False):
        name, trace, plain, where = _run(code)
        small(where)
        _stage(name, trace, plain)


def _run(code: str) -> tuple[str, dict[str, Any], dict[str, Any] | None, str]:
    """A name for the run, its trace JSON, the plain lane's, and where it comes from."""
    present = race_room.job()
    if present is not None and code in present.race.traces:
        traces = present.race.traces
        return f"shelf/{id(present)}/{code}", traces[code], traces.get(PLAIN), t("shelf.stage.here")
    played = recording("shelf", current())
    if code == played.trace["settings"]["drafter"]:
        return f"shelf/{current()}", played.trace, played.plain, t("shelf.stage.recorded", date=played.recorded)
    return f"shelf/{current()}/{code}", _made(code), played.plain, t("shelf.stage.made")


def _made(code: str) -> dict[str, Any]:
    """The recorded race's run of this drafter, decoded once more: at temperature 0 its words are the same."""
    kept: dict[tuple[str, str], dict[str, Any]] = st.session_state.setdefault(_MADE, {})
    key = (current(), code)
    if key not in kept:
        from tower.models.runs import start_run

        asked = race_room.recorded_race()["settings"]
        run = start_run(RaceSettings(asked["prompt"], (code,), k=asked["k"], words=asked["words"]).run(code))
        for _ in run:
            pass
        kept[key] = run.trace_json()
        while len(kept) > MOST:
            del kept[next(iter(kept))]
    return kept[key]


def _telling(trace: dict[str, Any]) -> Place:
    """A round that is worth a look at once: one that branches and keeps something, else the first."""
    for number, a_round in enumerate(trace["rounds"]):
        drafts = a_round["drafts"]
        branching = any(draft["parent"] != i - 1 for i, draft in enumerate(drafts))
        if branching and any(draft["verdict"] == "accepted" for draft in drafts):
            return Place(number, "write")
    return Place(0, "write")


@st.fragment
def _stage(name: str, trace: dict[str, Any], plain: dict[str, Any] | None) -> None:
    stage(
        name,
        trace,
        plain=plain,
        complete=True,
        words=branch("stage"),
        options=Options(view="line", lane=False, presenter=lesson.present(), position=_telling(trace)),
        key="shelf-shown",  # shelf/stage is the setting
    )
