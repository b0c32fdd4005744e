"""Settings in the page's address, as codes and numbers: the same link for a reader of either language.

`lang` belongs to the frame, and what a teacher's link adds belongs to the lesson; both are left alone. Knows no widget.
"""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from tower.classroom.links import OURS
from tower.ui import lesson


def read() -> dict[str, str]:
    """What the address asks of the page itself."""
    return {name: value for name, value in st.query_params.to_dict().items() if name not in OURS}


def write(values: Mapping[str, object]) -> None:
    """Make the address say exactly `values` (and language and lesson)."""
    wanted = {"lang": st.query_params.get("lang", "")} | {name: _plain(value) for name, value in values.items()}
    wanted |= lesson.frame()
    if st.query_params.to_dict() != wanted:
        st.query_params.from_dict(wanted)


def _plain(value: object) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)
