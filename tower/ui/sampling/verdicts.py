"""The verdicts: one card for each kind of runs, in careful words. Computes nothing but what `statistics` says."""

from __future__ import annotations

import numpy as np
import streamlit as st

from tower.experiments.tally.statistics import Verdict, distance, draws_needed, judge
from tower.ui import guesser
from tower.ui.language import t
from tower.ui.sampling import charts
from tower.ui.sampling.job import Job


def cards(job: Job) -> None:
    """A column each for the target alone, the exact rule, the wrong rule."""
    st.header(t("sampling.verdict.title"), anchor=False)
    if job.settings.of == "models":
        guesser.remark(job.settings.drafter)
    for arm, column in enumerate(st.columns(len(job.tally.arms), gap="small")):
        with column, st.container(border=True, height="stretch", key=f"sampling-card-{charts.role(arm)}"):
            _card(job, arm)


def _card(job: Job, arm: int) -> None:
    board, cells, one = job.tally.board, job.tally.cells, job.tally.arms[arm]
    counts = board.counts[arm]
    rule = t(f"rules.{one.code}.name") if one.rule is not None else t("sampling.arms.plain_rule")
    colour = ("gray", "green", "red")[arm]
    st.markdown(f":{colour}[{charts.MARKS[arm]}] **{t(f'sampling.arms.{charts.role(arm)}')}** · {rule}")
    verdict = judge(counts, cells.p, job.tally.runs)
    st.subheader(spoken(verdict, job), anchor=False)
    lines = []
    if board.counted:
        low, high = job.band
        known = len(board.curve) == len(board.grid)
        values = {"tv": f"{float(distance(counts, cells.p)):.4f}"}
        lines.append(
            t("sampling.card.distance_band", **values, low=f"{low[-1]:.4f}", high=f"{high[-1]:.4f}")
            if known
            else t("sampling.card.distance", **values)
        )
    if verdict.chi2 is not None and np.isfinite(verdict.chi2):
        lines.append(t("sampling.card.chi2", chi2=f"{verdict.chi2:,.1f}", dof=f"{verdict.dof:,}"))
    if board.tested[arm]:
        lines.append(
            t(
                "sampling.card.acceptance",
                counted=f"{board.accepted[arm] / board.tested[arm]:.2%}",
                expected=f"{board.expected[arm] / board.tested[arm]:.2%}",
            )
        )
    elif one.rule is None:
        lines.append(t("sampling.card.no_slips"))
    if not one.exact:
        lines.append(_bias(job, arm))
    st.markdown("  \n".join(lines))


def _bias(job: Job, arm: int) -> str:
    cells = job.tally.cells
    needed = draws_needed(cells.p, cells.laws[arm])
    if needed is None:
        return t("sampling.card.right_here")
    tv = f"{np.abs(cells.laws[arm] - cells.p).sum() / 2:.4f}"
    return t("sampling.card.bias", tv=tv, runs=rounded(needed))


def spoken(verdict: Verdict, job: Job) -> str:
    """The verdict in words; never "proved"."""
    board = job.tally.board
    return t(
        f"sampling.verdict.{verdict.code}",
        counted=f"{board.counted:,}",
        runs=f"{board.runs:,}",
        p_value="–" if verdict.p_value is None else p_value(verdict.p_value),
    )


_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def p_value(value: float) -> str:
    """As text: with its relation, two digits."""
    if value < 1e-300:
        return "<\u00a010⁻³⁰⁰"
    if value >= 1e-4:
        return f"{value:.2g}"
    digits, power = f"{value:.1e}".split("e")
    return f"{digits}\u00a0×\u00a010{str(int(power)).translate(_RAISED)}"


def rounded(runs: int) -> str:
    """A number of runs to two digits: more would be pretence."""
    digits = max(0, len(str(runs)) - 2)
    return f"{round(runs, -digits):,}"
