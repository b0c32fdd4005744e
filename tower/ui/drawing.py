"""A drawing of assets/art on a page, in the colours of day or lamplight. For the eye only: it says nothing new."""

from __future__ import annotations

from json import dumps

import streamlit as st

from tower.ui.sources import source
from tower.ui.stage import art

_NAMES = ("tower", "mogu_proud")

_STYLE = """
.drawing { display: grid; justify-items: center; }
.drawing svg { display: block; max-width: 100%; height: auto; max-height: var(--tall); }
"""

_SCRIPT = (
    f"const DRAWINGS = {dumps({name: art()[name] for name in _NAMES})};"
    + """
export default function ({ parentElement, data }) {
  const root = parentElement.querySelector(".drawing");
  root.dataset.mode = data.mode;
  root.style.setProperty("--tall", data.tall);
  if (root.dataset.name !== data.name) root.innerHTML = DRAWINGS[data.name];
  root.dataset.name = data.name;
}
"""
)

_mount = st.components.v2.component(
    "oracle_tower.drawing",
    html='<div class="drawing art" aria-hidden="true"></div>\n',
    css=source("stage/art.css") + _STYLE,
    js=_SCRIPT,
)


def drawing(name: str, *, tall: str, key: str) -> None:
    """name: of a file in assets/art (only those that pages use); tall: its greatest height, as CSS."""
    _mount(key=key, data={"name": name, "tall": tall, "mode": st.context.theme.type or "light"})
