"""What the papers printed, as points and rows, with our formula beside each. Measures nothing."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from tower.theory.accounts import gain, tokens_per_haul
from tower.theory.published import CHINCHILLA_C, CHINCHILLA_K, CHINCHILLA_ROWS, SIZES, T5_ROWS, TABLE_1, TABLE_3
from tower.ui.accounts import state
from tower.ui.axes import frame, plot
from tower.ui.language import t
from tower.ui.numbers import two
from tower.ui.palette import palette
from tower.ui.small_print import small, table

TABLES = ("t5", "formula", "chinchilla", "alphas")
_SYMBOLS = dict(zip(SIZES, ("circle", "square", "diamond"), strict=True))


def show() -> None:
    st.session_state.setdefault(state.key("table"), TABLES[0])
    chosen = state.segments("table", TABLES, lambda code: t(f"accounts.papers.tables.{code}"))
    st.markdown(t(f"accounts.papers.about.{chosen}"))
    {"t5": _t5, "formula": _formula, "chinchilla": _chinchilla, "alphas": _alphas}[chosen]()
    small(t("accounts.papers.sources"))


def _t5() -> None:
    chart, rows = st.columns([1, 1.25], gap="large")
    with chart:
        colours = palette()
        figure = frame(t("accounts.papers.x"), t("accounts.papers.y"), height=400)
        figure.add_scatter(x=[1, 4], y=[1, 4], mode="lines", name=t("accounts.papers.equal"), hoverinfo="skip",
                           line={"color": colours.ink, "dash": "dash", "width": 1})  # fmt: skip
        shades = dict(zip(SIZES, (colours.draft, colours.ash, colours.target), strict=True))
        for size in SIZES:
            some = [row for row in T5_ROWS if row.draft == size]
            figure.add_scatter(
                x=[row.expected for row in some], y=[row.gain for row in some], mode="markers",
                name=t(f"floor_6.paper.sizes.{size}"), text=[_task(row.task, row.temperature) for row in some],
                marker={"symbol": _SYMBOLS[size], "size": 12, "color": shades[size]},
                hovertemplate="%{text}<br>%{x:.2f} → %{y:.1f}<extra></extra>",
            )  # fmt: skip
        figure.update_xaxes(range=[1, 4], ticksuffix="×", dtick=0.5)
        figure.update_yaxes(range=[1, 4], ticksuffix="×", dtick=0.5)
        plot(figure, t("accounts.papers.t5_alt", above=sum(row.gain > row.expected for row in T5_ROWS)), "accounts-t5")
    with rows:
        columns = ("task", "draft", "given", "ours", "printed", "measured")
        _table(columns, [
            (_task(row.task, row.temperature), t(f"floor_6.paper.sizes.{row.draft}"),
             f"{row.k}\u00a0·\u00a0{row.alpha:.2f}\u00a0·\u00a0{row.c:.2f}", f"*{two(row.expected)}*",
             f"{row.printed:.1f}", f"**{row.gain:.1f}**")
            for row in T5_ROWS
        ])  # fmt: skip


def _task(task: str, temperature: int) -> str:
    return t(f"floor_6.paper.groups.{task}-{temperature}")


def _formula() -> None:
    chart, rows = st.columns([1, 1], gap="large")
    with chart:
        colours, ks = palette(), list(range(1, 13))
        figure = frame(t("accounts.axes.k"), t("accounts.axes.gain"), height=400)
        for alpha in sorted({row.alpha for row in TABLE_1}):
            curve = [gain(alpha, k, 0) for k in ks]
            figure.add_scatter(x=ks, y=curve, mode="lines", showlegend=False, hoverinfo="skip",
                               line={"color": colours.target, "width": 2})  # fmt: skip
            name = f"α = {alpha:g}"
            figure.add_annotation(x=ks[-1], y=curve[-1], text=name, showarrow=False, xanchor="left", xshift=4)
        figure.add_scatter(x=[row.k for row in TABLE_1], y=[row.speed for row in TABLE_1], mode="markers",
                           name=t("accounts.papers.printed_points"),
                           hovertemplate="k = %{x}<br>%{y:.2f}×<extra></extra>",
                           marker={"symbol": "diamond", "size": 12, "color": colours.draft})  # fmt: skip
        figure.update_xaxes(range=[0.5, 13.8], dtick=2, tick0=2)
        figure.update_yaxes(ticksuffix="×")
        plot(figure, t("accounts.papers.formula_alt"), "accounts-table-1")
    with rows:
        _table(("alpha", "k", "work", "speed"), [
            (f"{row.alpha:g}", str(row.k), f"{row.work:.2f} (*{two(row.our_work)}*)",
             f"{row.speed:.2f} (*{two(row.our_speed)}*)")
            for row in TABLE_1
        ])  # fmt: skip


def _chinchilla() -> None:
    columns = ("task", "ms", "measured", "alpha_needed")
    _table(columns, [
        (t(f"accounts.papers.tasks.{row.task}"), f"{row.milliseconds:.2f}", f"**{row.gain:.2f}**",
         "–" if row.alpha_needed is None else two(row.alpha_needed))
        for row in CHINCHILLA_ROWS
    ])  # fmt: skip
    small(t("accounts.papers.chinchilla_note", k=CHINCHILLA_K, c=two(CHINCHILLA_C)))


def _alphas() -> None:
    columns = ("target", "draft", "task", "alpha_0", "alpha_1", "tokens_4")
    _table(columns, [
        (row.target, row.draft, t(f"accounts.papers.tasks.{row.task}"), two(row.greedy), two(row.sampled),
         two(tokens_per_haul(row.greedy, 4)))
        for row in TABLE_3
    ])  # fmt: skip


def _table(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    table([t(f"accounts.papers.columns.{name}") for name in columns], rows)
