"""The components of the workshop, mounted with what Python computed. Back comes only how they were left."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import streamlit as st

from tower.ui.language import branch, t
from tower.ui.workshop import state
from tower.ui.workshop.payload import bench_data, motion_data, run_of
from tower.ui.workshop.settings import Settings
from tower.ui.workshop.workings import Workings

ASSETS = Path(__file__).resolve().parents[3] / "assets" / "dials"
SHARED = ("nodes.js", "layout.js")
BENCH = (*SHARED, "rules.js", "shares.js", "picture.js", "rows.js", "meter.js", "dials.js")
MOTION = (*SHARED, "wheel.js", "trial.js", "tallies.js", "motion.js")
BENCH_KEY, MOTION_KEY = "workshop/bench", "workshop/motion"
HTML = '<div class="root"></div>\n'


def source(files: tuple[str, ...]) -> str:
    """The files joined to one."""
    return "\n".join((ASSETS / name).read_text(encoding="utf-8") for name in files)


_bench = st.components.v2.component("oracle_tower.dials", html=HTML, css=source(("dials.css",)), js=source(BENCH))
_motion = st.components.v2.component(
    "oracle_tower.dial_motion", html=HTML, css=source(("dials.css", "motion.css")), js=source(MOTION)
)

_account = st.components.v2.component(
    "oracle_tower.dial_account", html=HTML, css=source(("account.css",)), js=source(("nodes.js", "account.js"))
)


def bench(settings: Settings, work: Workings, words: list[str], sentence: tuple[str, str], *, resizable: bool) -> None:
    """Sliders, picture, meters; where the finger left the dials goes into the settings."""

    def moved() -> None:
        state.take_dials(st.session_state[BENCH_KEY]["dials"])

    text = branch("workshop.board")
    data = bench_data(
        settings, work, words, text, sentence, revision=state.revision(), resizable=resizable, fixed=state.fixed()
    )
    _bench(key=BENCH_KEY, on_dials_change=moved, data=data)


def motion(settings: Settings, work: Workings, words: list[str]) -> None:
    """Real draws, played one after another; how far they were played is kept."""

    def stopped() -> None:
        state.keep_played(st.session_state[MOTION_KEY]["played"])

    data = motion_data(settings, work, words, branch("workshop.motion"), played=state.played(run_of(settings)))
    _motion(key=MOTION_KEY, on_played_change=stopped, data=data)


def account(table: dict[str, list[Any]]) -> None:
    """A table of texts: one column of names, then figures."""
    _account(key="workshop/account", data={**table, "label": t("workshop.table.title")})
