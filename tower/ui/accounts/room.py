"""The speed accounts: six sections behind one row of buttons, one of them on the screen at a time."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import streamlit as st

from tower.ui.accounts import batch, formula, machine, papers, state, sweep_room, vocabulary
from tower.ui.accounts.settings import ROOM, SECTIONS
from tower.ui.errors import escaped
from tower.ui.language import t

_SHOW: Mapping[str, Callable[[], None]] = {
    "formula": formula.show,
    "papers": papers.show,
    "measured": sweep_room.show,
    "batch": batch.show,
    "machine": machine.show,
    "vocabulary": vocabulary.show,
}

# a table of figures must fit a phone
_PHONE = """<style>
.st-key-accounts-room table { font-variant-numeric: tabular-nums; }
@media (max-width: 640px) {
  .st-key-accounts-room :is(td, th) { padding: .25rem .25rem !important; font-size: .78rem; }
}
</style>"""


def show() -> None:
    state.arrive()
    st.markdown(t("accounts.lead"))
    if state.ignored():
        st.warning(t("accounts.ignored", names=escaped(", ".join(state.ignored())[:200])))
    st.html(_PHONE)
    section = state.segments(ROOM, tuple(SECTIONS), lambda code: t(f"accounts.rooms.{code}"), hidden=True)
    st.markdown(t(f"accounts.{section}.lead"))
    with st.container(key="accounts-room"):
        _SHOW[section]()
    state.write_address()
