"""The figures in the texts of floor 6: the formula's, the paper's, and what was measured and recorded."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tower.theory.accounts import accepted_share, best_k, gain, tokens_per_haul
from tower.theory.published import SIZES, T5_ROWS
from tower.ui.measured import measured
from tower.ui.numbers import two

WORKED = ((0.8, 4), (0.5, 4), (0.8, 8))
ALPHA, COST = 0.8, 0.1  # of the prediction: 4 or 8 slips?
FEW, MANY = 4, 8


def figures(language: str) -> dict[str, str]:
    """By placeholder. language: both languages write these the same way."""
    words = [tokens_per_haul(alpha, k) for alpha, k in WORKED]
    best = best_k(ALPHA, COST)
    small, base, large = T5_ROWS[: len(SIZES)]
    return {
        "words_84": two(words[0]),
        "words_54": two(words[1]),
        "words_88": two(words[2]),
        "more": two(words[2] - words[0]),
        "torn_88": f"{1 - accepted_share(0.8, 8):.0%}",
        "kept_84": two(accepted_share(0.8, 4)),
        "time_few": f"{FEW * COST + 1:.1f}",
        "time_many": f"{MANY * COST + 1:.1f}",
        "gain_few": two(gain(ALPHA, FEW, COST)),
        "gain_many": two(gain(ALPHA, MANY, COST)),
        "best_k": str(best.k),
        "best_gain": two(best.gain),
        "crowd_gain": two(gain(ALPHA, FEW, 0.02, FEW + 1)),
        **_paper(small, base, large),
        **pair_figures(measured("gain_by_k").figures),
    }


def pair_figures(found: Mapping[str, Any]) -> dict[str, str]:
    """What was measured of the embedded pair."""
    best = max(found["points"], key=lambda point: point["gain"])
    four = next(point for point in found["points"] if point["k"] == FEW)
    return {
        "pair_alpha": two(found["alpha"]),
        "pair_c": two(found["c"]),
        "pair_words": two(four["tokens_per_haul"]),
        "pair_gain": two(four["gain"]),
        "pair_best_k": str(best["k"]),
        "pair_best_gain": two(best["gain"]),
    }


def _paper(small: Any, base: Any, large: Any) -> dict[str, str]:
    named = {"small": small, "base": base, "large": large}
    return {f"{name}_{field}": f"{getattr(row, field):g}" for name, row in named.items() for field in ("alpha", "gain")}
