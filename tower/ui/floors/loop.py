"""The picture of floor 1: text, tome, dial, word, as a component. Shows what it is given."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import streamlit as st

from tower.ui.stage import art

_ASSETS = Path(__file__).resolve().parents[3] / "assets"


def _source(*names: str) -> str:
    return "\n".join((_ASSETS / name).read_text(encoding="utf-8") for name in names)


def _script() -> str:
    from json import dumps

    drawings = {name: art()[name] for name in ("oracle", "tome")}
    return f"const LOOP_ART = {dumps(drawings)};\n{_source('dials/nodes.js', 'floors/loop.js')}"


_mount = st.components.v2.component(
    "oracle_tower.loop",
    html='<div class="loop art"></div>\n',
    css=_source("stage/art.css", "floors/loop.css"),
    js=_script(),
)


def loop(data: Mapping[str, Any], key: str) -> None:
    """data: id, language, mode, prompt, written, finished, dial, dial_label, hauls, two (or None), tail, words."""
    _mount(key=key, data=dict(data))
