"""The sampling room below its controls: count, stop, go on; verdicts, charts, the table, longer runs, downloads."""

from __future__ import annotations

from math import floor, log10

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from tower.ui import address, going
from tower.ui.errors import escaped, told
from tower.ui.language import t
from tower.ui.sampling import charts, controls, downloads, verdicts
from tower.ui.sampling.job import Job, Preparation, begin, write_twins
from tower.ui.sampling.settings import read, write
from tower.ui.small_print import small

_JOB = "sampling/job"
_IGNORED = "sampling/ignored"
TWINS, TWIN_WORDS = 10, 14


def arrive() -> bool:
    """Take over what the link asks for, on the first visit or when the dials of the workshop are brought along.

    Returns whether a count should begin by itself.
    """
    asked = address.read()
    if controls.arrived() and (not asked or asked == _written()):
        return False
    settings, ignored = read(asked, controls.values() if controls.arrived() else controls.usual())
    controls.fill(settings)
    st.session_state[_IGNORED] = ignored
    return True


def ignored() -> list[str]:
    """Names in the link that made no sense."""
    names: list[str] = st.session_state.get(_IGNORED, [])
    return names


def under_way() -> Job | Preparation | None:
    """The count of this visit, or what goes before it."""
    return st.session_state.get(_JOB)


def job() -> Job | None:
    """The count of this visit, once its cells are fixed."""
    present = under_way()
    return present if isinstance(present, Job) else None


def _written() -> dict[str, str] | None:
    present = under_way()
    return None if present is None else write(present.settings)


def buttons(start: bool) -> None:
    """Count; stop or go on. start: begin without being asked."""
    with st.container(horizontal=True, vertical_alignment="center"):
        pressed = st.button(t("sampling.start"))
        switch = st.empty()
    if pressed or start:
        with told(), st.spinner(t("sampling.waking"), show_time=False):
            st.session_state[_JOB] = begin(controls.values())
    if pressed:
        st.session_state[_IGNORED] = []
    present = under_way()
    if present is None:
        return
    going.switch(switch, present, stop=t("sampling.stop"), go_on=t("sampling.resume"), key="sampling/stop")
    address.write(write(present.settings))
    if write(controls.values()) != write(present.settings):
        st.info(t("sampling.changed", start=t("sampling.start")))


def results() -> None:
    """Everything that is counted. While the count runs, this part alone comes again and again."""
    present = under_way()
    if present is None:
        return
    going.again_and_again(_prepare if isinstance(present, Preparation) else _results, present)


def _prepare() -> None:
    present = under_way()
    if isinstance(present, Preparation):
        going.go_on(present, lambda bar: _reading(present, bar))
        if present.job is not None:
            st.session_state[_JOB] = present.job
            st.rerun()


def _reading(present: Preparation, bar: DeltaGenerator) -> None:
    if present.last is not None:
        share = present.last.read / present.last.all
        state = "preparing" if present.running else "prepared_later"
        text = t(f"sampling.{state}", word=present.last.words + 1, read=present.last.read, all=present.last.all)
        bar.progress(share, text=text)


def _results() -> None:
    present = job()
    if present is None:
        return
    ended = going.go_on(present, lambda bar: _progress(present, bar))
    names = cell_names(present)
    verdicts.cards(present)
    left, right = st.columns([1, 1], gap="large")
    with left:
        st.header(t("sampling.charts.frequencies"), anchor=False)
        small(t("sampling.charts.frequencies_note"))
        charts.frequencies(present, names, key="sampling-frequencies")
    with right:
        st.header(t("sampling.charts.distances"), anchor=False)
        small(t("sampling.charts.distances_note"))
        charts.distances(present, key="sampling-distances")
    if ended:
        st.rerun()


def _progress(present: Job, bar: DeltaGenerator) -> None:
    board = present.tally.board
    numbers = {"counted": f"{board.counted:,}", "runs": f"{board.runs:,}", "seconds": _two_digits(present.seconds)}
    if present.done:
        text = t("sampling.progress.done", **numbers)
    elif not present.running:
        text = t("sampling.progress.stopped", **numbers)
    elif board.counted == 0 and present.count is not None:
        text = t("sampling.progress.reading", word=present.count.level + 1, read=present.count.read,
                 all=present.count.read + present.count.waiting)  # fmt: skip
    else:
        text = t("sampling.progress.counting", **numbers)
    bar.progress(board.counted / board.runs, text=text)


def cell_names(present: Job) -> list[str]:
    """What stands beside the rows of the frequency chart, as text that is no markup."""
    return [*(_plain(_name(present, cell)) for cell in charts.shown(present)), t("sampling.rest")]


def _name(present: Job, cell: int) -> str:
    words = present.words(cell)
    if words is None:
        return t(f"workshop.words.w{present.tally.cells.paths[cell] + 1}")
    return "·".join(words)


def _plain(text: str) -> str:
    """Plotly reads a little HTML: show angle brackets as they are."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def details() -> None:
    """What does not change while counting: how to read it, longer runs, the table, downloads."""
    present = job()
    if present is None:
        return
    cells = present.tally.cells
    with st.expander(t("sampling.notes.title")):
        numbers = {"cells": f"{len(cells.p):,}", "rest": f"{cells.p[-1]:.1%}", "runs": f"{present.tally.runs:,}"}
        st.markdown(t("sampling.notes.text", **numbers))
        if present.settings.of == "models":
            st.markdown(t("sampling.notes.models", k=present.settings.k, tokens=present.settings.tokens))
    if present.settings.of == "models":
        _twins(present)
    downloads.draw(present, lambda cell: _name(present, cell))


def _twins(present: Job) -> None:
    with st.container(border=True):
        st.header(t("sampling.twins.title"), anchor=False)
        st.markdown(t("sampling.twins.lead", runs=TWINS))
        if len(present.twins) < TWINS and st.button(t("sampling.twins.button", runs=TWINS)):
            with told():
                bar = st.empty()
                bar.progress(0.0, text=t("sampling.twins.writing"))
                for written in write_twins(present, TWINS, TWIN_WORDS):
                    bar.progress(written / TWINS, text=t("sampling.twins.writing"))
                bar.empty()
        if present.twins and present.pair is not None:
            show = present.pair.text
            rows = {t("sampling.twins.run"): [str(twin.run) for twin in present.twins]}
            rows[t("sampling.twins.plain")] = [escaped("".join(map(show.text, twin.plain))) for twin in present.twins]
            rows[t("sampling.twins.speculative")] = [
                escaped("".join(map(show.text, twin.speculative))) for twin in present.twins
            ]
            st.table(rows, hide_index=True)
            same = sum(twin.plain == twin.speculative for twin in present.twins)
            st.markdown(t("sampling.twins.verdict", same=same, runs=len(present.twins)))


def _two_digits(seconds: float) -> str:
    """0.0123 as 0.012, 3.21 as 3.2, 45.6 as 46."""
    return f"{seconds:.{max(0, 1 - floor(log10(max(seconds, 1e-4))))}f}"
