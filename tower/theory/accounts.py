"""The accounts of speculative decoding: words per haul, gain in time, cost in operations, the best k.

alpha: the chance that a tested word is kept, the same and independent at each place. k: words drafted a round.
c: one draft step / one target pass of one word. v: one target pass of k + 1 words / one of one word, 1 where verifying
is free. From Leviathan et al. 2211.17192: equation 1, theorems 3.8 and 3.11, corollary 3.9; with v for a measured pass.

Knows no model and no clock. Every function raises ValueError for alpha outside [0, 1], k < 0, or negative costs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Best:
    """The best number of words to draft and the gain with it; k = 0 and gain 1 where drafting never pays."""

    k: int
    gain: float


def tokens_per_haul(alpha: float, k: int) -> float:
    """Expected words a round, (1 - alpha^(k+1)) / (1 - alpha): from 1 up to k + 1. Equation 1.

    Summed as 1 + alpha + ... + alpha^k, so that alpha = 1 is no division.
    """
    _check(alpha, k)
    return float(sum(alpha**i for i in range(k + 1)))


def accepted_share(alpha: float, k: int) -> float:
    """Expected accepted / drafted, (E - 1) / k: below alpha, as words after a rejection are in vain. k >= 1."""
    if k < 1:
        raise ValueError(f"k must be at least 1, not {k}")
    return (tokens_per_haul(alpha, k) - 1) / k


def gain(alpha: float, k: int, c: float, v: float = 1.0) -> float:
    """How many times faster than plain decoding: E / (k c + v). Theorem 3.8 for v = 1. k = 0 and v = 1 is plain: 1."""
    if c < 0 or v <= 0:
        raise ValueError(f"c must be at least 0 and v above 0, not {c}, {v}")
    return tokens_per_haul(alpha, k) / (k * c + v)


def operations(alpha: float, k: int, c_operations: float = 0.0) -> float:
    """How many times more arithmetic than plain decoding: (k c' + k + 1) / E. Theorem 3.11.

    c_operations: operations of one draft step / those of the target for one word.
    """
    if c_operations < 0:
        raise ValueError(f"c_operations must be at least 0, not {c_operations}")
    return (k * c_operations + k + 1) / tokens_per_haul(alpha, k)


def best_k(
    alpha: float, c: float, v: Callable[[int], float] | Mapping[int, float] | None = None, most: int = 64
) -> Best:
    """The k from 0 to `most` with the largest gain, the smallest among equals.

    v: the cost of a pass that checks k drafts, as a function or a table of k (only its keys are tried); None: 1.
    """
    best = Best(0, 1.0)
    for k in range(1, most + 1):
        if isinstance(v, Mapping):
            if k not in v:
                continue
            cost = v[k]
        else:
            cost = 1.0 if v is None else v(k)
        found = gain(alpha, k, c, cost)
        if found > best.gain:
            best = Best(k, found)
    return best


def pays(alpha: float, c: float, v: Callable[[int], float] | Mapping[int, float] | None = None, most: int = 64) -> bool:
    """Whether some k makes it faster than plain decoding. With v = 1 exactly where alpha > c. Corollary 3.9."""
    return best_k(alpha, c, v, most).k > 0


def gain_at_least(alpha: float, c: float) -> float:
    """Where alpha > c and v = 1 the best k gains at least (1 + alpha) / (1 + c), the gain of k = 1. Corollary 3.9."""
    return gain(alpha, 1, c)


def alpha_needed(wanted: float, k: int, c: float, v: float = 1.0) -> float | None:
    """The smallest alpha that gains `wanted` at this k, as gain grows with alpha; None where alpha = 1 gains less."""
    if gain(1.0, k, c, v) < wanted:
        return None
    low, high = 0.0, 1.0
    if gain(low, k, c, v) >= wanted:
        return low
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (low, middle) if gain(middle, k, c, v) >= wanted else (middle, high)
    return high


def gain_begins(
    c: float, v: Callable[[int], float] | Mapping[int, float] | None = None, most: int = 64
) -> float | None:
    """The alpha above which some k is faster than plain decoding: c itself where v = 1; None where none is."""
    if not pays(1.0, c, v, most):
        return None
    low, high = 0.0, 1.0
    if pays(low, c, v, most):
        return low
    for _ in range(40):
        middle = (low + high) / 2
        low, high = (low, middle) if pays(middle, c, v, most) else (middle, high)
    return high


def _check(alpha: float, k: int) -> None:
    if not 0 <= alpha <= 1:
        raise ValueError(f"alpha must be from 0 to 1, not {alpha}")
    if k < 0:
        raise ValueError(f"k must be at least 0, not {k}")
