"""Measured here: a recorded sweep first; then the visitor's own, which may be stopped, looked at, and gone on with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from tower.experiments.sweep_cells import Cell, read_cell
from tower.ui import going
from tower.ui.accounts import reports, state, sweep_controls, sweep_view
from tower.ui.accounts.sweep_job import SweepJob, begin, settings_of
from tower.ui.errors import told
from tower.ui.language import t
from tower.ui.measured import measured
from tower.ui.small_print import small

_JOB = state.key("sweep-job")


def job() -> SweepJob | None:
    """The sweep of this visit."""
    return st.session_state.get(_JOB)


def show() -> None:
    sweep_controls.draw()
    with st.container(horizontal=True, vertical_alignment="center"):
        pressed = st.button(t("accounts.measured.start"), type="primary", key="accounts-start")
        switch = st.empty()
        small(_planned(state.values()))
    if pressed:
        with told(), st.spinner(t("accounts.measured.preparing"), show_time=False):
            st.session_state[_JOB] = begin(state.values())
    present = job()
    if present is None:
        _recorded()
        return
    stop, go_on = t("accounts.measured.stop"), t("accounts.measured.resume")
    going.switch(switch, present, stop=stop, go_on=go_on, key="accounts-stop")
    if _differs(present):
        st.info(t("accounts.measured.changed", start=t("accounts.measured.start")))
    going.again_and_again(_results, present)
    reports.draw(present)


def _differs(present: SweepJob) -> bool:
    try:
        return settings_of(state.values()) != present.sweep.settings
    except ValueError:
        return True


def _planned(values: Mapping[str, Any]) -> str:
    """How many runs the controls ask for; nothing where they do not make sense yet."""
    try:
        return t("accounts.measured.planned", runs=settings_of(values).runs)
    except ValueError:
        return t("accounts.measured.not_yet")


def _recorded() -> None:
    found = measured("sweep")
    about = {"date": found.recorded, "machine": found.processor, "threads": found.machine["threads"]}
    small(t("accounts.measured.recorded", **about))
    cells = [read_cell(cell) for cell in found.figures["cells"]]
    asked = found.figures["settings"]
    _view(cells, asked["temperatures"], asked["ks"], t("accounts.marks.recorded"), asked["drafter"])


@st.fragment
def _view(cells: list[Cell], heats: Sequence[float], ks: Sequence[int], mark: str, drafter: str) -> None:
    sweep_view.draw(cells, heats, ks, mark, drafter)


def _results() -> None:
    present = job()
    if present is None:
        return
    ended = going.go_on(present, lambda bar: _progress(present, bar))
    from tower.experiments.sweep_cells import cells

    sweep = present.sweep
    found, asked = cells(sweep.settings, sweep.trials), sweep.settings
    sweep_view.draw(found, asked.temperatures, asked.ks, t("accounts.marks.here"), asked.drafter)
    if ended:
        st.rerun()


def _progress(present: SweepJob, bar: DeltaGenerator) -> None:
    sweep = present.sweep
    code = "done" if sweep.done else "running" if present.running else "stopped"
    text = t(f"accounts.measured.progress.{code}", run=sweep.run, all=sweep.planned, counted=len(sweep.trials))
    bar.progress(sweep.run / sweep.planned, text=text)
