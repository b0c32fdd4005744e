"""What the two components are given: plain lists, numbers and texts. Knows no Streamlit."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import asdict, fields, replace
from typing import Any

import numpy as np

from tower.decoding.distribution import residual
from tower.decoding.rulebook import parameters_of
from tower.ui.workshop import settings as codes
from tower.ui.workshop.luck import series
from tower.ui.workshop.settings import Settings
from tower.ui.workshop.workings import TINY, Workings

BATCH, LONGEST = 500, 2000  # draws sent at first and with each step on; the most that are ever sent


def bench_data(
    settings: Settings, work: Workings, words: Sequence[str], text: Mapping[str, Any], sentence: tuple[str, str],
    *, revision: int, resizable: bool, fixed: bool = False,
) -> dict[str, Any]:  # fmt: skip
    """For dials.js. words: all that the dials may grow to. revision: changes where they are to be taken over. fixed:
    they are to be read, not turned."""
    return {
        "revision": revision,
        "words": list(words),
        "sentence": {"before": sentence[0], "after": sentence[1]},
        "resizable": resizable,
        "fixed": fixed,
        "dials": {"p": settings.dials.p, "q": settings.dials.q, "locked": sorted(settings.dials.locked)},
        "warp": asdict(settings.warp),
        "scope": settings.scope,
        "rule": {"code": settings.rule, "parameters": parameters_of(settings.rule_object())},
        "workings": plain(work),
        "text": text,
    }


def motion_data(
    settings: Settings, work: Workings, words: Sequence[str], text: Mapping[str, Any], *, played: int
) -> dict[str, Any]:
    """For motion.js. played: how many draws it has shown already; it gets those and a batch ahead."""
    drawn = series(work, settings.seed, min(LONGEST, BATCH * (1 + played // BATCH)))
    return {
        "run": run_of(settings),
        "played": played,
        "longest": LONGEST,
        "words": list(words[: settings.dials.size]),
        "work": plain(work),
        "series": {
            "spin": _short(drawn.spin),
            "slip": drawn.slip.tolist(),
            "u": _short(drawn.u),
            "kept": drawn.kept.tolist(),
            "refill": _short(drawn.refill),
            "word": drawn.word.tolist(),
        },
        "refill": refill_kind(work),
        "text": text,
    }


def run_of(settings: Settings) -> str:
    """A name for everything that decides which draws come: the same settings, the same series."""
    free = replace(settings, dials=replace(settings.dials, locked=frozenset()))
    return hashlib.sha256(repr(sorted(codes.write(free).items())).encode()).hexdigest()[:12]


def plain(work: Workings) -> dict[str, Any]:
    """The workings as lists and floats."""
    return {field.name: np.asarray(getattr(work, field.name), dtype=float).tolist() for field in fields(work)}


def refill_kind(work: Workings) -> str:
    """Which dial is spun after a rejection: `difference`, all of p (`target`), or the rule's own (`rule`)."""
    for kind, law in (("difference", residual(work.p, work.q)), ("target", work.p)):
        if np.allclose(work.replacement.astype(float), law.astype(float), rtol=0, atol=TINY):
            return kind
    return "rule"


def _short(uniforms: Any) -> list[float]:
    """Six decimals are enough to be looked at; what they decided is sent along."""
    return [round(float(u), 6) for u in uniforms]
