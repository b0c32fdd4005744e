"""Floor 3: many positions in one haul. A row of slips and its prints, who sees whom, and what it costs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import streamlit as st

from tower.experiments.prints import EXAMPLES, MOST_SLIPS, Example, Row, read, row
from tower.ui import here
from tower.ui.errors import escaped, told
from tower.ui.floors import figures_3, rows_chart
from tower.ui.floors.figures_3 import facts, figures
from tower.ui.floors.frame import Floor
from tower.ui.floors.tray import SAME, mask, tray
from tower.ui.language import branch, current, t
from tower.ui.measured import measured


def show() -> None:
    recorded, mine = measured("rows"), here.bench().latest("rows")
    found = recorded.figures if mine is None else mine.figures
    with Floor("floor_3", {**figures(current()), **facts(found)}, ask=(1, 2, 16)) as floor:
        floor.read("lead")
        _slips(floor)
        floor.read("mask")
        mask(_row(floor), key="floor-3-mask")
        if floor.predict("swap", right="after"):
            _swap(floor)
            floor.read("swap")
        floor.read("bill")
        if floor.predict("price", right=figures_3.choice(found)):
            _price(floor, found, mine)
            floor.read("knee")
        floor.quiz(right="idle")


def _row(floor: Floor) -> Row:
    """The learner's row in this language; the recorded example before anything was typed."""
    typed: Row | None = floor.state(f"row/{floor.language}", None)
    return typed if typed is not None else read(measured("prints").figures[floor.language])


def _slips(floor: Floor) -> None:
    example = EXAMPLES[floor.language]
    with st.form(f"floor-3-form-{floor.language}", border=True):
        left, middle, right = st.columns([2, 3, 1.2], vertical_alignment="bottom")
        written = left.text_input(
            floor.t("written"), floor.state(f"written/{floor.language}", example.written), max_chars=120,
            key=f"floor-3-written-{floor.language}",
        )  # fmt: skip
        slips = middle.text_input(
            floor.t("slips"), floor.state(f"slips/{floor.language}", example.slips.strip()), max_chars=80,
            help=floor.t("slips_help", most=MOST_SLIPS), key=f"floor-3-slips-{floor.language}",
        )  # fmt: skip
        pressed = right.form_submit_button(floor.t("haul"), type="primary", width="stretch")
    if pressed:
        floor.remember(f"written/{floor.language}", written)
        floor.remember(f"slips/{floor.language}", slips)
        with told(), st.spinner(t("live.waking"), show_time=False):
            floor.remember(f"row/{floor.language}", _score(Example(written, _joined(written, slips), example.other)))
    shown = _row(floor)
    tray(shown, key="floor-3-tray")
    if floor.state(f"row/{floor.language}", None) is None:
        st.caption(floor.t("recorded_row", date=measured("prints").recorded))
    else:
        st.caption(floor.t("live_row", k=len(shown.slips), rows=len(shown.prints)))
    if shown.left_out:
        st.info(floor.t("left_out", most=MOST_SLIPS, left_out=shown.left_out))


def _score(example: Example) -> Row:
    from tower.models.loading import load_pair  # imports torch

    return row(load_pair("tower"), example)


def _joined(written: str, slips: str) -> str:
    """Latin words are kept apart from what stands before them."""
    apart = written[-1:].isascii() and slips[:1].isascii() and written[-1:].isalnum() and slips[:1].isalnum()
    return f" {slips}" if apart else slips


@st.fragment
def _swap(floor: Floor) -> None:
    """Another word in place of one slip: which prints change."""
    shown = _row(floor)
    places = list(range(len(shown.slips)))
    chosen = st.segmented_control(
        floor.t("swap.which", other=escaped(shown.swaps[0].other)), places, default=min(1, places[-1]), required=True,
        format_func=lambda place: f"{place + 1}. {shown.slips[place]}",
        key=f"floor-3-swap-{floor.language}-{'|'.join(shown.slips)}",
    )  # fmt: skip
    swap = shown.swaps[chosen or 0]
    tray(shown, key="floor-3-swapped", swap=swap)
    kept = swap.change[: swap.slip + 1]
    largest = max(kept)
    difference = "0" if largest == 0 else f"{largest:.0e}"
    key = "swap.told" if largest <= SAME else "swap.told_rounding"
    st.markdown(floor.t(key, n=len(kept), words=f"{shown.words:,}", difference=difference))


def _price(floor: Floor, found: Mapping[str, Any], mine: here.Here | None) -> None:
    """T(n) / T(1): recorded first, this server's own once somebody has measured."""
    with st.container(border=True):
        top, button = st.columns([3, 1], vertical_alignment="center")
        with button:
            here.button(
                {"rows": here.row_figures}, floor.t("measure"),
                help=floor.t("measure_help"), waiting=floor.t("measuring"), key="floor-3-measure",
            )  # fmt: skip
        if mine is None:
            top.markdown(floor.t("recorded"))
        else:
            top.markdown(floor.t("measured", time=f"{mine.at:%H:%M}", processor=str(mine.machine["processor"])))
        prices = {name: figures_3.price(found, name) for name in ("oracle", "block")}
        words = {name: floor.t(f"chart.{name}") for name in branch("floor_3.chart")}
        rows_chart.draw(prices, words=words, alt=floor.t("chart_alt"), key="floor-3-rows")
        st.caption(floor.t("chart_note"))
        _table(floor, prices)


def _table(floor: Floor, prices: Mapping[str, Mapping[int, float]]) -> None:
    with st.expander(floor.t("table.title")):
        rows = [n for n in prices["oracle"] if n in prices["block"]]
        st.dataframe(
            {
                floor.t("table.rows"): rows,
                floor.t("table.oracle"): [prices["oracle"][n] for n in rows],
                floor.t("table.block"): [prices["block"][n] for n in rows],
            },
            column_config={
                floor.t(f"table.{name}"): st.column_config.NumberColumn(format="%.2f") for name in ("oracle", "block")
            },
            hide_index=True,
        )
