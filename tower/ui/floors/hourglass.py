"""The hourglass of floor 2: one pass as sand, waiting and reckoning to scale. Shows what it is given."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import streamlit as st

_ASSETS = Path(__file__).resolve().parents[3] / "assets"


def _source(*names: str) -> str:
    return "\n".join((_ASSETS / name).read_text(encoding="utf-8") for name in names)


_mount = st.components.v2.component(
    "oracle_tower.hourglass",
    html='<div class="hourglass"></div>\n',
    css=_source("floors/hourglass.css"),
    js=_source("dials/nodes.js", "floors/hourglass.js"),
)


def hourglass(data: Mapping[str, Any], key: str) -> None:
    """data: share (of the pass that is arithmetic), words."""
    _mount(key=key, data=dict(data))
