"""Recorded measurements, assets/figures/<name>.json: what a floor shows before anybody has measured here.

Knows no model and imports no torch. `python -m tower.experiments.figures` makes them anew.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

FIGURES = Path(__file__).resolve().parents[2] / "assets" / "figures"


@dataclass(frozen=True, slots=True)
class Measured:
    """recorded: the day, as YYYY-MM-DD. machine: processor, system, cores, threads, cache_bytes. versions: of the
    libraries. weights: fingerprints by role. figures: what the experiment of this name gives."""

    recorded: str
    machine: Mapping[str, Any]
    versions: Mapping[str, str]
    weights: Mapping[str, str]
    figures: Mapping[str, Any]

    @property
    def processor(self) -> str:
        """The machine in a few words."""
        return str(self.machine["processor"])


@cache
def measured(name: str) -> Measured:
    """The recorded figures `name`. Raises FileNotFoundError where there are none."""
    return Measured(**json.loads((FIGURES / f"{name}.json").read_text(encoding="utf-8")))
