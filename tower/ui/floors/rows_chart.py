"""T(n) / T(1) as a chart: the embedded oracle, a block that no cache holds, and what n hauls would cost."""

from __future__ import annotations

from collections.abc import Mapping
from math import log10

import plotly.graph_objects as go
import streamlit as st

from tower.theory.roofline import TWICE, knee
from tower.ui.palette import palette


def draw(prices: Mapping[str, Mapping[int, float]], *, words: Mapping[str, str], alt: str, key: str) -> None:
    """prices: T(n) / T(1) by n, of `oracle` and `block`. words: x, y, oracle, block, one_by_one, twice, knee."""
    colours = palette()
    most = max(max(ratios) for ratios in prices.values())
    top = max(8.0, *(max(ratios.values()) for ratios in prices.values()))
    figure = go.Figure()
    figure.add_scatter(
        x=[1, most], y=[1, most], mode="lines", hoverinfo="skip", line={"color": colours.ash, "dash": "dot", "width": 2}
    )
    figure.add_scatter(
        x=[1, most], y=[TWICE, TWICE], mode="lines", hoverinfo="skip", line={"color": colours.ash, "width": 1}
    )
    looks = {"oracle": (colours.target, "diamond", "solid"), "block": (colours.ink, "square", "dash")}
    for name, ratios in prices.items():
        colour, symbol, dash = looks[name]
        found = knee(ratios)
        figure.add_scatter(
            x=list(ratios), y=list(ratios.values()), mode="lines+markers", name=words[name],
            line={"color": colour, "width": 2, "dash": dash}, marker={"symbol": symbol, "size": 8, "color": colour},
            hovertemplate=f"n = %{{x}}: %{{y:.2f}}×<extra>{words[name]}</extra>",
        )  # fmt: skip
        figure.add_scatter(
            x=[found], y=[ratios[found]], mode="markers", hoverinfo="skip",
            marker={"symbol": "circle-open", "size": 20, "color": colour, "line": {"width": 3}},
        )  # fmt: skip
        last = max(ratios)
        above = ratios[last] >= max(other[max(other)] for other in prices.values())
        _note(figure, last, ratios[last], words[name], colour, anchor="right", shift=20 if above else -26)
    _note(figure, top * 0.8, top * 0.8, words["one_by_one"], colours.ash, anchor="right", shift=0, aside=-8)
    _note(figure, most, TWICE, words["twice"], colours.ash, anchor="right", shift=-12)
    axis = {"type": "log", "color": colours.ink, "gridcolor": colours.line, "zeroline": False, "fixedrange": True}
    powers = [2**n for n in range(7)]
    figure.update_layout(
        height=400,
        margin={"l": 52, "r": 16, "t": 12, "b": 48},
        paper_bgcolor="rgba(0,0,0,0)",
        plot_bgcolor="rgba(0,0,0,0)",
        font={"color": colours.ink},
        showlegend=False,
        xaxis={**axis, "title": words["x"], "tickvals": powers, "range": [-0.03, log10(most) + 0.03]},
        yaxis={
            **axis, "title": words["y"], "tickvals": powers, "ticktext": [f"{n}×" for n in powers],
            "range": [-0.12, log10(top) + 0.06],
        },
    )  # fmt: skip
    st.plotly_chart(figure, key=key, alt=alt, theme=None, config={"displayModeBar": False})


def _note(
    figure: go.Figure, x: float, y: float, text: str, colour: str, *, anchor: str, shift: float, aside: float = 0
) -> None:
    figure.add_annotation(
        x=log10(x), y=log10(y), text=text, showarrow=False, xanchor=anchor, yanchor="middle",
        yshift=shift, xshift=aside, font={"color": colour, "size": 13}, bgcolor=_paper(),
    )  # fmt: skip


def _paper() -> str:
    """The page's ground, nearly opaque: a label stays readable where a line runs behind it."""
    return "rgba(23,27,39,.8)" if st.context.theme.type == "dark" else "rgba(247,241,227,.8)"
