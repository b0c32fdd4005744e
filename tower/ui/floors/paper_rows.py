"""The paper's drafts of three sizes: its figures, and our formula on them. The better guesser against the cheaper."""

from __future__ import annotations

import streamlit as st

from tower.theory.published import SIZES, T5_ROWS, Row
from tower.ui.axes import frame, plot
from tower.ui.floors.frame import Floor
from tower.ui.numbers import two
from tower.ui.palette import palette

GROUPS = tuple(f"{T5_ROWS[i].task}-{T5_ROWS[i].temperature}" for i in range(0, len(T5_ROWS), len(SIZES)))


@st.fragment
def draft_sizes(floor: Floor) -> None:
    st.session_state.setdefault("floor-6-group", floor.state("group", GROUPS[0]))
    group = st.segmented_control(
        floor.t("paper.group"), GROUPS, format_func=lambda code: floor.t(f"paper.groups.{code}"), key="floor-6-group",
        required=True, on_change=lambda: floor.remember("group", st.session_state["floor-6-group"]),
    )  # fmt: skip
    rows = [row for row in T5_ROWS if f"{row.task}-{row.temperature}" == group]
    chart, table = st.columns([1.2, 1], gap="large", vertical_alignment="center")
    with chart:
        _bars(floor, rows)
    with table:
        st.markdown(_table(floor, rows))
        st.caption(floor.t("paper.note"))


def _bars(floor: Floor, rows: list[Row]) -> None:
    colours = palette()
    figure = frame("", floor.t("bill.axis_gain"), height=330)
    places = list(range(len(rows)))
    hollow = {"color": "rgba(0,0,0,0)", "line": {"color": colours.ink, "width": 2}}
    hatched = {"color": colours.ash, "pattern": {"shape": "/"}}
    for name, values, marker in (
        ("expected", [row.expected for row in rows], hollow),
        ("measured", [row.gain for row in rows], hatched),
    ):
        figure.add_bar(
            x=places, y=values, name=floor.t(f"paper.{name}"), marker=marker, hoverinfo="skip",
            text=[f"{value:.1f}×" for value in values], textposition="outside", cliponaxis=False,
        )  # fmt: skip
    ticks = [f"{floor.t(f'paper.sizes.{row.draft}')}<br>α {row.alpha:g} · c {row.c:g}" for row in rows]
    figure.update_xaxes(tickvals=places, ticktext=ticks)
    figure.update_yaxes(range=[0, 4.2], ticksuffix="×")
    figure.update_layout(bargap=0.3)
    told = "; ".join(
        floor.t("paper.alt_row", size=floor.t(f"paper.sizes.{row.draft}"), alpha=f"{row.alpha:g}", c=f"{row.c:g}",
                expected=f"{row.expected:.1f}", measured=f"{row.gain:g}")
        for row in rows
    )  # fmt: skip
    plot(figure, floor.t("paper.alt", rows=told), "floor-6-paper")


def _table(floor: Floor, rows: list[Row]) -> str:
    columns = ("draft", "alpha", "c", "k", "words", "expected_short", "measured_short")
    lines = ["| " + " | ".join(floor.t(f"paper.columns.{name}") for name in columns) + " |"]
    lines.append("|---" + "|--:" * (len(columns) - 1) + "|")
    for row in rows:
        cells = (
            floor.t(f"paper.sizes.{row.draft}"), f"{row.alpha:g}", f"{row.c:g}", str(row.k), two(row.tokens_per_haul),
            f"{row.expected:.1f}", f"**{row.gain:g}**",
        )  # fmt: skip
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines)
