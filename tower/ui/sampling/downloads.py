"""What can be taken home: counts as CSV, settings and result as JSON, the same count as a command line."""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable

import streamlit as st

from tower.experiments.tally.report import summary, table
from tower.ui.language import t
from tower.ui.sampling.job import Job
from tower.ui.sampling.settings import write


def draw(job: Job, name: Callable[[int], str]) -> None:
    """The buttons, the cells as a table, and the command."""

    def words(cell: int) -> list[str]:
        return job.words(cell) or [name(cell)]

    with st.expander(t("sampling.take.title")):
        st.markdown(t("sampling.take.lead"))
        with st.container(horizontal=True):
            st.download_button(
                t("sampling.take.csv"), lambda: "\ufeff" + table(job.tally, words), "tally.csv", "text/csv",
                on_click="ignore",
            )  # fmt: skip
            st.download_button(
                t("sampling.take.json"), lambda: _document(job, words), "tally.json", "application/json",
                on_click="ignore",
            )  # fmt: skip
        if job.settings.of == "models":
            st.markdown(t("sampling.take.command"))
            st.code(command(job), language="bash", wrap_lines=True)


def _document(job: Job, words: Callable[[int], list[str]]) -> str:
    arms = {arm.code: summary(job.tally, number, words) for number, arm in enumerate(job.tally.arms)}
    return json.dumps({"settings": write(job.settings), "arms": arms}, ensure_ascii=False, indent=1)


def command(job: Job) -> str:
    """What counts the exact rule's runs once more, without a screen."""
    s = job.settings
    return shlex.join(
        ["python", "-m", "tower", "tally", "--pair", s.pair, "--prompt", s.prompt, "--tokens", str(s.tokens),
         "--runs", str(s.runs), "--rule", s.exact, "--drafter", s.drafter, "--k", str(s.k),
         "--temperature", f"{s.temperature:g}", "--top-k", str(s.top_k), "--top-p", f"{s.top_p:g}",
         "--seed", str(s.seed), "--json", "-"]
    )  # fmt: skip
