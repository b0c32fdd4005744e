"""How each drafter guesses, as a small drawing (assets/shelf). For the eye only: the card's text says the same."""

from __future__ import annotations

import json

import streamlit as st

from tower.ui.sources import ASSETS, source

_DRAWINGS = {file.stem: file.read_text(encoding="utf-8") for file in sorted((ASSETS / "shelf").glob("*.svg"))}

_STYLE = """
.art { --shelf-ink: #3a3128; display: grid; justify-items: center; }
.art[data-mode="dark"] { --shelf-ink: #b9b3a6; }
.art svg { display: block; width: 100%; max-width: 20rem; height: auto; }
"""

_SCRIPT = (
    f"const DRAWINGS = {json.dumps(_DRAWINGS)};"
    + """
export default function ({ parentElement, data }) {
  const root = parentElement.querySelector(".art");
  root.dataset.mode = data.mode;
  if (root.dataset.name !== data.name) root.innerHTML = DRAWINGS[data.name];
  root.dataset.name = data.name;
}
"""
)

_mount = st.components.v2.component(
    "oracle_tower.shelf", html='<div class="art" aria-hidden="true"></div>\n', css=source("stage/art.css") + _STYLE,
    js=_SCRIPT,
)  # fmt: skip


def picture(name: str) -> None:
    """name: of a file in assets/shelf."""
    _mount(key=f"shelf-picture/{name}", data={"name": name, "mode": st.context.theme.type or "light"})
