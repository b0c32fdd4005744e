"""Floor 2: what the gears do while the tome is on its way. This machine measured, its roofline, and what would help."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import streamlit as st

from tower.theory import roofline
from tower.theory.roofline import Load, Machine
from tower.ui import here
from tower.ui.floors import figures_2, roofline_chart
from tower.ui.floors.figures_2 import facts, figures
from tower.ui.floors.frame import Floor
from tower.ui.floors.hourglass import hourglass
from tower.ui.floors.roofline_chart import Point
from tower.ui.language import branch, current
from tower.ui.measured import measured

TIMES = (1, 2, 4, 8, 16)
TOMES = ("block", "home")


def show() -> None:
    recorded, mine = measured("machine"), here.bench().latest("machine")
    found, hardware = (recorded.figures, recorded.machine) if mine is None else (mine.figures, mine.machine)
    values = facts(found, hardware)
    with Floor("floor_2", {**figures(current()), **values}, ask=(18, 24)) as floor:
        floor.read("lead")
        _machine(floor, found, mine)
        floor.read("question")
        if floor.predict("share", right=figures_2.share(found)):
            hourglass(_sand(floor, found, values), key="floor-2-hourglass")
            floor.read("hourglass")
            floor.read("roofline")
            _upgrades(floor, found)
            floor.read("home")
        floor.quiz(right=figures_2.best_upgrade(found))


def _machine(floor: Floor, found: Mapping[str, Any], mine: here.Here | None) -> None:
    """The two rates: recorded ones first, this server's own once somebody has measured them."""
    with st.container(border=True):
        top, button = st.columns([3, 1], vertical_alignment="center")
        with button:
            here.button(
                {"machine": here.machine_figures}, floor.t("measure"),
                help=floor.t("measure_help"), waiting=floor.t("measuring"), key="floor-2-measure",
            )  # fmt: skip
        top.markdown(floor.t("recorded") if mine is None else floor.t("measured", time=f"{mine.at:%H:%M}"))
        with st.grid(4, min_column_width=150):
            for name in ("shaft", "gears", "tome", "word"):
                st.metric(
                    floor.t(f"metrics.{name}"),
                    floor.t(f"metrics.{name}_value"),
                    help=floor.t(f"metrics.{name}_help"),
                )
        st.markdown(floor.t(f"oracle.{figures_2.oracle_case(found)}"))


def _sand(floor: Floor, found: Mapping[str, Any], values: Mapping[str, str]) -> dict[str, Any]:
    seconds = found["block"]["seconds"]
    part = roofline.reckon_seconds(figures_2.rates(found), figures_2.block(found)) / seconds
    return {
        "share": part,
        "words": {name: text.format(**values) for name, text in branch("floor_2.glass").items()},
    }


@st.fragment
def _upgrades(floor: Floor, found: Mapping[str, Any]) -> None:
    """The roofline, and what becomes of it with a wider shaft or more gears."""
    machine = figures_2.rates(found)
    left, middle, right = st.columns(3, gap="medium", vertical_alignment="bottom")
    with left:
        shaft = st.select_slider(
            floor.t("wider"), TIMES, format_func=_times, key="floor-2-shaft", persist_state="session"
        )
    with middle:
        gears = st.select_slider(
            floor.t("more"), TIMES, format_func=_times, key="floor-2-gears", persist_state="session"
        )
    with right:
        tome = st.segmented_control(
            floor.t("which"), TOMES, format_func=lambda code: floor.t(f"tomes.{code}"),
            key="floor-2-tome", default="block", required=True, persist_state="session",
        )  # fmt: skip
    work = figures_2.block(found) if tome == "block" else _home()
    faster = machine.faster(shaft, gears)
    now, then = roofline.words_a_second(machine, work), roofline.words_a_second(faster, work)
    with st.grid(4 if tome == "block" else 3, min_column_width=180):
        if tome == "block":
            pace = _pace(1 / found["block"]["seconds"])
            st.metric(floor.t("measured_now"), pace, help=floor.t("measured_now_help"))
        st.metric(floor.t("predicted_now"), _pace(now))
        st.metric(floor.t("predicted_then"), _pace(then))
        st.metric(floor.t("predicted_gain"), f"{then / now:.2f}×")
    hauling = roofline.haul_seconds(faster, work) >= roofline.reckon_seconds(faster, work)
    st.markdown(floor.t("limit.shaft" if hauling else "limit.gears"))
    _chart(floor, found, machine, faster, work)


def _chart(floor: Floor, found: Mapping[str, Any], machine: Machine, faster: Machine, work: Load) -> None:
    points = [
        Point(
            floor.t(f"points.{name}"),
            _load(found[name]),
            found[name]["seconds"],
            symbol,
            draft=name == "mogu",
            right=name != "mogu",
        )
        for name, symbol in (("block", "square"), ("oracle", "diamond"), ("mogu", "circle"))
        if name in found and found[name]["bytes"] is not None
    ]
    seconds = roofline.pass_seconds(faster, work)
    changed = None
    if faster != machine or work != _load(found["block"]):
        changed = (faster, Point(floor.t("points.predicted"), work, seconds, "star-open"))
    words = branch("floor_2.chart")
    alt = floor.t(
        "chart_alt",
        block=f"{points[0].work.operations / points[0].seconds / 1e9:.1f}",
        predicted=f"{work.operations / seconds / 1e9:.1f}",
    )
    roofline_chart.draw(machine, points, changed, words=words, alt=alt, key="floor-2-roofline")
    st.caption(floor.t("chart_note"))


def _load(entry: Mapping[str, Any]) -> Load:
    return Load(entry["bytes"], 2 * entry["parameters"])


def _home() -> Load:
    return roofline.load(figures_2.HOME_PARAMETERS, figures_2.HOME_BYTES)


def _times(value: int) -> str:
    return f"{value}×"


def _pace(value: float) -> str:
    return f"{value:.0f}" if value >= 100 else f"{value:.1f}" if value >= 1 else f"{value:.2f}"
