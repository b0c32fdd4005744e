"""A link on the screen: as text to copy, as a QR code to point a telephone at."""

from __future__ import annotations

from base64 import b64encode
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
    picture = b64encode(drawing.encode()).decode()
    style = f"width: {wide}; max-width: 100%; border-radius: .4rem"
    label = escape(t("desk.link.qr_alt"))
    st.html(f'<img alt="{label}" style="{style}" src="data:image/svg+xml;base64,{picture}">', width="content")


def show(url: str, *, wide: str, beside: bool, key: str) -> None:
    """The link with its code, beside it or below."""
    with st.container(horizontal=beside, vertical_alignment="center" if beside else "top", key=key):
        if beside:
            code_only(url, wide=wide)
        with st.container(width="stretch"):
            st.code(url, language=None, wrap_lines=True)
        if not beside:
            code_only(url, wide=wide)
