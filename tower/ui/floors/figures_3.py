"""The figures of floor 3: what passes of several rows cost beside one row, recorded or measured here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tower.theory.roofline import TWICE, knee
from tower.ui.measured import measured

FIVE = 5  # k + 1 with k = 4
_SAME, _SOME = 1.6, 3.5  # times the price of one: where the prediction's choices part


def figures(language: str) -> dict[str, str]:
    """All figures of the texts, from the recorded measurement."""
    recorded = measured("rows")
    return {**facts(recorded.figures), "date": recorded.recorded, "processor": recorded.processor}


def facts(found: Mapping[str, Any]) -> dict[str, str]:
    """The figures that hang on a measurement of `experiments.row_passes`. *_five, *_most: T(n) / T(1) for five rows and
    for as many as were measured; *_knee: rows for less than the price of two; *_each: T(5) / 5 / T(1).
    lone_five: the block's five rows beside one row with a kernel of its own."""
    values = {"five": str(FIVE), "twice": f"{TWICE:g}", "threads": str(found["threads"])}
    for name in ("oracle", "block"):
        ratios = price(found, name)
        values |= {
            f"{name}_five": f"{ratios[FIVE]:.2f}",
            f"{name}_each": f"{100 * ratios[FIVE] / FIVE:.0f}%",
            f"{name}_most": f"{ratios[max(ratios)]:.1f}",
            f"{name}_knee": str(knee(ratios)),
        }
    values["most"] = str(max(price(found, "block")))
    block = found["block"]
    values["lone_five"] = f"{block['seconds'][str(FIVE)] / block['single']:.2f}"
    values["block_mb"] = f"{found['block']['bytes'] / 1e6:.0f}"
    return values


def price(found: Mapping[str, Any], name: str) -> dict[int, float]:
    """T(n) / T(1) by n. name: oracle or block."""
    seconds = {int(rows): spent for rows, spent in found[name]["seconds"].items()}
    return {rows: spent / seconds[1] for rows, spent in sorted(seconds.items())}


def choice(found: Mapping[str, Any]) -> str:
    """The code of the prediction that a measurement bears out: the Oracle's price of five words."""
    five = price(found, "oracle")[FIVE]
    return "one" if five < _SAME else "some" if five < _SOME else "five"
