"""The account of a rule over two dials as a table of texts. Knows no rule: it only writes down workings."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from tower.ui.language import t
from tower.ui.workshop.payload import refill_kind
from tower.ui.workshop.workings import TINY, Workings

SIMPLEST = 60  # a fraction with a larger denominator is no help to a reader


def account(work: Workings, words: list[str]) -> dict[str, list[Any]]:
    """{columns: names, rows: texts}: a row a word, then the sums."""
    columns: dict[str, Any] = {
        "drawn": work.drawn, "accept": work.accept, "accepted": work.accepted, "rejected": work.rejected,
        "replacement": work.replacement[0], "refilled": work.flows.sum(axis=0), "law": work.law, "target": work.p,
        "gap": work.law - work.p,
    }  # fmt: skip
    if not all(np.all(row == work.replacement[0]) for row in work.replacement):
        del columns["replacement"]  # no single law to show: it depends on the word that was sent back
    rows = [
        [word, *(_chance(work, index) if name == "accept" else cell(name, values[index])
                 for name, values in columns.items())]
        for index, word in enumerate(words)
    ]  # fmt: skip
    sums = ["" if name == "accept" else cell(name, values.sum()) for name, values in columns.items()]
    labels = {"replacement": f"replacement_{refill_kind(work)}"}
    names = [t(f"workshop.table.{labels.get(name, name)}") for name in ("word", *columns)]
    return {"columns": names, "rows": [*rows, [t("workshop.table.sum"), *sums]]}


def _chance(work: Workings, index: int) -> str:
    return cell("accept", work.accept[index]) if work.drawn[index] else t("workshop.table.never")


def cell(column: str, value: Any) -> str:
    """A share for reading; chances and odd percentages with their fraction where that is simple."""
    if column == "gap":
        return "0" if abs(value) <= TINY else ("+" if value > 0 else "−") + percent(abs(float(value)))
    figure = percent(float(value))
    if isinstance(value, Fraction) and value.denominator <= SIMPLEST and (column == "accept" or value * 100 % 1):
        if value.denominator == 1:
            return figure
        return f"{value.numerator}/{value.denominator} ({figure})"
    return figure


def percent(value: float) -> str:
    """One decimal where it says something."""
    figure = value * 100
    if 0 < figure < 0.05 and figure > 1e-9:
        return "<0.1%"
    return f"{figure:.1f}".removesuffix(".0") + "%"
