"""The sampling room's two charts: frequencies beside p, and the distance from p while the tally grows.

Each draws what a tally already holds. The three kinds of runs keep one colour and one shape everywhere; p is brass.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go
import streamlit as st
from numpy.typing import NDArray

from tower.experiments.tally.cells import ROUNDING
from tower.experiments.tally.statistics import intervals
from tower.ui.language import t
from tower.ui.palette import Palette, palette
from tower.ui.sampling.job import Job

HEIGHT = 420
MOST_ROWS = 8  # cells with a row of their own in the chart
FAINTEST = 0.02  # of the likeliest cell: fainter ones are not told apart by eye
SYMBOLS = ("circle", "diamond", "triangle-up")
MARKS = ("●", "◆", "▲")
_ROLES = ("plain", "exact", "wrong")


def role(arm: int) -> str:
    """Which text belongs to the arm at this place."""
    return _ROLES[arm]


def colour(arm: int, colours: Palette) -> str:
    return (colours.ink, colours.draft, colours.rejected)[arm]


def frequencies(job: Job, names: Sequence[str], key: str) -> None:
    """A row a cell: p as a bar, each arm's mark with its simultaneous interval, and what the wrong rule must give."""
    colours, board = palette(), job.tally.board
    rows_of = shown(job)
    p, *laws = (_with_others(law, rows_of) for law in (job.tally.cells.p, *job.tally.cells.laws))
    counts = [_with_others(row, rows_of) for row in board.counts]
    others = float(p[-1])
    if p[-1] > 2 * p[0] or not any(law[-1] > ROUNDING for law in (p, *laws, *counts)):
        p, laws, counts = p[:-1], [law[:-1] for law in laws], [row[:-1] for row in counts]
    rows = np.arange(len(p), dtype=float)
    figure = _frame(t("sampling.charts.share"), "", colours, height=max(HEIGHT, 60 + 52 * len(p)))
    figure.add_bar(
        x=p, y=rows, orientation="h", width=0.84, hoverinfo="skip",
        marker={"color": _faint(colours.target, 0.3), "line": {"color": colours.target, "width": 1.5}},
    )  # fmt: skip
    arms = len(job.tally.arms)
    lanes = np.linspace(-0.24, 0.24, 3)[:arms] if arms > 2 else np.array([-0.14, 0.14])
    for arm in range(arms):
        shade = colour(arm, colours)
        if board.counted:
            low, high = intervals(counts[arm])
            share = counts[arm] / board.counted
            figure.add_scatter(
                x=share, y=rows + lanes[arm], mode="markers", hoverinfo="skip",
                marker={"color": shade, "symbol": SYMBOLS[arm], "size": 10},
                error_x={"type": "data", "symmetric": False, "array": high - share, "arrayminus": share - low,
                         "color": shade, "thickness": 2, "width": 4},
            )  # fmt: skip
        if not job.tally.arms[arm].exact:
            figure.add_scatter(
                x=laws[arm], y=rows + lanes[arm], mode="markers", hoverinfo="skip",
                marker={"symbol": "line-ns-open", "size": 17, "line": {"width": 2.5, "color": shade}, "color": shade},
            )  # fmt: skip
    most = max(float(law.max()) for law in (p, *laws, *(row / max(1, board.counted) for row in counts)))
    figure.update_xaxes(tickformat=".0%", range=[0, most * 1.12])
    labels = [f"{name}  <b>{chance:.1%}</b>" for name, chance in zip(names, p, strict=False)]
    figure.update_yaxes(tickvals=rows, ticktext=labels, range=[len(p) - 0.45, -0.55], showgrid=False)
    figure.update_layout(margin={"l": 8, "r": 10, "t": 8, "b": 44}, bargap=0.1)
    told = []
    for row, (name, chance) in enumerate(list(zip(names, p, strict=False))[:4]):
        seen = (counts[arm][row] / max(1, board.counted) for arm in range(arms))
        shares = (f"{t(f'sampling.arms.{role(arm)}')} {share:.1%}" for arm, share in enumerate(seen))
        told.append(f"{name}: p {chance:.1%}, {', '.join(shares)}")
    alt = "; ".join(told)
    if others > 2 * p[0]:
        st.markdown(t("sampling.charts.others", p=f"{others:.1%}"))
    _show(figure, t("sampling.charts.frequencies_alt", n=f"{board.counted:,}", rows=alt), key)


