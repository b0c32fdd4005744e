"""After the seventh floor: the archived book and its two winch logs, what was learned, and where to go from here."""

from __future__ import annotations

import streamlit as st

from tower.ui import shell, words
from tower.ui.floors import climb
from tower.ui.floors.figures_finish import figures
from tower.ui.floors.frame import Floor
from tower.ui.language import branch, current, t
from tower.ui.recordings import recording


def show() -> None:
    with Floor("finish", figures(current()), ask=(19, 22, 23, 25)) as floor:
        floor.read("lead")
        _two_logs(floor)
        floor.read("explain")
        _answers(floor)
        _share(floor)
        floor.read("papers")
        _rooms(floor)


def _two_logs(floor: Floor) -> None:
    """The same book twice, each with the log of the winch that wrote it. A recorded real run."""
    played = recording("lobby", floor.language)
    with st.grid(2, min_column_width=320):
        for name, trace in (("without", played.plain), ("with", played.trace)):
            totals = trace["totals"]
            with st.container(border=True):
                st.markdown(f"**{floor.t(f'logs.{name}')}**")
                st.text(trace["prompt"]["text"] + "".join(_words(trace)))
                st.metric(floor.t("logs.hauls"), totals["hauls"])
                st.caption(floor.t("logs.line", tokens=totals["tokens"], drafted=totals["drafted"]))
    st.caption(floor.t("logs.recorded", date=played.recorded))


def _words(trace: dict[str, list[dict[str, list[dict[str, str]]]]]) -> list[str]:
    return [token["raw"] for a_round in trace["rounds"] for token in a_round["tokens"]]


def _answers(floor: Floor) -> None:
    """The lines earned, and which floors are still open."""
    st.markdown(f"## {floor.t('answers')}")
    climbed = climb.climbed()
    st.markdown(floor.t("count", climbed=len(climbed)))
    for number, code in enumerate(climb.FLOORS, 1):
        with st.container(horizontal=True, vertical_alignment="center"):
            st.page_link(shell.page(code), label=t(f"pages.{code}.title"))
            st.markdown(_line(code) if number in climbed else f"*{floor.t('open')}*", width="content")


def _line(code: str) -> str:
    from importlib import import_module  # the seven modules, only when their line is shown

    number = code.removeprefix("floor_")
    filled: dict[str, str] = import_module(f"tower.ui.floors.figures_{number}").figures(current())
    return words.text(current(), f"{code}.ledger", **filled)


def _share(floor: Floor) -> None:
    st.markdown(f"## {floor.t('share')}")
    st.markdown(floor.t("share_how"))
    address = st.context.url
    if address:
        st.code(
            f"{address.split('?')[0]}?lang={current()}&climbed={'-'.join(map(str, climb.climbed()))}", language=None
        )


def _rooms(floor: Floor) -> None:
    st.markdown(f"## {floor.t('rooms')}")
    rooms = [room.code for room in shell.rooms() if room.section == "rooms"]
    with st.grid(2, min_column_width=260):
        for code in rooms:
            with st.container(border=True):
                st.page_link(shell.page(code), label=t(f"pages.{code}.title"))
                st.markdown(branch("ways")[code])
