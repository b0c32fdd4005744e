"""The drafter shelf, from top to bottom: cards, race, stage, texts, lossy rules."""

from __future__ import annotations

import streamlit as st

from tower.ui.calm import CALM
from tower.ui.errors import escaped
from tower.ui.language import t
from tower.ui.shelf import cards, race_room, stage_room, state, suits

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
    with st.container(key="shelf-room"):
        st.header(t("shelf.cards.title"), anchor=False)
        cards.draw()
        _section("race")
        race_room.show()
        _section("stage")
        stage_room.show()
        _section("suits")
        suits.show()
        _section("lossy")
        suits.lossy()
    state.write_address()


def _section(code: str) -> None:
    st.header(t(f"shelf.{code}.title"), anchor=False)
    st.markdown(t(f"shelf.{code}.lead"))
