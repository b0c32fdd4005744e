"""The head of a floor: which one of seven, what is climbed, the prophecy so far, and the presenter's switches."""

from __future__ import annotations

from html import escape

import streamlit as st

from tower.experiments.scripted import story
from tower.ui import lesson
from tower.ui.floors import climb
from tower.ui.language import current, t

# how many words of the prophecy are told when a floor is entered; the last one ends it
_TOLD = (1, 2, 3, 4, 6, 8, 9)

_STYLE = """
<style>
.climb { display: flex; flex-wrap: wrap; align-items: center; gap: .4rem 1.6rem; margin: 0 0 .4rem; }
.climb ol { display: flex; gap: .3rem; list-style: none; margin: 0; padding: 0; }
.climb li { box-sizing: border-box; min-width: 1.75rem; height: 1.75rem; margin: 0; padding: 0 .3rem;
  text-align: center; line-height: 1.6rem; border: 1.5px solid COLOUR; border-radius: .3rem; font-size: .85rem;
  font-variant-numeric: tabular-nums; }
.climb li[data-climbed] { border-style: double; border-width: 4px; line-height: 1.28rem; }
.climb li[aria-current] { background: COLOUR; color: PAPER; font-weight: 700; }
.climb p { margin: 0; font-family: Georgia, "Noto Serif CJK TC", "Songti TC", PMingLiU, serif; font-size: 1.15rem; }
.climb p small { font-size: .8rem; opacity: .85; margin-inline-end: .5rem; font-family: inherit; }
</style>
"""


def draw(code: str) -> None:
    """code: of a floor, or of the page after the last one."""
    left, right = st.columns([4, 1], vertical_alignment="center")
    with left:
        st.html(_style() + _progress(code))
    with right, st.container(horizontal_alignment="right"), st.popover(t("floors.show"), type="tertiary"):
        st.toggle(t("floors.present"), key=lesson.PRESENT, help=t("floors.present_help"), persist_state="session")
        st.toggle(t("floors.hold"), key=lesson.HOLD, help=t("floors.hold_help"), persist_state="session")
        st.caption(t("floors.in_link"))


def _style() -> str:
    dark = st.context.theme.type == "dark"
    return _STYLE.replace("COLOUR", "#E0B15A" if dark else "#84590F").replace("PAPER", "#171B27" if dark else "#F7F1E3")


def _progress(code: str) -> str:
    climbed = climb.climbed()
    here = climb.FLOORS.index(code) + 1 if code in climb.FLOORS else None
    steps = "".join(_step(n, n == here, n in climbed) for n in range(1, 8))
    label = t("floors.progress" if here else "floors.climbed", floor=here, climbed=len(climbed))
    told = f"<p><small>{escape(t('floors.so_far'))}</small>{escape(_so_far(here, climbed))}</p>"
    return f'<div class="climb"><ol aria-label="{escape(label)}">{steps}</ol>{told}</div>'


def _step(number: int, here: bool, climbed: bool) -> str:
    marks = (' aria-current="step"' if here else "") + (" data-climbed" if climbed else "")
    return f"<li{marks}>{number}{'<span aria-hidden=true>✓</span>' if climbed else ''}</li>"


def _so_far(here: int | None, climbed: list[int]) -> str:
    told = story(current())
    if here is None or 7 in climbed:
        return "".join(told)
    return "".join(told[: _TOLD[here - 1]]) + " …"
