"""The ledger's charts. Each takes numbers that the trace already holds and draws them; none computes a result."""

from __future__ import annotations

from collections.abc import Sequence

import plotly.graph_objects as go
import streamlit as st

from tower.ui.language import t
from tower.ui.palette import Palette, palette

HEIGHT = 260


def _frame(title: str, x: str, y: str, colours: Palette) -> go.Figure:
    axis = {"color": colours.ink, "gridcolor": colours.line, "zeroline": False, "fixedrange": True}
    figure = go.Figure()
    figure.update_layout(
        title={"text": title, "font": {"size": 15}, "x": 0, "xanchor": "left"},
        height=HEIGHT,
        margin={"l": 48, "r": 12, "t": 44, "b": 44},
        paper_bgcolor="rgba(0,0,0,0)",
        plot_bgcolor="rgba(0,0,0,0)",
        font={"color": colours.ink},
        xaxis={**axis, "title": x, "showgrid": False},
        yaxis={**axis, "title": y, "rangemode": "tozero"},
        legend={"orientation": "h", "x": 1, "xanchor": "right", "y": 1.12},
        barmode="stack",
        bargap=0.25,
    )
    return figure


def _show(figure: go.Figure, alt: str, key: str) -> None:
    st.plotly_chart(figure, key=key, alt=alt, theme=None, config={"displayModeBar": False})


def words_a_round(accepted: Sequence[int], own: Sequence[int], key: str) -> None:
    """Stacked bars: accepted words and the target's own word, a bar a round."""
    colours = palette()
    figure = _frame(t("charts.tokens_title"), t("charts.round"), t("charts.words"), colours)
    rounds = list(range(1, len(accepted) + 1))
    figure.add_bar(x=rounds, y=list(accepted), name=t("charts.accepted"), marker_color=colours.draft)
    figure.add_bar(
        x=rounds, y=list(own), name=t("charts.own"), marker={"color": colours.target, "pattern": {"shape": "/"}}
    )
    figure.update_yaxes(dtick=1)
    mean = (sum(accepted) + sum(own)) / max(1, len(rounds))
    _show(figure, t("charts.tokens_alt", rounds=len(rounds), mean=f"{mean:.2f}"), key)


def acceptance_by_position(tested_accepted: Sequence[tuple[int, int]], alpha: float | None, key: str) -> None:
    """Bars: share accepted among the slips tested at each place; a line at the run's alpha."""
    colours = palette()
    figure = _frame(t("charts.position_title"), t("charts.position"), t("charts.share"), colours)
    places = [place for place, (tested, _) in enumerate(tested_accepted, 1) if tested]
    shares = [accepted / tested for tested, accepted in tested_accepted if tested]
    labels = [t("charts.tested", n=tested) for tested, _ in tested_accepted if tested]
    figure.add_bar(x=places, y=shares, text=labels, textposition="inside", marker_color=colours.draft, showlegend=False)
    if alpha is not None:
        figure.add_hline(y=alpha, line={"color": colours.ink, "dash": "dot"}, annotation_text=f"α {alpha:.2f}")
    figure.update_yaxes(range=[0, 1.05], tickformat=".0%")
    figure.update_xaxes(dtick=1)
    _show(figure, t("charts.position_alt", alpha="–" if alpha is None else f"{alpha:.2f}"), key)


def time_a_word(with_draft: dict[str, float], plain: float | None, key: str) -> None:
    """Stacked bars: measured milliseconds a written word for draft, verify, other; one more bar for plain decoding."""
    colours = palette()
    figure = _frame(t("charts.time_title"), t("charts.per_word"), "", colours)
    shades = {"draft": colours.draft, "verify": colours.target, "other": colours.ash}
    for part, shade in shades.items():
        figure.add_bar(
            y=[t("charts.with_mogu")], x=[with_draft[part]], name=t(f"charts.{part}"), marker_color=shade,
            orientation="h", text="" if part == "other" else f"{with_draft[part]:.2f}", textposition="inside",
        )  # fmt: skip
    if plain is not None:
        figure.add_bar(
            y=[t("charts.plain")], x=[plain], marker={"color": colours.target, "pattern": {"shape": "/"}},
            orientation="h", text=f"{plain:.2f}", textposition="outside", cliponaxis=False, showlegend=False,
        )  # fmt: skip
    parts = {part: f"{value:.2f}" for part, value in with_draft.items()}
    _show(figure, t("charts.time_alt", **parts, plain="–" if plain is None else f"{plain:.2f}"), key)
