"""The room: a real model by name, then a pair of one's own, then what is in memory."""

from __future__ import annotations

import sys
from functools import partial

import streamlit as st

from tower.models.deployment import is_public, large_pairs
from tower.models.fetching import FETCHED
from tower.models.own.opening import Opened, open_pair
from tower.models.pairs import all_pairs
from tower.models.progress import Tell
from tower.models.served.settings import SERVED
from tower.ui import pair_names
from tower.ui.errors import escaped
from tower.ui.language import t
from tower.ui.own_pair import fetching, form, progress, report
from tower.ui.own_pair.jobs import Job

_JOB = form.KEY + "job"


def show() -> None:
    if is_public():
        st.info(t("errors.not-public"))
        return
    st.markdown(t("own.lead"))
    st.header(t("own.named_title"), anchor=False)
    for code in FETCHED:
        _named(code)
    _served()
    st.header(t("own.own_title"), anchor=False)
    st.markdown(t("own.own_text"))
    _own()
    _in_memory()


def _named(code: str) -> None:
    with st.container(border=True):
        st.markdown(f"**{t(f'pairs.{code}.name')}**")
        st.markdown(t(f"own.about.{code}"))
        if fetching.waits(code):
            fetching.offer(code)
        else:
            st.markdown(t("own.is_here"))
            report.ways(code)


def _served() -> None:
    with st.container(border=True):
        st.markdown(f"**{t('pairs.served.name')}**")
        st.markdown(t("served.about"))
        if SERVED in all_pairs():
            report.ways(SERVED)
        else:
            st.caption(t("served.how"))


def _own() -> None:
    if form.draw():
        before: Job[Opened] | None = st.session_state.get(_JOB)
        if before is not None:
            before.stop()
        st.session_state[_JOB] = Job(partial(_opened, form.values()))
    job: Job[Opened] | None = st.session_state.get(_JOB)
    if job is None:
        return
    progress.show(job, "own-stop")
    if not job.running and job.result is not None:
        report.show(job.result)


def _opened(asked: dict[str, str], tell: Tell) -> Opened:
    """Check, then load: what goes wrong while loading is told here, not in the next room."""
    opened = open_pair(asked["target"], asked["draft"], device=asked["device"], dtype=asked["dtype"], tell=tell)
    from tower.models.loading import load_pair  # torch

    tell("loading", 0.0)
    load_pair(opened.spec.code)
    return opened


def _in_memory() -> None:
    if "tower.models.loading" not in sys.modules:  # then nothing is loaded, and a page need not wait for torch
        return
    from tower.models.loading import in_memory

    names = pair_names.labels()
    loaded = " · ".join(escaped(names[code]) for code in in_memory() if code in names)
    if loaded:
        st.caption(t("own.in_memory", names=loaded, most=large_pairs()))
