"""The room's settings as widgets keep them: for the whole visit, on every page, in either language, in the address."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import streamlit as st

from tower.ui import address, choice, lesson
from tower.ui.accounts.settings import FIELDS, ROOM, read, usual, write
from tower.ui.language import t

_KEY = "accounts/"
_WRITTEN = _KEY + "written"
_IGNORED = _KEY + "ignored"


def key(name: str) -> str:
    """The session's key of a setting, also its widget's."""
    return _KEY + name


def value(name: str) -> Any:
    return st.session_state[key(name)]


def put(name: str, new: object) -> None:
    st.session_state[key(name)] = new


def values() -> dict[str, Any]:
    return {name: value(name) for name in (ROOM, *FIELDS)}


def arrive() -> None:
    """Take over what a link asks for, on the first visit or when another link of this room is followed."""
    asked = address.read()
    first = key(ROOM) not in st.session_state
    if first:
        for name, start in usual().items():
            put(name, list(start) if isinstance(start, list) else start)
        put("sentence", t("accounts.vocabulary.example"))
        put("prompt", t("accounts.vocabulary.example"))
    if first or (asked and asked != st.session_state.get(_WRITTEN)):
        found, st.session_state[_IGNORED] = read(asked)
        for name, new in found.items():
            put(name, new)


def ignored() -> list[str]:
    """Names in the link that made no sense."""
    names: list[str] = st.session_state.get(_IGNORED, [])
    return names


def write_address() -> None:
    wanted = write(values())
    st.session_state[_WRITTEN] = wanted
    address.write(wanted)


def label(name: str) -> str:
    return t(f"accounts.fields.{name}")


def slider(name: str, low: float, high: float, step: float) -> Any:
    return st.slider(
        label(name), low, high, step=step, key=key(name), help=t(f"accounts.help.{name}"), persist_state="session",
        disabled=lesson.locked(key(name)),
    )  # fmt: skip


def segments(name: str, codes: Sequence[str], show: Callable[[str], str], *, hidden: bool = False) -> str:
    """Buttons side by side over the codes of a setting."""
    labels = {code: show(code) for code in codes}  # now, in this visitor's language, and not whenever it is asked for
    return choice.segments(label(name), labels, key(name), hidden=hidden)
