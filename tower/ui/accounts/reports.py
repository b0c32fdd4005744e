"""What can be taken home of a sweep: the report as JSON, its table as CSV, the same sweep as a command line."""

from __future__ import annotations

import json
import shlex

import streamlit as st

from tower.ui.accounts.settings import OWN
from tower.ui.accounts.sweep_job import SweepJob
from tower.ui.language import t


def draw(job: SweepJob) -> None:
    """The buttons write what has been measured by the time they are pressed."""
    with st.expander(t("accounts.take.title"), key="accounts-take"):
        st.markdown(t("accounts.take.lead"))
        with st.container(horizontal=True):
            st.download_button(
                t("accounts.take.json"), lambda: report(job), "oracle-tower-sweep.json", "application/json",
                on_click="ignore", key="accounts-json",
            )  # fmt: skip
            st.download_button(
                t("accounts.take.csv"), lambda: "\ufeff" + table(job), "oracle-tower-sweep.csv", "text/csv",
                on_click="ignore", key="accounts-csv",
            )  # fmt: skip
        st.markdown(t("accounts.take.command"))
        st.code(command(job), language="bash", wrap_lines=True)


def report(job: SweepJob) -> str:
    from tower.experiments.sweep_report import document

    return json.dumps(document(job.sweep), ensure_ascii=False, allow_nan=False, indent=1)


def table(job: SweepJob) -> str:
    from tower.experiments.hardware import description
    from tower.experiments.sweep_cells import cells
    from tower.experiments.sweep_report import table as csv_table
    from tower.models.runs import made_with

    sweep = job.sweep
    found = cells(sweep.settings, sweep.trials)
    return csv_table(found, description(), made_with(sweep.pair).versions)


def command(job: SweepJob) -> str:
    """What measures the same without a screen."""
    s = job.sweep.settings
    what = [part for prompt in s.prompts for part in ("--prompt", prompt)] if s.texts == OWN else ["--texts", s.texts]
    return shlex.join(
        ["python", "-m", "tower", "sweep", "--pair", s.pair, "--drafter", s.drafter,
         "--k", ",".join(f"{k}" for k in s.ks), "--temperatures", ",".join(f"{heat:g}" for heat in s.temperatures),
         *what, "--max-new-tokens", str(s.words), "--repeats", str(s.repeats), "--seed", str(s.seed), "--json", "-"]
    )  # fmt: skip
