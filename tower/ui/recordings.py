"""Recorded real runs, assets/traces/<name>.<language>.json: what a first screen shows before any model is loaded."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

TRACES = Path(__file__).resolve().parents[2] / "assets" / "traces"


@dataclass(frozen=True, slots=True)
class Recording:
    """recorded: the day, as YYYY-MM-DD. trace, plain: the run and its plain lane, as trace JSON."""

    recorded: str
    trace: dict[str, Any]
    plain: dict[str, Any]


@cache
def recording(name: str, language: str) -> Recording:
    """The recording `name` in `language`. Raises FileNotFoundError where there is none."""
    return Recording(**json.loads((TRACES / f"{name}.{language}.json").read_text(encoding="utf-8")))
