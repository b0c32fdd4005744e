"""A machine of the visitor's own: two rates and a model typed in, and what the roofline predicts. Measures nothing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import streamlit as st

from tower.theory.accounts import tokens_per_haul
from tower.theory.batches import MOST, Served, batch_gain, gain_lost_at
from tower.theory.roofline import Machine
from tower.ui import lesson
from tower.ui.accounts import state
from tower.ui.accounts.settings import BYTES, MOST_C, MOST_K
from tower.ui.axes import frame, mark_plain, plot
from tower.ui.language import t
from tower.ui.numbers import two
from tower.ui.palette import palette
from tower.ui.small_print import small

BATCHES = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024)


@dataclass(frozen=True, slots=True)
class Example:
    """As the maker states it: 10^9 bytes a second, 10^12 operations a second without sparsity."""

    gb: float
    tflop: float


EXAMPLES: Mapping[str, Example] = {
    "card": Example(1008.0, 165.2),
    "laptop": Example(400.0, 10.4),
    "server": Example(3350.0, 989.4),
}


@st.fragment
def show() -> None:
    with st.container(horizontal=True, vertical_alignment="center"):
        for code, example in EXAMPLES.items():
            st.button(t(f"accounts.machine.examples.{code}"), key=f"accounts-{code}", on_click=_take, args=(example,))
    one, two_, three, four = st.columns(4, gap="medium")
    with one:
        gb = _number("gb", 1.0, 100_000.0)
    with two_:
        tflop = _number("tflop", 0.001, 100_000.0)
    with three:
        billions = _number("billions", 0.001, 10_000.0)
    with four:
        st.select_slider(state.label("bytes"), sorted(BYTES), key=state.key("bytes"), format_func=lambda n: f"{n:g}",
                         help=t("accounts.help.bytes"), persist_state="session",
                         disabled=lesson.locked(state.key("bytes")))  # fmt: skip
    one, two_, three = st.columns(3, gap="medium")
    with one:
        alpha = state.slider("alpha", 0.0, 1.0, 0.01)
    with two_:
        k = state.slider("k", 1, MOST_K, 1)
    with three:
        c = state.slider("c", 0.0, MOST_C, 0.01)
    served = Served(Machine(gb, tflop * 1e3), billions * 1e9, state.value("bytes"))
    _results(served, alpha, k, c)
    _chart(served, alpha, k, c)
    small(t("accounts.machine.note"))
    small(t("accounts.machine.sources"))
    state.write_address()


def _take(example: Example) -> None:
    state.put("gb", example.gb)
    state.put("tflop", example.tflop)


def _number(name: str, low: float, high: float) -> float:
    return st.number_input(state.label(name), low, high, key=state.key(name), help=t(f"accounts.help.{name}"),
                           format="%g", persist_state="session", disabled=lesson.locked(state.key(name)))  # fmt: skip


def _results(served: Served, alpha: float, k: int, c: float) -> None:
    plain, gained = 1 / served.seconds(1), batch_gain(served, alpha, k, c, 1)
    lost = gain_lost_at(served, alpha, k, c)
    with st.grid(4, min_column_width=150):
        st.metric(t("accounts.machine.plain"), _pace(plain), help=t("accounts.machine.plain_help"))
        st.metric(t("accounts.machine.drafted"), _pace(plain * gained), help=t("accounts.machine.drafted_help"))
        st.metric(t("accounts.machine.gain"), f"{two(gained)}×", help=t("accounts.machine.gain_help"))
        crowd = t("accounts.machine.never", most=f"{MOST:,}") if lost is None else f"{lost:,}"
        st.metric(t("accounts.machine.lost"), crowd, help=t("accounts.machine.lost_help"))
    ridge = served.machine.ridge * served.bytes_each / 2
    st.markdown(t("accounts.machine.said", rows=f"{ridge:,.0f}", tray=k + 1, tokens=two(tokens_per_haul(alpha, k)),
                  texts=f"{max(1, ridge // (k + 1)):,.0f}"))  # fmt: skip


def _pace(words: float) -> str:
    return f"{words:,.0f}" if words >= 100 else f"{words:.1f}" if words >= 1 else f"{words:.2f}"


def _chart(served: Served, alpha: float, k: int, c: float) -> None:
    colours = palette()
    gains = [batch_gain(served, alpha, k, c, n) for n in BATCHES]
    figure = frame(t("accounts.axes.requests"), t("accounts.axes.gain"), height=340)
    figure.add_scatter(
        x=list(BATCHES), y=gains, mode="lines+markers", name=t("accounts.marks.predicted"), showlegend=True,
        line={"color": colours.target, "dash": "dot", "width": 3}, marker={"symbol": "circle-open", "size": 9},
        hovertemplate="%{x}<br>%{y:.2f}×<extra></extra>",
    )  # fmt: skip
    mark_plain(figure, t("accounts.plain"))
    figure.update_xaxes(type="log", tickvals=BATCHES[::2], ticktext=[str(n) for n in BATCHES[::2]])
    figure.update_yaxes(range=[0, 1.2 * max(1.2, *gains)], ticksuffix="×")
    rows = ", ".join(f"{n}: {two(value)}" for n, value in zip(BATCHES, gains, strict=True))
    plot(figure, t("accounts.machine.alt", rows=rows), "accounts-machine-gain")
