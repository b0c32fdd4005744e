"""A link on the screen: as text to copy, as a QR code to point a telephone at."""

from __future__ import annotations

from html import escape

import streamlit as st

from tower.classroom import qr
from tower.ui.language import t


def code_only(url: str, *, wide: str) -> None:
    """The QR code, nothing where it would be too fine to read. wide: how large it is."""
    drawing = qr.svg(url)
    if drawing is None:
        st.caption(t("desk.link.qr_long"))
        return
    # black on white in the dark as well: cameras expect it so
    style = f"width: {wide}; max-width: 80vw; line-height: 0; border-radius: .4rem; overflow: hidden"
    label = escape(t("desk.link.qr_alt"))
    st.html(f'<div role="img" aria-label="{label}" style="{style}">{drawing}</div>', width="content")


def show(url: str, *, wide: str = "16rem", key: str) -> None:
    """The link with its code beside it."""
    with st.container(horizontal=True, vertical_alignment="center", key=key):
        code_only(url, wide=wide)
        with st.container(width="stretch"):
            st.code(url, language=None, wrap_lines=True)
