"""The race: a recorded one first; then the visitor's own, which may be stopped, looked at, and gone on with."""

from __future__ import annotations

from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from tower.experiments.race_settings import read_lane
from tower.ui import going
from tower.ui.errors import escaped, told
from tower.ui.language import current, t
from tower.ui.measured import measured
from tower.ui.shelf import race_controls, race_view, state
from tower.ui.shelf.race_job import RaceJob, begin
from tower.ui.shelf.settings import settings_of
from tower.ui.small_print import small

_JOB = state.key("job")


def job() -> RaceJob | None:
    """The race of this visit."""
    return st.session_state.get(_JOB)


def show() -> None:
    race_controls.draw()
    with st.container(horizontal=True, vertical_alignment="center"):
        pressed = st.button(t("shelf.race.start"), type="primary", key="shelf-start")
        switch = st.empty()
        small(_planned(state.values()))
    if pressed:
        with told(), st.spinner(t("shelf.race.preparing"), show_time=False):
            st.session_state[_JOB] = begin(state.values())
    present = job()
    if present is None:
        _recorded()
        return
    going.switch(switch, present, stop=t("shelf.race.stop"), go_on=t("shelf.race.resume"), key="shelf-stop")
    if _differs(present):
        st.info(t("shelf.race.changed", start=t("shelf.race.start")))
    going.again_and_again(_results, present)


def recorded_race() -> dict[str, Any]:
    """{settings, lanes} of the recorded race in the visitor's language."""
    found: dict[str, Any] = measured("shelf").figures["races"][current()]
    return found


def _differs(present: RaceJob) -> bool:
    try:
        return bool(settings_of(state.values()) != present.race.settings)
    except ValueError:
        return True


def _planned(values: dict[str, Any]) -> str:
    try:
        settings = settings_of(values)
    except ValueError:
        return t("shelf.race.not_yet")
    return t("shelf.race.planned", runs=settings.runs, warm=len(settings.ways))


def _recorded() -> None:
    found, race = measured("shelf"), recorded_race()
    asked = race["settings"]
    small(
        t("shelf.race.recorded", date=found.recorded, machine=found.processor, threads=found.machine["threads"],
          prompt=escaped(asked["prompt"]), k=asked["k"], words=asked["words"], repeats=asked["repeats"])
    )  # fmt: skip
    race_view.draw([read_lane(lane) for lane in race["lanes"]], t("shelf.race.mark_recorded"))


def _results() -> None:
    present = job()
    if present is None:
        return
    ended = going.go_on(present, lambda bar: _progress(present, bar))
    race_view.draw(present.lanes(), t("shelf.race.mark_here"))
    if ended:
        st.rerun()


def _progress(present: RaceJob, bar: DeltaGenerator) -> None:
    race = present.race
    code = "done" if race.done else "running" if present.running else "stopped"
    bar.progress(race.run / race.planned, text=t(f"shelf.race.progress.{code}", run=race.run, all=race.planned))
