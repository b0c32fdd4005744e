"""A room's settings as its widgets keep them: for the whole visit, on every page, in either language, in the address.

Knows no room: what a setting is called, and how it is read and written, is handed in.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import streamlit as st

from tower.ui import address

Reader = Callable[[Mapping[str, str]], tuple[dict[str, Any], list[str]]]  # settings found, names that made no sense
Writer = Callable[[Mapping[str, Any]], dict[str, str]]


class Kept:
    """The settings of one room."""

    def __init__(self, room: str, names: Sequence[str], read: Reader, write: Writer) -> None:
        """room: the first part of the session's keys."""
        self._room, self._names, self._read, self._write = room, tuple(names), read, write
        self._written, self._ignored = self.key("written"), self.key("ignored")

    def key(self, name: str) -> str:
        """The session's key of a setting, also its widget's."""
        return f"{self._room}/{name}"

    def value(self, name: str) -> Any:
        return st.session_state[self.key(name)]

    def put(self, name: str, new: object) -> None:
        st.session_state[self.key(name)] = new

    def values(self) -> dict[str, Any]:
        return {name: self.value(name) for name in self._names}

    def arrive(self, usual: Callable[[], Mapping[str, Any]]) -> None:
        """Take over what a link asks for, on the first visit or when another link of this room is followed.

        usual: every setting before anybody has touched it; asked for on the first visit.
        """
        asked = address.read()
        first = self.key(self._names[0]) not in st.session_state
        if first:
            for name, start in usual().items():
                self.put(name, list(start) if isinstance(start, list) else start)
        if first or (asked and asked != st.session_state.get(self._written)):
            found, st.session_state[self._ignored] = self._read(asked)
            for name, new in found.items():
                self.put(name, new)

    def ignored(self) -> list[str]:
        """Names in the link that made no sense."""
        names: list[str] = st.session_state.get(self._ignored, [])
        return names

    def write_address(self) -> None:
        wanted = self._write(self.values())
        st.session_state[self._written] = wanted
        address.write(wanted)
