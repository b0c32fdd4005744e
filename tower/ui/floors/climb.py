"""How far this visitor has climbed: kept in the session and in the address, `climbed=1-3` for quizzes solved."""

from __future__ import annotations

import streamlit as st

from tower.ui import address

FLOORS = tuple(f"floor_{n}" for n in range(1, 8))
_CLIMBED = "floors/climbed"
_ARRIVED = "floors/arrived"


def arrive() -> None:
    """Take over what a link says, once a visit; a part that makes no sense is left out."""
    if st.session_state.get(_ARRIVED):
        return
    st.session_state[_ARRIVED] = True
    link = address.read()
    st.session_state[_CLIMBED] = {int(n) for n in link.get("climbed", "").split("-") if n in set("1234567")}


def note_in_address() -> None:
    """A copied link shows the same floor in the same way."""
    shown = "-".join(map(str, climbed()))
    address.write({"climbed": shown} if shown else {})


def climbed() -> list[int]:
    """Numbers of the floors whose quiz is solved, ascending."""
    return sorted(st.session_state.get(_CLIMBED, ()))


def solved(floor: str) -> None:
    """This floor's quiz is solved."""
    if floor in FLOORS:
        st.session_state.setdefault(_CLIMBED, set()).add(FLOORS.index(floor) + 1)
