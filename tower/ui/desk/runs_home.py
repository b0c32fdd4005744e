"""Runs that go home with the class: any run at hand as a page, as JSON, as CSV."""

from __future__ import annotations

import streamlit as st

from tower.decoding.trace_csv import csv_text
from tower.decoding.trace_schema import load
from tower.ui import choice, shell
from tower.ui.desk import takeaway
from tower.ui.errors import escaped
from tower.ui.floors import replays
from tower.ui.language import current, t

_CHOSEN = "desk/run"


def draw() -> None:
    st.markdown(t("desk.runs.lead"))
    offered = replays.choices(current(), None, lambda kind, **values: t(f"desk.runs.{kind}", **values))
    code = choice.select(t("desk.runs.which"), offered, _CHOSEN)
    run = replays.replay(code, current(), None)
    if run is None:
        return
    totals = run.trace["totals"]
    st.markdown(f"> {escaped(run.trace['prompt']['text'])} …")
    st.caption(t("desk.runs.counts", tokens=totals["tokens"], hauls=totals["hauls"]))
    trace = run.trace

    def csv() -> str:
        return csv_text(load(trace).trace)

    takeaway.ways(trace, run.plain, csv, f"desk/{run.id}")
    st.page_link(shell.page("live_tower"), label=t("desk.runs.make"))
