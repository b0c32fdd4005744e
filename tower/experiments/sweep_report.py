"""A sweep on paper: JSON and CSV, with the machine, the versions and the weights. Valid at any moment of the sweep."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any

from tower.experiments.hardware import description
from tower.experiments.sweep import Sweep, Trial
from tower.experiments.sweep_cells import Cell, cells
from tower.experiments.sweep_settings import SweepSettings
from tower.experiments.sweep_texts import texts
from tower.models.loading import Pair
from tower.models.runs import made_with

SCHEMA = "oracle-tower/sweep@1"
COLUMNS = (
    *("temperature", "k", "prompts", "repeats", "tokens", "hauls", "drafted", "tested", "accepted"),
    *("alpha", "mean_overlap", "tokens_per_haul", "predicted_tokens", "c", "v", "gain", "gain_low", "gain_high"),
    *("predicted_gain", "words_a_second", "plain_words_a_second"),
)
PARTS = ("drafting", "tray", "other", "gain")


def document(sweep: Sweep) -> dict[str, Any]:
    """Everything that was measured so far. complete: whether all planned runs are in it."""
    made = asdict(made_with(sweep.pair))
    return {
        "schema": SCHEMA,
        "written": datetime.now(UTC).isoformat(timespec="seconds"),
        "complete": sweep.done,
        "runs": {"measured": len(sweep.trials), "planned": sweep.settings.runs},
        "machine": description(),
        "threads": made["threads"],
        "versions": made["versions"],
        "weights": made["weights"],
        "settings": asdict(sweep.settings),
        "marks": {"predicted": ["predicted_tokens", "predicted_gain", "positions: third"], "measured": "all others"},
        "cells": [asdict(cell) for cell in cells(sweep.settings, sweep.trials)],
        "trials": [_trial(trial) for trial in sweep.trials],
    }


def table(found: list[Cell], machine: Mapping[str, Any], versions: Mapping[str, str]) -> str:
    """The cells as CSV, one row each, the waterfall's parts behind; machine and versions in the last columns."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    about = {**machine, **{f"version_{name}": value for name, value in versions.items()}}
    writer.writerow([*COLUMNS, *(f"waterfall_{part}" for part in PARTS), *about])
    for cell in found:
        row: list[object] = [_blank(getattr(cell, name)) for name in COLUMNS]
        row += [getattr(cell.waterfall, part) for part in PARTS]
        writer.writerow([*row, *map(_blank, about.values())])
    return out.getvalue()


def recorded(pair: Pair) -> dict[str, Any]:
    """The sweep that the accounts room shows first: {settings, cells}."""
    sweep = Sweep(SweepSettings(texts("easy"), texts="easy", repeats=3), pair)
    while not sweep.done:
        sweep.advance()
    return {
        "settings": asdict(sweep.settings),
        "cells": [asdict(cell) for cell in cells(sweep.settings, sweep.trials)],
    }


def _trial(trial: Trial) -> dict[str, Any]:
    totals = trial.totals
    draft, verify, other = totals.seconds
    return {
        **asdict(trial.planned),
        "tokens": totals.tokens,
        "hauls": totals.hauls,
        "tested": totals.tested,
        "accepted": totals.accepted,
        "seconds": {"draft": draft, "verify": verify, "other": other, "clock": trial.clock},
    }


def _blank(value: object) -> object:
    return "" if value is None else value
