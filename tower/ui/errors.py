"""Foreseeable failures, told to the reader in words: errors.<code> of the catalogue, filled with the error's values."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

import streamlit as st

from tower.decoding.errors import DecodingError
from tower.ui import words
from tower.ui.language import current, named, t

_LINKS = re.compile(r"www(?=\.)|:(?=//)|@", re.IGNORECASE)
_MARKUP = "\\`*_{}[]()#+-.!|~<>$:&"


@contextmanager
def told() -> Iterator[None]:
    """Show a foreseeable failure as a message instead of letting it through; what was there before stays."""
    try:
        yield
    except DecodingError as error:
        st.error(message(error))


def message(error: DecodingError) -> str:
    """The error in the visitor's language; values are shown as text, never as markup, and a pair by its name."""
    key = f"errors.{error.code}"
    if key not in words.catalogue(current()):
        return t("errors.unknown", code=error.code)
    shown = {name: str(value) for name, value in error.values.items()}
    if "pair" in shown:
        shown["pair"] = named("pairs", shown["pair"])
    return t(key, **{name: escaped(value) for name, value in shown.items()})


def escaped(text: str) -> str:
    """Text that Markdown shows as it is. A word joiner, unseen, keeps addresses from becoming links."""
    plain = _LINKS.sub("\\g<0>\u2060", " ".join(text.split()))
    return "".join("\\" + letter if letter in _MARKUP else letter for letter in plain)
