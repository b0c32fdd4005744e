"""The formula: four sliders, what follows from them, and two curves. Computes by `theory.accounts` alone."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import streamlit as st

from tower.theory.accounts import best_k, gain, gain_begins, operations, tokens_per_haul
from tower.ui.accounts import state
from tower.ui.accounts.settings import MOST_C, MOST_K, MOST_SLIP, TRAYS
from tower.ui.axes import frame, mark_plain, plot
from tower.ui.language import current, t
from tower.ui.measured import measured
from tower.ui.numbers import two
from tower.ui.palette import palette
from tower.ui.small_print import small

Cost = Callable[[int], float]


@st.fragment
def show() -> None:
    one, two_, three, four = st.columns(4, gap="medium")
    with one:
        alpha = state.slider("alpha", 0.0, 1.0, 0.01)
    with two_:
        k = state.slider("k", 1, MOST_K, 1)
    with three:
        c = state.slider("c", 0.0, MOST_C, 0.01)
    with four:
        tray = state.segments("tray", TRAYS, lambda code: t(f"accounts.tray.{code}"))
        slip = state.slider("slip", 0.0, MOST_SLIP, 0.01) if tray == "line" else 0.0
    v = straight(slip) if tray == "line" else recorded()
    _results(alpha, k, c, v)
    left, right = st.columns(2, gap="large")
    with left:
        _over_k(alpha, k, c, v)
    with right:
        _over_alpha(alpha, k, c, v)
    if tray == "recorded":
        found = measured("gain_by_k")
        small(t("accounts.formula.recorded", date=found.recorded, machine=found.processor))
    with st.expander(t("accounts.formula.doubt_title")):
        st.markdown(t("accounts.formula.doubt"))
    state.write_address()


def straight(slip: float) -> Cost:
    """A tray of k slips costs 1 + slip k passes of one word."""
    return lambda k: 1 + slip * k


def recorded() -> Cost:
    """The embedded pair's passes as recorded; between two recorded ones a straight line."""
    table = {0: 1.0, **{int(k): cost for k, cost in measured("gain_by_k").figures["v"].items()}}
    rows = sorted(table)
    return lambda k: float(np.interp(k, rows, [table[row] for row in rows]))


def _results(alpha: float, k: int, c: float, v: Cost) -> None:
    best, begins = best_k(alpha, c, v, most=MOST_K), gain_begins(c, v, most=MOST_K)
    words = {
        "tokens": two(tokens_per_haul(alpha, k)),
        "gain": f"{two(gain(alpha, k, c, v(k)))}×",
        "operations": f"{two(operations(alpha, k))}×",
        "best": str(best.k) if best.k else "–",
        "v": two(v(k)),
    }
    with st.grid(5, min_column_width=130):
        for name, shown in words.items():
            st.metric(t(f"accounts.formula.{name}"), shown, help=t(f"accounts.formula.{name}_help"))
    lines = [t("accounts.formula.bill", k=k, c=f"{c:g}", v=two(v(k)), time=two(k * c + v(k)), **_two_of(words))]
    lines.append(
        t("accounts.formula.best_line", k=best.k, gain=two(best.gain)) if best.k else t("accounts.formula.never")
    )
    lines.append(
        t("accounts.formula.begins", alpha=two(begins)) if begins is not None else t("accounts.formula.no_alpha")
    )
    st.markdown((" " if current() == "en" else "").join(lines))


def _two_of(words: dict[str, str]) -> dict[str, str]:
    return {"tokens": words["tokens"], "gain": words["gain"]}


def _over_k(alpha: float, k: int, c: float, v: Cost) -> None:
    colours, ks = palette(), list(range(1, MOST_K + 1))
    figure = frame(t("accounts.axes.k"), t("accounts.axes.gain"), title=t("accounts.formula.over_k"))
    words, gains = [tokens_per_haul(alpha, n) for n in ks], [gain(alpha, n, c, v(n)) for n in ks]
    figure.add_scatter(x=ks, y=words, mode="lines", name=t("accounts.formula.tokens"),
                       line={"color": colours.draft, "dash": "dot", "width": 2},
                       hovertemplate="k = %{x}<br>%{y:.2f}<extra></extra>")  # fmt: skip
    figure.add_scatter(x=ks, y=gains, mode="lines", name=t("accounts.formula.gain"),
                       line={"color": colours.target, "width": 3},
                       hovertemplate="k = %{x}<br>%{y:.2f}×<extra></extra>")  # fmt: skip
    _mark(k, gain(alpha, k, c, v(k)), figure)
    mark_plain(figure, t("accounts.plain"))
    figure.update_xaxes(range=[0.5, MOST_K + 0.5], dtick=2, tick0=2)
    figure.update_yaxes(range=[0, max(2.5, min(8.0, max(words)), *gains) * 1.1])
    best = best_k(alpha, c, v, most=MOST_K)
    alt = t("accounts.formula.over_k_alt", gain=two(gain(alpha, k, c, v(k))), k=k, best=best.k, most=two(best.gain))
    plot(figure, alt, "accounts-over-k")


def _over_alpha(alpha: float, k: int, c: float, v: Cost) -> None:
    colours, some = palette(), [n / 50 for n in range(51)]
    figure = frame(t("accounts.axes.alpha"), t("accounts.axes.gain"), title=t("accounts.formula.over_alpha", k=k))
    chosen = [gain(a, k, c, v(k)) for a in some]
    best = [best_k(a, c, v, most=MOST_K).gain for a in some]
    figure.add_scatter(x=some, y=best, mode="lines", name=t("accounts.formula.with_best"),
                       line={"color": colours.ash, "dash": "dash", "width": 2},
                       hovertemplate="α = %{x:.2f}<br>%{y:.2f}×<extra></extra>")  # fmt: skip
    figure.add_scatter(x=some, y=chosen, mode="lines", name=t("accounts.formula.with_k", k=k),
                       line={"color": colours.target, "width": 3},
                       hovertemplate="α = %{x:.2f}<br>%{y:.2f}×<extra></extra>")  # fmt: skip
    _mark(alpha, gain(alpha, k, c, v(k)), figure)
    mark_plain(figure, t("accounts.plain"))
    figure.update_xaxes(range=[0, 1.02])
    figure.update_yaxes(range=[0, max(2.5, min(9.0, max(best)), chosen[-1]) * 1.05])
    begins = gain_begins(c, v, most=MOST_K)
    alt = t("accounts.formula.over_alpha_alt", k=k, first=two(chosen[0]), last=two(chosen[-1]),
            begins="–" if begins is None else two(begins))  # fmt: skip
    plot(figure, alt, "accounts-over-alpha")


def _mark(x: float, y: float, figure: object) -> None:
    figure.add_scatter(  # type: ignore[attr-defined]
        x=[x], y=[y], mode="markers+text", text=[f"{two(y)}×"], textposition="top center", textfont={"size": 15},
        marker={"color": palette().target, "size": 13}, showlegend=False, hoverinfo="skip",
    )  # fmt: skip
