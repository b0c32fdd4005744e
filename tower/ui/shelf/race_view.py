"""The lanes of a race on the screen: words per haul beside words a second, where the time went, slip by slip."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from tower.experiments.race_settings import PLAIN, Lane
from tower.ui.axes import frame, plot
from tower.ui.language import t
from tower.ui.numbers import two
from tower.ui.palette import palette
from tower.ui.shelf import sentences, state
from tower.ui.small_print import small, table


def draw(lanes: Sequence[Lane], mark: str) -> None:
    """mark: where the figures come from, in words."""
    if not any(lane.drafter != PLAIN for lane in lanes):
        st.info(t("shelf.race.nothing_yet"))
        return
    left, right = st.columns(2, gap="large")
    with left:
        _bars([lane for lane in lanes if lane.drafter != PLAIN], "words", mark)
    with right:
        _bars(lanes, "pace", mark)
    for line in sentences.of_race(lanes):
        st.markdown(line)
    _table(lanes)
    _slips([lane for lane in lanes if lane.positions])


def _bars(lanes: Sequence[Lane], what: str, mark: str) -> None:
    colours = palette()
    shown = sorted(lanes, key=lambda lane: _value(lane, what))
    names = [_name(lane) for lane in shown]
    values = [_value(lane, what) for lane in shown]
    shades = [colours.target if lane.drafter == PLAIN else colours.draft for lane in shown]
    inks = [
        colours.ink if lane.drafter == PLAIN else colours.ground for lane in shown
    ]  # hatching lets the page through
    patterns = ["/" if lane.drafter == PLAIN else "" for lane in shown]
    figure = frame(t(f"shelf.race.axis_{what}"), "", title=t(f"shelf.race.title_{what}"), height=120 + 30 * len(shown))
    texts = [two(value) if what == "words" else f"{value:.0f}" for value in values]
    errors = None
    if what == "pace":
        errors = {"type": "data", "symmetric": False, "color": colours.ink, "thickness": 1.2,
                  "array": [lane.quickest - lane.words_a_second for lane in shown],
                  "arrayminus": [lane.words_a_second - lane.slowest for lane in shown]}  # fmt: skip
    figure.add_bar(
        y=names, x=values, orientation="h", marker={"color": shades, "pattern": {"shape": patterns}}, error_x=errors,
        text=texts, textposition="inside", insidetextanchor="start", insidetextfont={"color": inks}, showlegend=False,
        hovertemplate="%{y}: %{x:.2f}<extra></extra>",
    )  # fmt: skip
    figure.update_layout(margin={"l": 8, "r": 14, "t": 54, "b": 46}, bargap=0.3)
    figure.update_xaxes(rangemode="tozero", showgrid=True)
    figure.update_yaxes(automargin=True, type="category")
    told = "; ".join(f"{name}: {text}" for name, text in zip(reversed(names), reversed(texts), strict=True))
    plot(figure, t(f"shelf.race.alt_{what}", mark=mark, rows=told), f"shelf-{what}")


def _value(lane: Lane, what: str) -> float:
    return lane.words_per_haul if what == "words" else lane.words_a_second


def _name(lane: Lane) -> str:
    return t("shelf.race.plain") if lane.drafter == PLAIN else state.name_of(lane.drafter)


def _table(lanes: Sequence[Lane]) -> None:
    heads = [t(f"shelf.race.columns.{name}") for name in ("who", "hauls", "words", "pace", "gain", "draft", "tray")]
    rows = [
        (
            _name(lane),
            f"{lane.hauls}",
            two(lane.words_per_haul),
            f"{lane.words_a_second:.0f}",
            f"{two(lane.gain)}×",
            two(lane.draft_passes),
            two(lane.tray_passes),
        )
        for lane in lanes
    ]
    table(heads, rows)
    small(t("shelf.race.table_note"))


def _slips(lanes: Sequence[Lane]) -> None:
    deepest = max((len(lane.positions) for lane in lanes), default=0)
    if not deepest:
        return
    st.markdown(f"**{t('shelf.race.slips')}**")
    heads = [t("shelf.race.columns.who"), *(t("shelf.race.slip", n=n) for n in range(1, deepest + 1))]
    rows = [(_name(lane), *(_share(lane, place) for place in range(deepest))) for lane in lanes]
    table(heads, rows)
    small(t("shelf.race.slips_note"))


def _share(lane: Lane, place: int) -> str:
    if place >= len(lane.positions) or not lane.positions[place][0]:
        return "–"
    tested, accepted = lane.positions[place]
    # of siblings several are tested at one place, and at most one is kept: by the haul
    hauls = lane.hauls if place == 0 else lane.positions[place - 1][1]
    return f"{accepted / max(1, hauls):.0%}" if lane.drafter.endswith("-tree") else f"{accepted / tested:.0%}"
