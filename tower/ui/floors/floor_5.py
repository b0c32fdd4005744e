"""Floor 5: the acceptance rule as a hundred slips, then as dials and draws, then the two laws of the real pair."""

from __future__ import annotations

import streamlit as st

from tower.ui import shell
from tower.ui.floors.figures_5 import figures, moon_words
from tower.ui.floors.frame import Floor
from tower.ui.floors.moon import MOON, REDRAW, hundred
from tower.ui.floors.reading_pair import two_laws
from tower.ui.floors.slips import moving_dials, slips
from tower.ui.language import branch, current
from tower.ui.workshop.payload import motion_data, run_of
from tower.ui.workshop.workings import workings

_DIALS = "floor-5-dials"
BEATS = 5


def show() -> None:
    with Floor("floor_5", figures(current()), ask=(3, 4, 6, 7)) as floor:
        floor.read("lead")
        _hundred(floor)
        if floor.predict("redraw", right="redrawn"):
            _redrawn(floor)
            floor.read("redraw")
        floor.read("rule")
        _draws(floor)
        floor.read("always")
        _doors(floor)
        floor.read("pair")
        two_laws(floor)
        floor.quiz(right="sure")


@st.fragment
def _hundred(floor: Floor) -> None:
    captions = [floor.t(f"beats.exact.b{n}") for n in range(BEATS)]
    slips("exact", hundred(MOON), moon_words(), captions, autoplay=True)


@st.fragment
def _redrawn(floor: Floor) -> None:
    first = [floor.t(f"beats.exact.b{n}") for n in range(3)]
    captions = [*first, floor.t("beats.redraw.b3"), floor.t("beats.redraw.b4")]
    slips("redraw", hundred(REDRAW), moon_words(), captions, autoplay=True)


@st.fragment
def _draws(floor: Floor) -> None:
    """Single draws of the rule, with the engine's luck, in the workshop's slow motion."""
    run = run_of(MOON)

    def stopped() -> None:
        told = st.session_state[_DIALS]["played"]
        if isinstance(told, dict) and told.get("run") == run and isinstance(told.get("count"), int):
            floor.remember("played", max(0, told["count"]))

    text = branch("workshop.motion")
    data = motion_data(MOON, workings(MOON), moon_words(), text, played=floor.state("played", 0))
    moving_dials(key=_DIALS, on_played_change=stopped, data=data)


def _doors(floor: Floor) -> None:
    with st.container(horizontal=True):
        for room in ("dial_workshop", "sampling_room"):
            st.page_link(shell.page(room), label=floor.t(f"doors.{room}"))
