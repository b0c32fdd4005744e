"""The room's settings as widgets keep them: for the whole visit, on every page, in either language, in the address."""

from __future__ import annotations

from typing import Any

import streamlit as st

from tower.models.pairs import drafters_of
from tower.ui import address
from tower.ui.language import current, t
from tower.ui.measured import measured
from tower.ui.shelf.settings import USUAL, read, write

PAIR = "tower"
_KEY = "shelf/"
_WRITTEN, _IGNORED = _KEY + "written", _KEY + "ignored"


def key(name: str) -> str:
    """The session's key of a setting."""
    return _KEY + name


def values() -> dict[str, Any]:
    return {name: st.session_state[key(name)] for name in USUAL}


def racers(some: list[str] | None = None) -> tuple[str, ...]:
    """Drafters that the embedded pair has now, of all or of some."""
    from tower.experiments.race_settings import RACERS

    return drafters_of(PAIR, RACERS if some is None else tuple(some))


def arrive() -> None:
    """Take over what a link asks for, on the first visit or when another link of this room is followed."""
    asked = address.read()
    first = key("k") not in st.session_state
    if first:
        for name, usual in USUAL.items():
            st.session_state[key(name)] = list(usual) if isinstance(usual, list) else usual
        st.session_state[key("prompt")] = measured("shelf").figures["races"][current()]["settings"]["prompt"]
        st.session_state[key("racers")] = list(racers())
    if first or (asked and asked != st.session_state.get(_WRITTEN)):
        found, st.session_state[_IGNORED] = read(asked)
        for name, new in found.items():
            st.session_state[key(name)] = new


def ignored() -> list[str]:
    """Names in the link that made no sense."""
    names: list[str] = st.session_state.get(_IGNORED, [])
    return names


def write_address() -> None:
    wanted = write(values())
    st.session_state[_WRITTEN] = wanted
    address.write(wanted)


def name_of(code: str) -> str:
    """A drafter's short name."""
    return t(f"shelf.short.{code}")
