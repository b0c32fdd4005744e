"""The accounts in small: three sliders, what follows from them, and the measured pair on the same axes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import streamlit as st

from tower.theory.accounts import accepted_share, gain, tokens_per_haul
from tower.ui import here
from tower.ui.axes import frame, mark_plain, plot
from tower.ui.floors.figures_6 import WORKED, pair_figures
from tower.ui.floors.frame import Floor
from tower.ui.measured import measured
from tower.ui.numbers import two
from tower.ui.palette import palette

MOST_K = 16
START: Mapping[str, float] = {"alpha": 0.8, "k": 4, "c": 0.1}
_KEY = "floor-6/"


@st.fragment
def bill(floor: Floor) -> None:
    for name, value in START.items():
        st.session_state.setdefault(_KEY + name, value)
    with st.container(horizontal=True, vertical_alignment="center"):
        st.caption(floor.t("bill.worked"), width="content")
        for number, (alpha, k) in enumerate(WORKED):
            st.button(f"α = {alpha:g}, k = {k}", key=f"floor-6-worked-{number}", on_click=_take, args=(alpha, k))
    one, two_, three = st.columns(3, gap="medium")
    alpha = one.slider(floor.t("bill.alpha"), 0.0, 1.0, step=0.01, key=f"{_KEY}alpha", persist_state="session")
    k = two_.slider(floor.t("bill.k"), 1, MOST_K, key=f"{_KEY}k", persist_state="session")
    c = three.slider(floor.t("bill.c"), 0.0, 0.5, step=0.01, key=f"{_KEY}c", persist_state="session")
    _results(floor, alpha, k, c)
    found, note = _pair(floor)
    _curve(floor, alpha, k, c, found)
    st.caption(note)


def _take(alpha: float, k: int) -> None:
    st.session_state.update({f"{_KEY}alpha": alpha, f"{_KEY}k": k})


def _results(floor: Floor, alpha: float, k: int, c: float) -> None:
    with st.container(horizontal=True):
        st.metric(floor.t("bill.words"), two(tokens_per_haul(alpha, k)), help=floor.t("bill.words_help"))
        st.metric(floor.t("bill.gain"), f"{two(gain(alpha, k, c))}×", help=floor.t("bill.gain_help"))
        st.metric(floor.t("bill.kept"), f"{accepted_share(alpha, k):.0%}", help=floor.t("bill.kept_help"))


def _pair(floor: Floor) -> tuple[Mapping[str, Any], str]:
    """What was measured of the pair, and where: recorded, or here once somebody has asked."""
    with st.container(width="content"):
        here.button(
            {"gain_by_k": here.gain_figures}, floor.t("bill.measure"),
            help=floor.t("bill.measure_help"), waiting=floor.t("bill.measuring"), key="floor-6-measure",
        )  # fmt: skip
    recorded, mine = measured("gain_by_k"), here.bench().latest("gain_by_k")
    found = recorded.figures if mine is None else mine.figures
    values = pair_figures(found) | {"words": str(found["words"]), "prompts": str(found["prompts"])}
    if mine is not None:
        return found, floor.t("bill.live", **values)
    values |= {"date": recorded.recorded, "machine": recorded.processor}
    return found, floor.t("bill.recorded", **values)


def _curve(floor: Floor, alpha: float, k: int, c: float, found: Mapping[str, Any]) -> None:
    colours = palette()
    figure = frame(floor.t("bill.axis_k"), floor.t("bill.axis_gain"), height=400)
    ks = list(range(1, MOST_K + 1))
    gains = [gain(alpha, n, c) for n in ks]
    names = {name: floor.t(f"bill.lines.{name}") for name in ("yours", "formula", "measured")}
    figure.add_scatter(x=ks, y=gains, mode="lines", name=names["yours"], line={"color": colours.target, "width": 3},
                       hovertemplate="k = %{x}<br>%{y:.2f}×<extra></extra>")  # fmt: skip
    figure.add_scatter(x=[k], y=[gain(alpha, k, c)], mode="markers+text", showlegend=False, hoverinfo="skip",
                       text=[f"{two(gain(alpha, k, c))}×"], textposition="top center", textfont={"size": 15},
                       marker={"color": colours.target, "size": 13})  # fmt: skip
    costs = {int(n): cost for n, cost in found["v"].items()}
    expected = {n: gain(found["alpha"], n, found["c"], cost) for n, cost in costs.items()}
    figure.add_scatter(x=list(expected), y=list(expected.values()), mode="lines", name=names["formula"],
                       line={"color": colours.draft, "dash": "dot", "width": 2},
                       hovertemplate="k = %{x}<br>%{y:.2f}×<extra></extra>")  # fmt: skip
    points = {point["k"]: point["gain"] for point in found["points"]}
    figure.add_scatter(x=list(points), y=list(points.values()), mode="markers", name=names["measured"],
                       marker={"color": colours.draft, "symbol": "diamond", "size": 11},
                       hovertemplate="k = %{x}<br>%{y:.2f}×<extra></extra>")  # fmt: skip
    mark_plain(figure, floor.t("bill.plain"))
    top = max(3.0, *gains, *points.values(), *expected.values()) * 1.12
    figure.update_xaxes(range=[0.5, MOST_K + 0.5], dtick=2, tick0=2)
    figure.update_yaxes(range=[0, top], ticksuffix="×")
    told_points = ", ".join(f"k {n}: {two(value)}" for n, value in points.items())
    peak = max(range(len(gains)), key=gains.__getitem__)
    values = {"gain": two(gain(alpha, k, c)), "peak": ks[peak], "most": two(gains[peak]), "points": told_points}
    plot(figure, floor.t("bill.alt", k=k, **values), "floor-6-curve")
