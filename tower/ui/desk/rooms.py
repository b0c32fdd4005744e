"""The class rooms of this server, a brake for who tries codes, and refusals that a press meets."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic

import streamlit as st

from tower.classroom.errors import ClassroomError
from tower.classroom.limits import PRIVATE, PUBLIC
from tower.classroom.place import FILE, data_folder
from tower.classroom.store import Room, Store
from tower.models.deployment import is_public
from tower.ui.errors import message

TRIES, WAIT = 12, 60.0  # unknown codes of one visitor, and seconds until there are as many again
_MISSED, _TROUBLE = "rooms/missed", "rooms/trouble"


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


@contextmanager
def told_later() -> Iterator[None]:
    """Keep a refusal for `tell`: what happens in a widget's callback has no place on the page yet."""
    try:
        yield
    except ClassroomError as error:
        st.session_state[_TROUBLE] = error


def tell() -> None:
    """Say once why the last press did nothing, if so."""
    trouble: ClassroomError | None = st.session_state.pop(_TROUBLE, None)
    if trouble is not None:
        st.warning(message(trouble))