def distances(job: Job, key: str) -> None:
    """Total variation from p against the number of runs, both on log axes, with the band of an honest sampler."""
    colours, board = palette(), job.tally.board
    low, high = job.band
    figure = _frame(t("sampling.charts.runs"), t("sampling.charts.distance"), colours, height=HEIGHT)
    seen = [float(row.min()) for row in board.curve[len(board.grid) // 2 :]]
    floor = max(min([float(low[-1]), *seen]) / 1.6, float(high[-1]) / 40, 1e-9)
    bottom = np.maximum(low, floor)
    figure.add_scatter(x=board.grid, y=np.maximum(high, floor), mode="lines", line={"width": 0}, hoverinfo="skip")
    figure.add_scatter(
        x=board.grid, y=bottom, mode="lines", line={"width": 0}, fill="tonexty", hoverinfo="skip",
        fillcolor=_faint(colours.target, 0.28),
    )  # fmt: skip
    middle = len(board.grid) // 3
    figure.add_annotation(
        x=np.log10(board.grid[middle]), y=np.log10(bottom[middle]), text=t("sampling.charts.band"), showarrow=False,
        xanchor="center", yanchor="top", yshift=-24, font={"size": 13, "color": colours.ink},
    )  # fmt: skip
    curve = np.maximum(np.array(board.curve).reshape(-1, len(job.tally.arms)), floor)
    x = board.grid[: len(curve)]
    for arm, one in enumerate(job.tally.arms):
        shade = colour(arm, colours)
        figure.add_scatter(
            x=x, y=curve[:, arm], mode="lines+markers", hoverinfo="skip",
            line={"color": shade, "width": 2, "dash": ("dot", "solid", "solid")[arm]},
            marker={"symbol": SYMBOLS[arm], "size": 7},
        )  # fmt: skip
        limit = float(np.abs(job.tally.cells.laws[arm] - job.tally.cells.p).sum() / 2)
        if not one.exact and limit > floor:
            figure.add_hline(y=limit, line={"color": shade, "dash": "dash", "width": 1.5})
            figure.add_annotation(
                x=np.log10(board.runs), y=np.log10(limit), text=t("sampling.charts.limit", tv=f"{limit:.3f}"),
                showarrow=False, xanchor="right", yanchor="top", yshift=-2, font={"size": 13, "color": shade},
            )  # fmt: skip
    top = max(float(high.max()), float(curve.max(initial=0)), 0.02) * 1.5
    figure.update_yaxes(type="log", range=[np.log10(floor), np.log10(top)], dtick=1, exponentformat="power")
    figure.update_xaxes(
        type="log", range=[np.log10(board.grid[0] * 0.9), np.log10(board.runs * 1.15)], dtick=1, showgrid=True
    )
    figure.update_layout(margin={"l": 58, "r": 10, "t": 8, "b": 48})
    last = "–"
    if len(curve):
        last = ", ".join(f"{t(f'sampling.arms.{role(arm)}')} {value:.4f}" for arm, value in enumerate(curve[-1]))
    numbers = {"n": f"{board.counted:,}", "low": f"{low[-1]:.4f}", "high": f"{high[-1]:.4f}"}
    _show(figure, t("sampling.charts.distances_alt", last=last, **numbers), key)


def _frame(x: str, y: str, colours: Palette, *, height: int) -> go.Figure:
    font = {"color": colours.ink, "size": 13}
    axis = {"gridcolor": colours.line, "zeroline": False, "fixedrange": True, "tickfont": font}
    figure = go.Figure()
    figure.update_layout(
        height=height, paper_bgcolor="rgba(0,0,0,0)", plot_bgcolor="rgba(0,0,0,0)", showlegend=False, font=font,
        dragmode=False, uirevision="same",
    )  # fmt: skip
    figure.update_xaxes(**axis, title={"text": x, "font": font})
    figure.update_yaxes(**axis, title={"text": y, "font": font})
    return figure


def _show(figure: go.Figure, alt: str, key: str) -> None:
    st.plotly_chart(figure, key=key, alt=alt, config={"displayModeBar": False})


def shown(job: Job) -> list[int]:
    """The cells with a row of their own: the likeliest few."""
    p = job.tally.cells.p[: job.tally.cells.rest]
    return [cell for cell, chance in enumerate(p[:MOST_ROWS]) if chance >= FAINTEST * p[0]]


def _with_others(values: NDArray[Any], cells: Sequence[int]) -> NDArray[Any]:
    """The values of these cells, and the sum of all other cells."""
    return np.append(values[list(cells)], values.sum() - values[list(cells)].sum())


def _faint(colour: str, alpha: float) -> str:
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return f"rgba({red},{green},{blue},{alpha})"
