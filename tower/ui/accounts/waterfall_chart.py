"""The waterfall: from words per haul, step by step, down to the gain that the clock saw."""

from __future__ import annotations

import streamlit as st

from tower.experiments.sweep_cells import Cell
from tower.ui.axes import frame, mark_plain, plot
from tower.ui.language import t
from tower.ui.numbers import two
from tower.ui.palette import palette
from tower.ui.small_print import small

STEPS = ("tokens", "drafting", "tray", "other", "gain")


def draw(cell: Cell, mark: str) -> None:
    falls, colours = cell.waterfall, palette()
    changes = {"drafting": falls.drafting, "tray": falls.tray, "other": falls.other}
    looks = {
        "tokens": {"color": colours.bonus},
        "drafting": {"color": colours.draft, "pattern": {"shape": "/", "fillmode": "overlay"}},
        "tray": {"color": colours.target, "pattern": {"shape": ".", "fillmode": "overlay"}},
        "other": {"color": colours.ash, "pattern": {"shape": "x", "fillmode": "overlay"}},
        "gain": {"color": colours.bonus, "line": {"color": colours.ink, "width": 2}},
    }
    figure = frame("", t("accounts.axes.gain"), title=t("accounts.waterfall.title", k=cell.k), height=360)
    level, highest, shown = 0.0, 0.0, {}
    for step in STEPS:
        change = changes.get(step)
        if change is None:
            height, base = (falls.tokens_per_haul if step == "tokens" else falls.gain), 0.0
            shown[step] = two(height)
            level = height
        else:
            height, base = abs(change), min(level, level + change)
            shown[step] = f"{'−' if change < 0 else '+'}{two(abs(change))}"
            level += change
        highest = max(highest, base + height)
        figure.add_bar(
            x=[t(f"accounts.waterfall.{step}").replace("\n", "<br>")], y=[height], base=[base], marker=looks[step],
            text=[shown[step]], textposition="outside", textfont={"size": 14}, cliponaxis=False, showlegend=False,
            hoverinfo="skip",
        )  # fmt: skip
    mark_plain(figure, t("accounts.plain"))
    figure.update_layout(bargap=0.3, barmode="overlay")
    figure.update_xaxes(tickangle=0)
    figure.update_yaxes(range=[0, 1.15 * max(1.1, highest)], ticksuffix="×")
    plot(figure, t("accounts.waterfall.alt", **shown, k=cell.k), "accounts-waterfall")
    small(t("accounts.waterfall.note", mark=mark, parts=two(falls.parts), clock=two(falls.gain),
                  apart=f"{abs(falls.apart):.1%}"))  # fmt: skip
    with st.expander(t("accounts.waterfall.explain_title")):
        st.markdown(t("accounts.waterfall.explain"))
