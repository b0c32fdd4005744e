"""The class rooms of this server, and a brake for who tries codes."""

from __future__ import annotations

import sqlite3
from time import monotonic

import streamlit as st

from tower.classroom.errors import ClassroomError
from tower.classroom.limits import PRIVATE, PUBLIC
from tower.classroom.place import FILE, data_folder
from tower.classroom.store import Room, Store
from tower.models.deployment import is_public

TRIES, WAIT = 12, 60.0  # unknown codes of one visitor, and seconds until there are as many again
_MISSED = "rooms/missed"


@st.cache_resource(show_spinner=False)
def store() -> Store:
    """Raises ClassroomError `rooms-folder` where the data folder cannot be used."""
    folder = data_folder()
    try:
        return Store(folder / FILE, PUBLIC if is_public() else PRIVATE)
    except (OSError, sqlite3.Error) as error:
        message = f"{folder} cannot be used: {error}"
        raise ClassroomError("rooms-folder", message, folder=str(folder)) from None


def looked_up(code: str) -> Room:
    """The room of a code that somebody typed. Raises ClassroomError `room-unknown`, `room-tries`."""
    now = monotonic()
    missed = [when for when in st.session_state.get(_MISSED, []) if now - when < WAIT]
    if len(missed) >= TRIES:
        raise ClassroomError("room-tries", "too many unknown codes", seconds=int(WAIT))
    try:
        return store().room(code)
    except ClassroomError:
        st.session_state[_MISSED] = [*missed, now]
        raise
