"""The embedded pair's gain measured for several k, and what the account of it needs: alpha, c, v.

Greedy, on prophecies that no training has seen. Everything is measured in one go on one machine, so that the formula's
curve and the measured points may share a picture. Of several trials the quickest counts.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from tower.decoding.trace import Round
from tower.decoding.trace_totals import totals_of
from tower.experiments.prompts import prophecy_prompts
from tower.experiments.stopwatch import clock
from tower.models.loading import Pair
from tower.models.runs import start
from tower.models.settings import RunSettings

KS = (1, 2, 3, 4, 6, 8, 12)
PLAIN = 0


def recorded(pair: Pair) -> dict[str, Any]:
    """With some more text and time."""
    return measure(pair, prompts=4, words=40, trials=3)


def measure(pair: Pair, *, prompts: int = 2, words: int = 48, trials: int = 1) -> dict[str, Any]:
    """{alpha, c, v: {k: cost}, words, prompts, points: [{k, alpha, tokens_per_haul, gain}]}.

    c, v: a draft step, and a pass that checks k drafts, over plain decoding's pass, all as they came in the runs.
    alpha: over all k together.
    """
    spent: dict[int, float] = defaultdict(float)
    rounds: dict[int, list[Round]] = defaultdict(list)
    for prompt in prophecy_prompts(prompts):
        for k in (PLAIN, *KS):
            took, made = _written(pair, RunSettings(prompt, k=max(k, 1), max_new_tokens=words), k == PLAIN, trials)
            spent[k] += took
            rounds[k] += made
    c, v = _costs(rounds)
    totals = {k: totals_of(rounds[k]) for k in KS}
    tested, accepted = (sum(getattr(one, name) for one in totals.values()) for name in ("tested", "accepted"))
    points = [
        {
            "k": k,
            "alpha": one.accepted / one.tested,
            "tokens_per_haul": one.tokens / one.hauls,
            "gain": spent[PLAIN] / spent[k],
        }
        for k, one in totals.items()
    ]
    return {
        "alpha": accepted / tested,
        "c": c,
        "v": {str(k): cost for k, cost in v.items()},
        "words": totals[KS[0]].tokens,
        "prompts": prompts,
        "points": points,
    }


def _costs(rounds: Mapping[int, Sequence[Round]]) -> tuple[float, dict[int, float]]:
    """c over all k together, and v, as they came in the runs: the caches are then as warm as the gain found them."""
    spent = {k: totals_of(some) for k, some in rounds.items()}
    verify = {k: one.seconds[1] / one.hauls for k, one in spent.items()}
    draft = sum(spent[k].seconds[0] for k in KS) / sum(spent[k].draft_steps for k in KS)
    return draft / verify[PLAIN], {k: verify[k] / verify[PLAIN] for k in KS}


def _written(pair: Pair, settings: RunSettings, plain: bool, trials: int) -> tuple[float, Sequence[Round]]:
    """Seconds of the quickest trial, without the reading of the prompt; and its rounds."""
    now = clock()
    least = float("inf")
    rounds: Sequence[Round] = ()
    for _ in range(trials):
        run = start(settings, pair, plain=plain)
        began = now()
        for _ in run:
            pass
        spent = now() - began
        if spent < least:
            least, rounds = spent, run.rounds
    return least, rounds
