"""The picture of floor 1: text, tome, dial, word, as a component. Shows what it is given."""

from __future__ import annotations

from collections.abc import Mapping
from json import dumps
from typing import Any

import streamlit as st

from tower.ui.sources import source
from tower.ui.stage import art


def _script() -> str:
    drawings = {name: art()[name] for name in ("oracle", "tome")}
    return f"const LOOP_ART = {dumps(drawings)};\n{source('dials/nodes.js', 'floors/loop.js')}"


_mount = st.components.v2.component(
    "oracle_tower.loop",
    html='<div class="loop art"></div>\n',
    css=source("stage/art.css", "floors/loop.css"),
    js=_script(),
)


def loop(data: Mapping[str, Any], key: str) -> None:
    """data: id, language, mode, prompt, written, finished, dial, dial_label, hauls, two (or None), tail, words."""
    _mount(key=key, data=dict(data))
