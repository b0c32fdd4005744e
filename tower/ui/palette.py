"""The colours of charts, one meaning each, in both modes: brass is the target p, moss the draft q."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st


@dataclass(frozen=True, slots=True)
class Palette:
    target: str
    draft: str
    rejected: str
    bonus: str
    ash: str
    ink: str
    line: str
    ground: str


_LIGHT = Palette("#A9771E", "#2F6B4F", "#A8322A", "#C9962B", "#6B675F", "#2B2A33", "#CDBF9F", "#F7F1E3")
_DARK = Palette("#E0B15A", "#7FC4A0", "#E58A7F", "#F0CF7A", "#A6A294", "#EDE3CC", "#434C63", "#171B27")


def palette() -> Palette:
    """The palette of the mode that this visitor looks at."""
    return _DARK if st.context.theme.type == "dark" else _LIGHT
