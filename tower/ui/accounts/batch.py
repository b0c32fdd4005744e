"""A full house: the gain against the number of requests in one pass, as recorded, as measured here, by the roofline."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import streamlit as st

from tower.theory.batches import Served, batch_gain, gains_by_requests
from tower.theory.roofline import Machine
from tower.ui import here
from tower.ui.accounts import state
from tower.ui.accounts.settings import MOST_C
from tower.ui.axes import frame, mark_plain, plot
from tower.ui.language import t
from tower.ui.measured import measured
from tower.ui.numbers import two
from tower.ui.palette import palette
from tower.ui.small_print import small

Gains = Mapping[int, float]


def show() -> None:
    with st.container(width="content"):
        here.button(
            {"machine": here.machine_figures, "batch": here.batch_figures}, t("accounts.batch.measure"),
            help=t("accounts.batch.measure_help"), waiting=t("accounts.batch.measuring"), key="accounts-batch",
        )  # fmt: skip
    _gains()


@st.fragment
def _gains() -> None:
    left, right = st.columns(2, gap="medium")
    with left:
        alpha = state.slider("alpha", 0.0, 1.0, 0.01)
    with right:
        c = state.slider("c", 0.0, MOST_C, 0.01)
    found, rates, mark, note = _figures()
    k = found["row"] - 1
    series: dict[str, Gains] = {name: gains_by_requests(found[name], alpha, k, c) for name in ("oracle", "block")}
    served = Served(Machine(rates["gb_per_s"], rates["gflop_per_s"]), found["block"]["bytes"] / 4, 4.0)
    series["roofline"] = {n: batch_gain(served, alpha, k, c, n) for n in found["requests"]}
    _chart(series, found["requests"], mark)
    st.markdown("\n".join(f"- {_told(name, gains)}" for name, gains in series.items()))
    small(note)
    small(t("accounts.batch.note", k=k))
    state.write_address()


def _figures() -> tuple[Mapping[str, Any], Mapping[str, Any], str, str]:
    """Passes, the machine's rates, the mark, and where they come from."""
    batch, machine = here.bench().latest("batch"), here.bench().latest("machine")
    if batch is not None and machine is not None:
        about = {"time": f"{batch.at:%H:%M}", "machine": batch.machine["processor"]}
        about |= {"threads": batch.figures["threads"]}
        return batch.figures, machine.figures, t("accounts.marks.here"), t("accounts.batch.here", **about)
    batch_, machine_ = measured("batch"), measured("machine")
    about = {"date": batch_.recorded, "machine": batch_.processor, "threads": batch_.figures["threads"]}
    return batch_.figures, machine_.figures, t("accounts.marks.recorded"), t("accounts.batch.recorded", **about)


def _told(name: str, gains: Gains) -> str:
    first, last = next(iter(gains)), list(gains)[-1]
    lost = next((n for n, value in gains.items() if value < 1), None)
    values = {"one": two(gains[first]), "most": last, "last": two(gains[last])}
    values |= {"line": t(f"accounts.batch.lines.{name}")}
    if lost is None:
        return t("accounts.batch.still", **values)
    return t("accounts.batch.lost", lost=lost, **values)


def _chart(series: Mapping[str, Gains], requests: list[int], mark: str) -> None:
    colours = palette()
    looks = {
        "oracle": (colours.target, "circle", "solid"),
        "block": (colours.ink, "square", "solid"),
        "roofline": (colours.ash, "circle-open", "dot"),
    }
    figure = frame(t("accounts.axes.requests"), t("accounts.axes.gain"), height=380)
    for name, gains in series.items():
        shade, symbol, dash = looks[name]
        whose = t("accounts.marks.predicted") if name == "roofline" else mark
        figure.add_scatter(
            x=list(gains), y=list(gains.values()), mode="lines+markers",
            name=f"{t(f'accounts.batch.lines.{name}')} · {whose}",
            line={"color": shade, "dash": dash, "width": 2.5}, marker={"symbol": symbol, "size": 9},
            hovertemplate="%{x}<br>%{y:.2f}×<extra></extra>",
        )  # fmt: skip
    mark_plain(figure, t("accounts.plain"))
    figure.update_layout(legend={"orientation": "v", "x": 1, "xanchor": "right", "y": 1, "yanchor": "top"})
    figure.update_xaxes(type="log", tickvals=requests, ticktext=[str(n) for n in requests])
    top = max(1.2, *(value for gains in series.values() for value in gains.values()))
    figure.update_yaxes(range=[0, 1.3 * top], ticksuffix="×")
    rows = "; ".join(
        f"{t(f'accounts.batch.lines.{name}')}: " + ", ".join(f"{n} {two(value)}" for n, value in gains.items())
        for name, gains in series.items()
    )
    plot(figure, t("accounts.batch.alt", rows=rows), "accounts-batch-gain")
