"""Option widgets whose labels are translated. The choice itself, a code, lives under a key of its own: Streamlit's
selectbox would lose it when the labels change language."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import streamlit as st

from tower.ui import lesson
from tower.ui.language import current


def select(label: str, labels: Mapping[str, str], key: str, *, on_change: Callable[[], None] | None = None) -> str:
    """A selectbox over codes shown by `labels`; the code stays in st.session_state[key] across languages and pages."""
    widget = f"{key}/{current()}"
    if st.session_state.get(key) not in labels:
        st.session_state[key] = next(iter(labels))
    st.session_state[widget] = st.session_state[key]

    def keep() -> None:
        st.session_state[key] = st.session_state[widget]
        if on_change is not None:
            on_change()

    st.selectbox(
        label,
        list(labels),
        format_func=lambda code: labels[code],
        key=widget,
        on_change=keep,
        disabled=lesson.locked(key),
    )
    chosen: str = st.session_state[key]
    return chosen


def segments(label: str, labels: Mapping[str, str], key: str, *, hidden: bool = False) -> str:
    """Buttons side by side over codes shown by `labels`; the code is in st.session_state[key] and stays there across
    languages and pages. hidden: the label is not shown."""
    widget = f"{key}/choice"
    st.session_state[widget] = st.session_state[key]

    def keep() -> None:
        st.session_state[key] = st.session_state[widget]

    st.segmented_control(
        label, list(labels), format_func=lambda code: labels[code], required=True, key=widget, on_change=keep,
        label_visibility="collapsed" if hidden else "visible", disabled=lesson.locked(widget),
    )  # fmt: skip
    return str(st.session_state[key])
