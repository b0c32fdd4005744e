"""Runs on tables, for many tests."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.decoding.tables import TableModel
from tower.decoding.decoder import Run, speculative
from tower.decoding.distribution import Warp
from tower.decoding.drafters.prompt_lookup import PromptLookup
from tower.decoding.drafters.small_model import SmallModel
from tower.decoding.draws import Draws
from tower.decoding.rulebook import rule_of

RULE = rule_of("speculative")
GREEDY = Warp(0)


def run_of(
    target: TableModel,
    draft: TableModel | None,
    prompt: Sequence[int],
    *,
    warp: Warp = GREEDY,
    seed: int = 0,
    k: int = 4,
    **wishes: Any,
) -> Run:
    drafter = PromptLookup() if draft is None else SmallModel(draft)
    return speculative(target, drafter, RULE, warp, Draws(seed), prompt, k=k, **{"max_new_tokens": 20, **wishes})


def ended(run: Run) -> Run:
    for _ in run:
        pass
    return run
