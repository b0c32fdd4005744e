"""The roofline as a chart: two roofs, the measured passes under them, and where a changed machine would stand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log10

import plotly.graph_objects as go
import streamlit as st

from tower.theory.roofline import Load, Machine
from tower.ui.palette import palette

_X = (0.1, 200.0)


@dataclass(frozen=True, slots=True)
class Point:
    """A pass: measured, or predicted where `seconds` is what the roof allows."""

    label: str
    work: Load
    seconds: float
    symbol: str
    draft: bool = False
    right: bool = True


def draw(
    machine: Machine,
    points: Sequence[Point],
    changed: tuple[Machine, Point] | None,
    *,
    words: dict[str, str],
    alt: str,
    key: str,
) -> None:
    """words: x, y, shaft, gears, of the axes and roofs. changed: a faster machine and the point it would reach."""
    colours = palette()
    figure = go.Figure()
    _roofs(figure, machine, colours.ink, "solid", words)
    if changed is not None and changed[0] != machine:
        _roofs(figure, changed[0], colours.target, "dash", {})
    for point in (*points, *([changed[1]] if changed else [])):
        predicted = changed is not None and point is changed[1]
        figure.add_scatter(
            x=[point.work.intensity],
            y=[point.work.operations / point.seconds / 1e9],
            mode="markers+text",
            text=[f"\u2002{point.label}\u2002"],
            textposition="middle right" if point.right else "middle left",
            textfont={"color": colours.ink, "size": 13},
            marker={
                "size": 13,
                "symbol": point.symbol,
                "color": colours.draft if point.draft else colours.target,
                "line": {"width": 2, "color": colours.ink if not predicted else colours.target},
            },
            hoverinfo="skip",
            showlegend=False,
        )
    axis = {"type": "log", "color": colours.ink, "gridcolor": colours.line, "zeroline": False, "fixedrange": True}
    figure.update_layout(
        height=400,
        margin={"l": 56, "r": 12, "t": 12, "b": 48},
        paper_bgcolor="rgba(0,0,0,0)",
        plot_bgcolor="rgba(0,0,0,0)",
        font={"color": colours.ink},
        xaxis={**axis, "title": words["x"], "range": [log10(x) for x in _X], "dtick": 1},
        yaxis={**axis, "title": words["y"], "range": _heights(machine, points, changed), "dtick": 1},
    )
    st.plotly_chart(figure, key=key, alt=alt, theme=None, config={"displayModeBar": False})


def _heights(machine: Machine, points: Sequence[Point], changed: tuple[Machine, Point] | None) -> list[float]:
    lowest = min(point.work.operations / point.seconds / 1e9 for point in points)
    return [log10(lowest) - 0.5, log10((changed[0] if changed else machine).gflop_per_s) + 0.35]


def _roofs(figure: go.Figure, machine: Machine, colour: str, dash: str, words: dict[str, str]) -> None:
    x = [_X[0], machine.ridge, _X[1]]
    figure.add_scatter(
        x=x, y=[machine.attainable(value) for value in x], mode="lines", hoverinfo="skip", showlegend=False,
        line={"color": colour, "width": 2.5, "dash": dash},
    )  # fmt: skip
    if not words:
        return
    flat = log10(machine.gflop_per_s)
    figure.add_annotation(
        x=log10(_X[1]), y=flat, text=words["gears"], showarrow=False, xanchor="right", yanchor="bottom",
        font={"color": colour, "size": 13},
    )  # fmt: skip
    figure.add_annotation(
        x=log10(machine.ridge / 2), y=log10(machine.gflop_per_s / 2), text=words["shaft"], showarrow=False,
        xanchor="right", yanchor="bottom", xshift=-8, font={"color": colour, "size": 13},
    )  # fmt: skip
