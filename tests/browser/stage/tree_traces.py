"""Real runs of the embedded oracle whose drafts are trees, as the stage gets them."""

from __future__ import annotations

from functools import cache
from typing import Any

from tower.models.runs import start_run
from tower.models.settings import RunSettings

PROMPTS = {"en": "When the north wind", "zh-Hant": "七隻烏鴉"}


@cache
def tree_trace(language: str, temperature: float, drafter: str = "eagle-tree") -> dict[str, Any]:
    """24 words, at most 4 levels and 16 slips a round."""
    settings = RunSettings(
        PROMPTS[language], drafter=drafter, k=4, temperature=temperature, seed=3, max_new_tokens=24
    )  # fmt: skip
    run = start_run(settings)
    for _ in run:
        pass
    return run.trace_json()
