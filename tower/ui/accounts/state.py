"""The accounts' settings, see `kept`, and widgets over them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import streamlit as st

from tower.ui import choice, lesson
from tower.ui.accounts.settings import FIELDS, ROOM, read, usual, write
from tower.ui.kept import Kept
from tower.ui.language import t

_KEPT = Kept("accounts", (ROOM, *FIELDS), read, write)
key, value, put, values = _KEPT.key, _KEPT.value, _KEPT.put, _KEPT.values
ignored, write_address = _KEPT.ignored, _KEPT.write_address


def arrive() -> None:
    """Take over what a link asks for."""
    _KEPT.arrive(_usual)


def _usual() -> dict[str, Any]:
    example = t("accounts.vocabulary.example")
    return {**usual(), "sentence": example, "prompt": example}


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
