"""The two components of the workshop, mounted with what Python computed. Back comes only how the dials were left."""

from __future__ import annotations

import hashlib
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import numpy as np
import streamlit as st

from tower.decoding.distribution import residual
from tower.decoding.rulebook import parameters_of
from tower.ui.language import branch
from tower.ui.workshop import settings as codes
from tower.ui.workshop import state
from tower.ui.workshop.luck import series
from tower.ui.workshop.settings import Settings
from tower.ui.workshop.workings import Workings

ASSETS = Path(__file__).resolve().parents[3] / "assets" / "dials"
SHARED = ("nodes.js", "layout.js")
BENCH = ("rules.js", "shares.js", "picture.js", "rows.js", "meter.js", "dials.js")
MOTION = ("wheel.js", "trial.js", "tallies.js", "motion.js")
BATCH, LONGEST = 500, 2000
BENCH_KEY, MOTION_KEY = "workshop/bench", "workshop/motion"


def source(files: tuple[str, ...]) -> str:
    """The files joined to one module."""
    return "\n".join((ASSETS / name).read_text(encoding="utf-8") for name in files)


_HTML = '<div class="root"></div>\n'
_bench = st.components.v2.component(
    "oracle_tower.dials", html=_HTML, css=source(("dials.css",)), js=source(SHARED + BENCH)
)
_motion = st.components.v2.component(
    "oracle_tower.dial_motion", html=_HTML, css=source(("dials.css", "motion.css")), js=source(SHARED + MOTION)
)


def bench(settings: Settings, work: Workings, words: list[str], *, before: str, after: str, resizable: bool) -> None:
    """Sliders, picture, meters."""
    dials = settings.dials

    def moved() -> None:
        state.take_dials(st.session_state[BENCH_KEY]["dials"])

    _bench(
        key=BENCH_KEY,
        on_dials_change=moved,
        data={
            "revision": state.revision(),
            "words": words,
            "sentence": {"before": before, "after": after},
            "resizable": resizable,
            "dials": {"p": dials.p, "q": dials.q, "locked": sorted(dials.locked)},
            "warp": {name.name: getattr(settings.warp, name.name) for name in fields(settings.warp)},
            "scope": settings.scope,
            "rule": {"code": settings.rule, "parameters": parameters_of(settings.rule_object())},
            "workings": plain(work),
            "text": branch("workshop.board"),
        },
    )


def motion(settings: Settings, work: Workings, words: list[str]) -> None:
    """Real draws, played one after another."""
    run = run_of(settings)
    played = state.played(run)
    count = min(LONGEST, BATCH * (1 + played // BATCH))
    drawn = series(work, settings.seed, count)

    def stopped() -> None:
        state.keep_played(st.session_state[MOTION_KEY]["played"])

    _motion(
        key=MOTION_KEY,
        on_played_change=stopped,
        data={
            "run": run,
            "played": played,
            "longest": LONGEST,
            "words": words[: settings.dials.size],
            "work": plain(work),
            "series": {
                "spin": _short(drawn.spin),
                "slip": drawn.slip.tolist(),
                "u": _short(drawn.u),
                "kept": drawn.kept.tolist(),
                "refill": _short(drawn.refill),
                "word": drawn.word.tolist(),
            },
            "refill": _refill_kind(work),
            "text": branch("workshop.motion"),
        },
    )


def run_of(settings: Settings) -> str:
    """A name for everything that decides which draws come: the same settings, the same series."""
    free = replace(settings, dials=replace(settings.dials, locked=frozenset()))
    return hashlib.sha256(repr(sorted(codes.write(free).items())).encode()).hexdigest()[:12]


def plain(work: Workings) -> dict[str, Any]:
    """The workings as lists and floats."""
    values = {name.name: np.asarray(getattr(work, name.name), dtype=float).tolist() for name in fields(work)}
    return values


def _short(uniforms: Any) -> list[float]:
    """Six decimals are enough to be looked at; what they decided is sent along."""
    return [round(float(u), 6) for u in uniforms]


def _refill_kind(work: Workings) -> str:
    """Which dial is spun after a rejection: the difference, all of p, or something of the rule's own."""
    for kind, law in (("difference", residual(work.p, work.q)), ("target", work.p)):
        if np.allclose(work.replacement, law, atol=1e-12):
            return kind
    return "rule"
