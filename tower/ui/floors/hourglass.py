"""The hourglass of floor 2: one pass as sand, waiting and reckoning to scale. Shows what it is given."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import streamlit as st

from tower.ui.sources import source

_mount = st.components.v2.component(
    "oracle_tower.hourglass",
    html='<div class="hourglass"></div>\n',
    css=source("floors/hourglass.css"),
    js=source("dials/nodes.js", "floors/hourglass.js"),
)


def hourglass(data: Mapping[str, Any], key: str) -> None:
    """data: share (of the pass that is arithmetic), words."""
    _mount(key=key, data=dict(data))
