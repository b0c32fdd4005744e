"""The account of a rule over two dials as a table of texts. Knows no rule: it only writes down workings."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from tower.ui.errors import escaped
from tower.ui.language import t
from tower.ui.workshop.workings import TINY, Workings

SIMPLEST = 60  # a fraction with a larger denominator is no help to a reader


def rows(work: Workings, words: list[str]) -> list[dict[str, str]]:
    """One row a word and the sums, by translated column name."""
    one_law = all(np.all(row == work.replacement[0]) for row in work.replacement)
    columns: dict[str, Any] = {
        "drawn": work.drawn, "accept": work.accept, "accepted": work.accepted, "rejected": work.rejected,
        "replacement": work.replacement[0], "refilled": work.flows.sum(axis=0), "law": work.law, "target": work.p,
        "gap": work.law - work.p,
    }  # fmt: skip
    if not one_law:
        del columns["replacement"]
    table = []
    for index, word in enumerate(words):
        row = {t("workshop.table.word"): f"**{escaped(word)}**"}
        for name, values in columns.items():
            row[t(f"workshop.table.{name}")] = (
                t("workshop.table.never") if name == "accept" and not work.drawn[index] else cell(name, values[index])
            )
        table.append(row)
    total = {t("workshop.table.word"): f"*{t('workshop.table.sum')}*"}
    for name, values in columns.items():
        total[t(f"workshop.table.{name}")] = "" if name == "accept" else cell(name, values.sum())
    return [*table, total]


def cell(column: str, value: Any) -> str:
    """A share for reading; chances and odd percentages with their fraction where that is simple."""
    if column == "gap":
        return "0" if abs(value) <= TINY else f"{float(value):+.1%}".replace("-", "−")
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
