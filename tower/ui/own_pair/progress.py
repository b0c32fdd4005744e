"""A job on the page: its bar while it runs, its failure in words when it ends badly."""

from __future__ import annotations

from typing import Any

import streamlit as st

from tower.decoding.errors import DecodingError
from tower.models.progress import Stopped
from tower.ui.errors import escaped, message
from tower.ui.language import t
from tower.ui.own_pair.jobs import Job

_LOOK = 0.5  # seconds between two looks at a job that runs


def show(job: Job[Any], key: str) -> None:
    """The bar, looked at again and again until the job has ended; then the whole page is drawn anew, once."""
    if job.running:
        st.fragment(_bar, run_every=_LOOK)(job, key)
    elif job.error is not None:
        _failed(job.error)


def _bar(job: Job[Any], key: str) -> None:
    if not job.running:
        st.rerun()
    text = t(f"own.steps.{job.step}") if job.step else t("own.steps.starting")
    st.progress(job.share, text=f"{text} {job.share:.0%}")
    st.button(t("own.stop"), key=key, on_click=job.stop)


def _failed(error: Exception) -> None:
    if isinstance(error, Stopped):
        st.info(t("own.stopped"))
    elif isinstance(error, DecodingError):
        st.error(message(error))
        _differing(error.values.get("differing"))
    else:
        st.error(t("own.failed", reason=escaped(f"{type(error).__name__}: {error}")[:400]))


def _differing(found: Any) -> None:
    """The first words that the two models number differently, where the failure names some."""
    if not found:
        return
    head = f"| {t('own.table.id')} | {t('own.roles.target')} | {t('own.roles.draft')} |\n|---:|---|---|\n"
    rows = [f"| {id} | {_word(one)} | {_word(other)} |" for id, one, other in found]
    st.markdown(t("own.differing"))
    st.markdown(head + "\n".join(rows))


def _word(word: str) -> str:
    return escaped(word) if word.strip() else t("own.table.nothing")
