"""Two runs side by side, haul by haul: what each haul wrote, as boxes of words. Reads trace JSON, computes nothing."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Any

import streamlit as st

from tower.ui.palette import palette

_STYLE = """
<style>
.hauls { display: flex; flex-wrap: wrap; gap: .4rem; list-style: none; margin: 0; padding: 0 !important; }
.hauls li { display: inline-flex; align-items: baseline; gap: .15rem; margin: 0; padding: .1rem .45rem .2rem;
  border: 1.5px solid LINE; border-radius: .3rem; max-width: 100%; flex-wrap: wrap; }
.hauls b { font-size: .75rem; min-width: 1.1rem; margin-inline-end: .2rem; color: TARGET;
  font-variant-numeric: tabular-nums; }
.hauls span { font-family: Georgia, "Noto Serif CJK TC", "Songti TC", PMingLiU, serif;
  font-size: 1.05rem; padding: 0 .1rem; }
.hauls .kept { border-bottom: 2px solid DRAFT; }
.hauls .own { border: 1.5px solid TARGET; border-radius: 3px; }
.hauls .bonus { border-bottom: 4px double BONUS; }
</style>
"""


def lane(trace: Mapping[str, Any], label: str) -> None:
    """The hauls of a run: a box each, its number of words first. label: what a screen reader says of the list."""
    colours = palette()
    style = _STYLE.replace("LINE", colours.line).replace("TARGET", colours.target)
    style = style.replace("DRAFT", colours.draft).replace("BONUS", colours.bonus)
    boxes = "".join(_haul(a_round) for a_round in trace["rounds"])
    st.html(f'{style}<ol class="hauls" aria-label="{escape(label)}">{boxes}</ol>')


def _haul(a_round: Mapping[str, Any]) -> str:
    last = len(a_round["tokens"]) - 1
    words = []
    for at, token in enumerate(a_round["tokens"]):
        own = at == last and a_round["emitted"] is not None
        mark = "kept" if not own else "bonus" if a_round["emitted"]["kind"] == "bonus" else "own"
        words.append(f'<span class="{mark}">{escape(token["text"].lstrip("␣") or token["text"])}</span>')
    return f"<li><b>{last + 1}</b>{''.join(words)}</li>"
