"""The pictures of floor 3: the row of slips with its prints, and the mask. They show what they are given."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import streamlit as st

from tower.experiments.prints import Print, Row, Swap
from tower.ui.language import branch, current
from tower.ui.sources import source

SHOWN = 6  # words before the slips that the mask has columns for; earlier ones share one
SAME = 1e-4  # a change of a logit below this is rounding


_HTML = '<div class="tray"></div>\n'
_CSS = source("floors/tray.css")
_tray = st.components.v2.component(
    "oracle_tower.tray", html=_HTML, css=_CSS, js=source("dials/nodes.js", "floors/tray.js")
)
_mask = st.components.v2.component(
    "oracle_tower.mask", html=_HTML, css=_CSS, js=source("dials/nodes.js", "floors/mask.js")
)


def tray(row: Row, key: str, swap: Swap | None = None) -> None:
    """Slips above, prints below, a slanted line from each print to the slip that it judges."""
    slips = list(row.slips)
    prints = row.prints
    if swap is not None:
        slips[swap.slip] = swap.other
        prints = swap.prints
    data = {
        "language": current(),
        "mode": st.context.theme.type or "light",
        "last": row.written[-1],
        "slips": slips,
        "prints": _pairs(prints),
        "swapped": None if swap is None else swap.slip,
        "changed": None if swap is None else [change > SAME for change in swap.change],
        "words": branch("floor_3.tray"),
    }
    _tray(key=key, data=data)


def mask(row: Row, key: str) -> None:
    """Who sees whom in this one pass: its rows are the last written word and the slips."""
    written = row.written[-SHOWN:]
    words = branch("floor_3.mask")
    earlier = len(row.written) > SHOWN
    opening = [words["earlier"] if earlier else words["begin"]] if earlier or row.begin else []
    data = {
        "language": current(),
        "mode": st.context.theme.type or "light",
        "opening": opening,
        "written": written,
        "slips": row.slips,
        "prints": _pairs(row.prints),
        "words": words,
    }
    _mask(key=key, data=data)


def _pairs(prints: list[Print]) -> list[Mapping[str, Any]]:
    return [{"text": entry.text, "p": entry.p} for entry in prints]
