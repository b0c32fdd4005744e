"""The predictions and quizzes of the floors, as a class is asked them: path, figures for the text, the right choice.

The floors decide what is right, from the same recordings and scripts as their own pages.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from tower.classroom.question import Predict
from tower.ui import words
from tower.ui.floors import figures_1, figures_2, figures_3, figures_4, figures_5, figures_6, figures_7
from tower.ui.language import current
from tower.ui.measured import measured

# path: (its figures by language, the right choice by language)
Right = Callable[[str], str]


def _machine() -> Mapping[str, Any]:
    return measured("machine").figures


def _second(language: str) -> dict[str, str]:
    recorded = measured("machine")
    return {**figures_2.figures(language), **figures_2.facts(recorded.figures, recorded.machine)}


def _third(language: str) -> dict[str, str]:
    return {**figures_3.figures(language), **figures_3.facts(measured("rows").figures)}


_FIGURES: Mapping[str, Callable[[str], dict[str, str]]] = {
    "floor_1": figures_1.figures, "floor_2": _second, "floor_3": _third, "floor_4": figures_4.figures,
    "floor_5": figures_5.figures, "floor_6": figures_6.figures, "floor_7": figures_7.figures,
}  # fmt: skip
RIGHT: Mapping[str, Right] = {
    "floor_1.predict.hundred": lambda language: "hundred",
    "floor_1.quiz": lambda language: "input",
    "floor_2.predict.share": lambda language: figures_2.share(_machine()),
    "floor_2.quiz": lambda language: figures_2.best_upgrade(_machine()),
    "floor_3.predict.swap": lambda language: "after",
    "floor_3.predict.price": lambda language: figures_3.choice(measured("rows").figures),
    "floor_3.quiz": lambda language: "idle",
    "floor_4.predict.weeks": figures_4.right_week,
    "floor_4.quiz": figures_4.right_answer,
    "floor_5.predict.redraw": lambda language: "redrawn",
    "floor_5.quiz": lambda language: "sure",
    "floor_6.predict.k": lambda language: "equal",
    "floor_6.quiz": lambda language: "house",
    "floor_7.predict.moon": figures_7.changed_by_the_moon,
    "floor_7.quiz": figures_7.right_answer,
}


def asked(path: str) -> Predict:
    """The question of this path. Raises KeyError where there is none."""
    right = RIGHT[path](current())
    return Predict(path=path, choices=tuple(words.branch(current(), f"{path}.choices")), right=right)


@cache
def _figures(floor: str, language: str) -> dict[str, str]:
    """All from recordings and scripts, so they stay as they are; every look of a class at a question needs them."""
    return _FIGURES[floor](language)


def text(path: str, key: str) -> str:
    """`question`, `choices.<code>`, `after.<code>` or `why.<code>` of a question, in the visitor's language."""
    return words.text(current(), f"{path}.{key}", **_figures(path.partition(".")[0], current()))


def explanation(path: str, choice: str) -> str:
    """Why a choice is right or wrong."""
    return text(path, f"{'why' if path.endswith('.quiz') else 'after'}.{choice}")
