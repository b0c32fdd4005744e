"""A sweep's cells on the screen: one temperature as a table and a chart, one k of it in full. Computes no result."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import streamlit as st

from tower.experiments.sweep_cells import Cell
from tower.ui.accounts import state, waterfall_chart
from tower.ui.axes import frame, mark_plain, plot
from tower.ui.language import t
from tower.ui.numbers import two
from tower.ui.palette import palette
from tower.ui.small_print import small, table

NOTHING = "–"
FULL = 0.9  # where fewer of the k slips a round are written than this share, the formula expects too much


def draw(cells: Sequence[Cell], heats: Sequence[float], ks: Sequence[int], mark: str, drafter: str) -> None:
    """mark: where the figures come from, in words. drafter: code."""
    if not cells:
        st.info(t("accounts.measured.nothing_yet"))
        return
    heat = _pick("heat", heats, lambda value: f"T = {value:g}")
    here = [cell for cell in cells if cell.temperature == heat]
    if not here:
        st.info(t("accounts.measured.nothing_yet"))
        return
    left, right = st.columns([1.15, 1], gap="large")
    with left:
        _table(here, mark)
    with right:
        _chart(here, mark)
    if any(cell.drafted < FULL * cell.k * cell.hauls for cell in here):
        small(t("accounts.measured.few_slips", drafter=t(f"drafters.{drafter}.name")))
    st.header(t("accounts.measured.closer"), anchor=False)
    k = _pick("closer", ks, lambda value: f"k = {value:g}")
    cell = next((one for one in here if one.k == k), None)
    if cell is None:
        st.info(t("accounts.measured.nothing_yet"))
        return
    _closer(cell, mark)


def _pick(name: str, offered: Sequence[float], show: Callable[[float], str]) -> float:
    """Buttons side by side over numbers; the middle one, or what was chosen before."""
    key, options = state.key(name), list(offered)
    if st.session_state.get(key) not in options:
        st.session_state[key] = options[len(options) // 2 if name == "closer" else 0]
    widget = f"{key}/choice"
    st.session_state[widget] = st.session_state[key]

    def keep() -> None:
        st.session_state[key] = st.session_state[widget]

    st.segmented_control(
        t(f"accounts.measured.{name}_pick"), options, format_func=show, required=True, key=widget, on_change=keep
    )
    chosen: float = st.session_state[key]
    return chosen


def _table(here: Sequence[Cell], mark: str) -> None:
    rows = [
        (
            str(cell.k),
            maybe(cell.alpha),
            f"{two(cell.tokens_per_haul)} (*{maybe(cell.predicted_tokens)}*)",
            f"**{two(cell.gain)}×** (*{maybe(cell.predicted_gain)}×*)",
        )
        for cell in here
    ]
    table([t(f"accounts.measured.columns.{name}") for name in ("k", "alpha", "words", "gain")], rows, words=0)
    small(t("accounts.measured.table_note", mark=mark))


def maybe(value: float | None) -> str:
    return NOTHING if value is None else two(value)


def _chart(here: Sequence[Cell], mark: str) -> None:
    colours = palette()
    figure = frame(t("accounts.axes.k"), t("accounts.axes.gain"), height=320)
    ks = [str(cell.k) for cell in here]
    figure.add_scatter(
        x=ks, y=[cell.predicted_gain for cell in here], mode="lines+markers", name=t("accounts.marks.predicted"),
        line={"color": colours.target, "dash": "dot", "width": 2}, marker={"symbol": "circle-open", "size": 10},
        hovertemplate="k = %{x}<br>%{y:.2f}×<extra></extra>",
    )  # fmt: skip
    figure.add_scatter(
        x=ks, y=[cell.gain for cell in here], mode="markers", name=mark,
        error_y={"type": "data", "symmetric": False, "array": [cell.gain_high - cell.gain for cell in here],
                 "arrayminus": [cell.gain - cell.gain_low for cell in here], "color": colours.draft},
        marker={"color": colours.draft, "symbol": "diamond", "size": 12},
        hovertemplate="k = %{x}<br>%{y:.2f}×<extra></extra>",
    )  # fmt: skip
    mark_plain(figure, t("accounts.plain"))
    top = max(1.5, *(cell.gain_high for cell in here), *(cell.predicted_gain or 0 for cell in here))
    figure.update_xaxes(type="category")
    figure.update_yaxes(range=[0, 1.12 * top], ticksuffix="×")
    told = "; ".join(
        t("accounts.measured.alt_row", k=cell.k, gain=two(cell.gain), predicted=maybe(cell.predicted_gain))
        for cell in here
    )
    plot(figure, t("accounts.measured.chart_alt", mark=mark, rows=told), "accounts-sweep-gain")


def _closer(cell: Cell, mark: str) -> None:
    with st.grid(4, min_column_width=150):
        st.metric("α", maybe(cell.alpha), help=t("accounts.measured.alpha_help"))
        st.metric("Σ min(p, q)", maybe(cell.mean_overlap), help=t("accounts.measured.overlap_help"))
        st.metric("c", f"{cell.c:.3f}", help=t("accounts.measured.c_help"))
        st.metric(f"v = T({cell.k + 1})/T(1)", two(cell.v), help=t("accounts.measured.v_help"))
    spread = {"low": two(cell.gain_low), "high": two(cell.gain_high), "repeats": cell.repeats, "prompts": cell.prompts}
    st.markdown(
        t("accounts.measured.said", mark=mark, gain=two(cell.gain), predicted=maybe(cell.predicted_gain),
          pace=f"{cell.words_a_second:.0f}", plain=f"{cell.plain_words_a_second:.0f}", **spread)
    )  # fmt: skip
    left, right = st.columns([1.25, 1], gap="large")
    with left:
        waterfall_chart.draw(cell, mark)
    with right:
        _positions(cell, mark)


def _positions(cell: Cell, mark: str) -> None:
    colours = palette()
    title = t("accounts.measured.positions")
    figure = frame(t("accounts.axes.place"), t("accounts.axes.kept"), title=title, height=360)
    places = list(range(1, len(cell.positions) + 1))
    kept = [cell.kept(place) for place in places]
    powers = [power for _, _, power in cell.positions]
    figure.add_bar(x=places, y=kept, name=mark, marker_color=colours.draft,
                   hovertemplate="%{x}: %{y:.0%}<extra></extra>")  # fmt: skip
    figure.add_scatter(x=places, y=powers, mode="lines+markers", name=t("accounts.measured.powers"),
                       line={"color": colours.ink, "dash": "dot", "width": 2},
                       marker={"symbol": "circle-open", "size": 9},
                       hovertemplate="%{x}: %{y:.0%}<extra></extra>")  # fmt: skip
    figure.update_yaxes(range=[0, 1.02], tickformat=".0%")
    figure.update_xaxes(dtick=1)
    shares = zip(places, kept, powers, strict=True)
    rows = "; ".join(f"{place}: {share or 0:.0%} ({power:.0%})" for place, share, power in shares)
    plot(figure, t("accounts.measured.positions_alt", rows=rows), "accounts-positions")
    small(t("accounts.measured.positions_note"))
