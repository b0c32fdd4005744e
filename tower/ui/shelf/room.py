"""The drafter shelf: cards, race, stage, texts, lossy rules behind one row of buttons, one of them on the screen."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import streamlit as st

from tower.ui import choice
from tower.ui.calm import CALM
from tower.ui.errors import escaped
from tower.ui.language import t
from tower.ui.shelf import cards, race_room, stage_room, state, suits
from tower.ui.shelf.settings import ROOM, ROOMS

_SHOW: Mapping[str, Callable[[], None]] = {
    "cards": cards.draw,
    "race": race_room.show,
    "stage": stage_room.show,
    "suits": suits.show,
    "lossy": suits.lossy,
}

# a table of figures must fit a phone
_PHONE = """<style>
.st-key-shelf-room table { font-variant-numeric: tabular-nums; }
@media (max-width: 640px) {
  .st-key-shelf-room :is(td, th) { padding: .25rem .2rem !important; font-size: .74rem; }
}
</style>"""


def show() -> None:
    state.arrive()
    st.markdown(t("shelf.lead"))
    if state.ignored():
        st.warning(t("shelf.ignored", names=escaped(", ".join(state.ignored())[:200])))
    st.html(_PHONE + CALM)  # a race redraws its charts many times a minute
    labels = {code: t(f"shelf.rooms.{code}") for code in ROOMS}
    room = choice.segments(t("shelf.rooms.label"), labels, state.key(ROOM), hidden=True)
    st.header(t(f"shelf.{room}.title"), anchor=False)
    st.markdown(t(f"shelf.{room}.lead"))
    with st.container(key="shelf-room"):
        _SHOW[room]()
    state.write_address()
