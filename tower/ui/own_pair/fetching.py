"""A pair that has to be fetched first: what it is, the button, how far it has come. One fetch for all visitors."""

from __future__ import annotations

from functools import partial

import streamlit as st

from tower.models.deployment import is_public
from tower.models.fetching import FETCHED, fetch
from tower.models.pairs import pair_spec
from tower.ui.language import t
from tower.ui.own_pair import progress
from tower.ui.own_pair.jobs import Job

_jobs: dict[str, Job[object]] = {}


def waits(code: str) -> bool:
    """Whether the pair is known but not on this machine."""
    spec = pair_spec(code)
    return code in FETCHED and bool(spec.missing)


def offer(code: str) -> None:
    """The way to get a pair that waits; nothing for one that is there."""
    job = _jobs.get(code)
    if not waits(code):
        return
    spec = pair_spec(code)
    if is_public():
        st.info(t("errors.not-public"))
        return
    running = job is not None and job.running
    with st.container(key=f"fetch-{code}"):
        st.markdown(t("own.fetch_text", name=t(f"own.short.{code}")))
        if job is not None:
            progress.show(job, f"fetch-stop/{code}")
        if not running:
            label = t("own.fetch", name=t(f"own.short.{code}"), size=f"{spec.fetched_bytes / 1e6:.0f}")
            st.button(label, key=f"fetch-start/{code}", type="primary", on_click=_begin, args=(code,))


def _begin(code: str) -> None:
    job = _jobs.get(code)
    if job is None or not job.running:
        _jobs[code] = Job(partial(fetch, code))
