"""The frame of the bill's charts: one look, a sentence for those who cannot see it, colours with one meaning each."""

from __future__ import annotations

from typing import Any

import plotly.graph_objects as go
import streamlit as st

from tower.ui.palette import palette


def frame(x: str, y: str, *, title: str = "", height: int = 340) -> go.Figure:
    """An empty chart in the page's colours; both axes begin at 0 and stay where they are."""
    colours = palette()
    axis: dict[str, Any] = {"color": colours.ink, "gridcolor": colours.line, "zeroline": False, "fixedrange": True}
    figure = go.Figure()
    figure.update_layout(
        height=height,
        margin={"l": 54, "r": 14, "t": 64 if title else 34, "b": 46},
        paper_bgcolor="rgba(0,0,0,0)",
        plot_bgcolor="rgba(0,0,0,0)",
        font={"color": colours.ink, "size": 13},
        xaxis={**axis, "title": x, "showgrid": False},
        yaxis={**axis, "title": y, "rangemode": "tozero"},
        legend={"orientation": "h", "x": 0, "y": 1.01, "yanchor": "bottom", "bgcolor": "rgba(0,0,0,0)"},
        hovermode="closest",
    )
    if title:
        figure.update_layout(title={"text": title, "font": {"size": 15}, "x": 0, "xanchor": "left", "y": 0.98})
    return figure


def mark_plain(figure: go.Figure, name: str) -> None:
    """A line at gain 1: as fast as plain decoding."""
    ink = palette().ink
    line = {"color": ink, "dash": "dash", "width": 1}
    figure.add_hline(y=1, line=line, name=name, showlegend=True)  # in the legend: beside the line it would cover points


def plot(figure: go.Figure, alt: str, key: str) -> None:
    st.plotly_chart(figure, key=key, alt=alt, theme=None, config={"displayModeBar": False})
