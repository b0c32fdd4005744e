"""The workshop's settings of this visitor: kept in the session, written to the address, read from it on arrival."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import streamlit as st

from tower.ui import address, lesson
from tower.ui.workshop import settings as codes
from tower.ui.workshop.dials import PRESETS, Dials
from tower.ui.workshop.settings import Settings

_KEY = "workshop"
_REVISION = "workshop/revision"
_ADDRESS = "workshop/address"
_IGNORED = "workshop/ignored"
_PLAYED = "workshop/played"


def arrive() -> None:
    """Take over what the address asks for, unless it only says what was last written there."""
    asked = {name: value for name, value in address.read().items() if name in codes.names()}
    if asked and asked != st.session_state.get(_ADDRESS):
        found, ignored = codes.read(asked)
        st.session_state[_ADDRESS] = asked
        put(found, moved=True)
        st.session_state[_IGNORED] = ignored
    elif _KEY not in st.session_state:
        put(Settings(), moved=True)


def get() -> Settings:
    found: Settings = st.session_state[_KEY]
    return found


def put(settings: Settings, *, moved: bool = False) -> None:
    """moved: Python turned the dials itself, so the component on the screen has to follow."""
    st.session_state[_KEY] = settings
    st.session_state[_IGNORED] = []
    if moved:
        turned()


def turned() -> None:
    """Python has set the dials itself: the component on the screen has to follow."""
    st.session_state[_REVISION] = revision() + 1


def change(**fields: Any) -> None:
    """Replace some fields of the settings."""
    put(replace(get(), **fields))


def revision() -> int:
    """Counts how often Python, not the finger, has set the dials."""
    count: int = st.session_state.get(_REVISION, 0)
    return count


def ignored() -> list[str]:
    """Names in the last link that made no sense."""
    names: list[str] = st.session_state.get(_IGNORED, [])
    return names


def write_address() -> None:
    """Make the address say what is set."""
    told = codes.write(get())
    st.session_state[_ADDRESS] = told
    address.write(told)


def take_preset(code: str) -> None:
    """Dials of a preset; what was locked is free again."""
    if code in PRESETS:
        put(replace(get(), dials=PRESETS[code], context=""), moved=True)


def fixed() -> bool:
    """Whether the lesson keeps the dials as they are."""
    return lesson.locked(f"{_KEY}/dials")


def take_dials(told: Any) -> None:
    """What the component reports, {p, q, locked}: checked like anything from outside; dropped if it is no dials. Dials
    that the lesson has fixed turn back."""
    if fixed():
        turned()
        return
    try:
        dials = Dials(
            tuple(int(share) for share in told["p"]),
            tuple(int(share) for share in told["q"]),
            frozenset(int(index) for index in told["locked"]),
        )
    except (TypeError, KeyError, ValueError):
        return
    change(dials=dials)


def keyed(name: str, value: Any, keep: Callable[[Any], None]) -> dict[str, Any]:
    """Arguments that tie a widget to the settings: it shows `value`, and `keep` gets what it is changed to."""
    key = f"workshop/{name}"
    st.session_state[key] = value
    return {"key": key, "on_change": lambda: keep(st.session_state[key]), "disabled": lesson.locked(key)}


def played(run: str) -> int:
    """How many draws of this run the slow motion had shown; 0 for another run."""
    known, count = st.session_state.get(_PLAYED, ("", 0))
    return int(count) if known == run else 0


def keep_played(told: Any) -> None:
    """What the slow motion reports, {run, count}."""
    if isinstance(told, dict) and isinstance(told.get("run"), str) and isinstance(told.get("count"), int):
        st.session_state[_PLAYED] = (told["run"], max(0, told["count"]))
