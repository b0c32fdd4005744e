"""Which language this visitor reads, kept in the session and in the address; `t()` gives texts in it."""

from __future__ import annotations

from typing import Any

import streamlit as st

from tower.ui import words

_KEY = "language"
_WIDGET = "language/choice"

_mark = st.components.v2.component(
    "oracle_tower.language",
    js="export default function ({ data }) {\n  document.documentElement.lang = data.language;\n}\n",
)


def current() -> str:
    """The language of this session: what the address says, else what was chosen, else the browser's, else zh-Hant."""
    asked = st.query_params.get("lang")
    if _KEY not in st.session_state:
        st.session_state[_KEY] = asked if asked in words.LANGUAGES else _of_browser(st.context.locale)
    language: str = st.session_state[_KEY]
    return language


def _of_browser(locale: str | None) -> str:
    if not locale or locale.lower().startswith("zh"):
        return "zh-Hant"
    return "en"


def t(key: str, **values: object) -> str:
    """A text in the visitor's language."""
    return words.text(current(), key, **values)


def named(prefix: str, code: str) -> str:
    """What the visitor calls a code, from `<prefix>.<code>.name`; the code itself where it has no name."""
    return words.catalogue(current()).get(f"{prefix}.{code}.name", code)


def branch(prefix: str) -> dict[str, Any]:
    """The texts under `prefix` in the visitor's language."""
    return words.branch(current(), prefix)


def _switch() -> None:
    st.session_state[_KEY] = st.session_state[_WIDGET]


def switch() -> None:
    """The language buttons; also keeps the address and the page's own language mark up to date."""
    language = current()
    st.session_state[_WIDGET] = language
    with st.container(horizontal=True, horizontal_alignment="right"):
        st.segmented_control(
            "語言 / Language",
            list(words.LANGUAGES),
            format_func=lambda code: words.LANGUAGES[code],
            required=True,
            key=_WIDGET,
            on_change=_switch,
            label_visibility="collapsed",
        )
        _mark(key="language/mark", data={"language": language}, width=1, height=1)
    if st.query_params.get("lang") != language:
        st.query_params["lang"] = language
