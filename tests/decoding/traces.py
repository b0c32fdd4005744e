"""Traces of runs on tables, and a tokenizer of letters."""

from __future__ import annotations

from collections.abc import Sequence

from tests.decoding.tables import pair
from tower.decoding.decoder import autoregressive, speculative
from tower.decoding.distribution import Warp
from tower.decoding.drafters.prompt_lookup import PromptLookup
from tower.decoding.drafters.small_model import SmallModel
from tower.decoding.draws import Draws
from tower.decoding.rulebook import rule_of
from tower.decoding.trace import MadeWith, Trace


class Letters:
    """Token n is a letter; every fifth one is half a character that the next token completes."""

    def text(self, token: int) -> str:
        return f"<{token}>" if token % 5 == 0 else chr(97 + token % 26)

    def raw(self, before: Sequence[int], token: int) -> str:
        if token % 5 == 0:
            return ""
        return ("é" if before and before[-1] % 5 == 0 else "") + chr(97 + token % 26)


MADE_WITH = MadeWith({"target": "abc", "draft": "def"}, {"numpy": "2"}, 2)


def trace_of(
    seed: int = 0,
    *,
    temperature: float = 1.0,
    top_k: int = 0,
    k: int = 4,
    words: int = 24,
    kind: str = "small",
    rounds: int = 99,
) -> Trace:
    target, draft = pair(seed % 7, error=0.5)
    target.eos_ids = frozenset({3}) if seed % 2 else frozenset()
    warp, draws, rule = Warp(temperature, top_k), Draws(seed), rule_of("speculative" if seed % 3 else "typical")
    if kind == "plain":
        run = autoregressive(target, warp, draws, [1, 5, 2], max_new_tokens=words)
    else:
        drafter = SmallModel(draft) if kind == "small" else PromptLookup()
        run = speculative(target, drafter, rule, warp, draws, [1, 5, 2, 1, 5], k=k, max_new_tokens=words)
    for _ in zip(range(rounds), run, strict=False):
        pass
    return run.trace(pair="tower", made_with=MADE_WITH)
