"""Settings in the page's address, as codes and numbers: the same link for a reader of either language.

`lang` belongs to the frame and is left alone. Knows no widget.
"""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

_OURS = "lang"


def read() -> dict[str, str]:
    """What the address asks for, without the language."""
    return {name: value for name, value in st.query_params.to_dict().items() if name != _OURS}


def write(values: Mapping[str, object]) -> None:
    """Make the address say exactly `values` (and the language)."""
    wanted = {name: _plain(value) for name, value in values.items()}
    if read() != wanted:
        st.query_params.from_dict({_OURS: st.query_params.get(_OURS, ""), **wanted})


def _plain(value: object) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)
