"""A tally as JSON and CSV. Knows no screen; words come in by a function."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from typing import Any, Protocol

import numpy as np

from tower.experiments.tally.arms import Arm
from tower.experiments.tally.board import Board
from tower.experiments.tally.cells import Cells
from tower.experiments.tally.count import Count
from tower.experiments.tally.statistics import band, distance, judge

OPEN = "…"  # and then anything that has no cell of its own

Words = Callable[[int], list[str]]  # of a cell that is not the last


class Tally(Protocol):
    """What `Count` and `ToyCount` have in common."""

    arms: tuple[Arm, ...]
    cells: Cells
    board: Board
    runs: int
    seed: int

    def advance(self, seconds: float = float("inf")) -> None: ...


def summary(tally: Tally, arm: int, words: Words, *, top: int = 12) -> dict[str, Any]:
    """One arm's result: names as on the command line. chi2, dof, p_value are null before all runs are counted, and
    where there is nothing to compare; chi2 also where a word came that the target never writes."""
    board, cells = tally.board, tally.cells
    counts = board.counts[arm]
    verdict = judge(counts, cells.p, tally.runs)
    low, high = band(cells.p, np.array([board.counted]), tally.seed)
    tested = int(board.tested[arm])
    return {
        "runs": board.counted,
        "cells": len(cells.p),
        "tv": float(distance(counts, cells.p)),
        "tv_band": [float(low[0]), float(high[0])],
        "tv_of_rule": float(np.abs(cells.laws[arm] - cells.p).sum() / 2),
        "verdict": verdict.code,
        "chi2": verdict.chi2 if verdict.chi2 is not None and np.isfinite(verdict.chi2) else None,
        "dof": verdict.dof,
        "p_value": verdict.p_value,
        "tested": tested,
        "acceptance": int(board.accepted[arm]) / tested if tested else None,
        "expected_acceptance": float(board.expected[arm]) / tested if tested else None,
        "top": [
            [words(cell), int(counts[cell]), float(cells.p[cell]) * board.counted]
            for cell in range(min(top, cells.rest))
        ],
        "rest": [int(counts[cells.rest]), float(cells.p[cells.rest]) * board.counted],
    }


def cell_texts(count: Count, text: Callable[[int], str], cell: int) -> list[str]:
    """The texts of a cell's words; an open cell ends in OPEN."""
    return [*map(text, count.words(cell)), *([OPEN] if count.cells.open[cell] else [])]


def table(tally: Tally, words: Words) -> str:
    """All cells as CSV: words, the target's chance, then for each arm its count and the chance by its own exact law."""
    out = io.StringIO()
    rows = csv.writer(out, lineterminator="\n")
    arms = [arm.code for arm in tally.arms]
    rows.writerow(["words", "p", *(f"{name}{suffix}" for name in arms for suffix in ("_count", "_law"))])
    for cell in range(len(tally.cells.p)):
        name = "".join(words(cell)) if cell < tally.cells.rest else "*"
        numbers = [
            value
            for arm in range(len(arms))
            for value in (int(tally.board.counts[arm, cell]), f"{tally.cells.laws[arm, cell]:.9g}")
        ]
        rows.writerow([_harmless(name), f"{tally.cells.p[cell]:.9g}", *numbers])
    return out.getvalue()


def _harmless(text: str) -> str:
    """A spreadsheet must not take a word for a formula."""
    return "'" + text if text[:1] in ("=", "+", "-", "@") else text
