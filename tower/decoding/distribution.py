"""From logits to laws: temperature, top-k, top-p; overlap, residual, distance; drawing by inverse cdf.

Every function works on the last axis of [..., V]. Knows no model, no rule and no source of luck. p = target, q = draft.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tower.decoding.errors import LogitsError, SettingError

Floats = NDArray[np.floating[Any]]

_COLDEST = 1e-30  # float32 still divides by this; anything colder gives the same law


@dataclass(frozen=True, slots=True)
class Warp:
    """Temperature, then top-k, then top-p: the same on p and on q, and the law that a word is really drawn from.

    temperature 0 puts everything on the likeliest word. top_k 0 and top_p 1 are off. top-p keeps the likeliest words,
    as few as possible, that hold at least top_p together. Between equals the lowest index goes first, everywhere.
    """

    temperature: float = 1.0
    top_k: int = 0
    top_p: float = 1.0

    def __post_init__(self) -> None:
        if not 0 <= self.temperature < float("inf"):
            raise SettingError(
                "temperature-range", f"temperature must be 0 or more, not {self.temperature}", value=self.temperature
            )
        if self.top_k < 0:
            raise SettingError("top-k-range", f"top-k must be 0 (off) or more, not {self.top_k}", value=self.top_k)
        if not 0 < self.top_p <= 1:
            raise SettingError(
                "top-p-range", f"top-p must be above 0 and at most 1, not {self.top_p}", value=self.top_p
            )

    @property
    def greedy(self) -> bool:
        """Temperature 0: every law is one-hot."""
        return self.temperature == 0

    @property
    def plain(self) -> bool:
        """The warp changes nothing: p is the softmax itself."""
        return self.temperature == 1 and self.top_k == 0 and self.top_p == 1

    def __call__(self, logits: Floats) -> Floats:
        """Logits [..., V] to probabilities [..., V] of the same precision. -inf is a word that cannot come.

        Raises LogitsError on NaN, +inf, or a row without any finite logit.
        """
        if self.greedy:
            likeliest = np.argmax(logits, axis=-1)
            check_finite(logits.reshape(-1, logits.shape[-1])[np.arange(likeliest.size), likeliest.ravel()])
            return one_hot(likeliest, logits.shape[-1], logits.dtype)
        p = softmax(logits, self.temperature)
        if self.top_p < 1:
            return _nucleus(p, self.top_k or p.shape[-1], self.top_p)
        if 0 < self.top_k < p.shape[-1]:
            return _cut(p, np.partition(p, -self.top_k, axis=-1)[..., -self.top_k, None], self.top_k)
        return p


def check_logits(logits: Floats) -> Floats:
    """The maximum of each row, [..., 1]. LogitsError where a row is no law (a NaN or +inf shows there)."""
    return check_finite(np.asarray(logits.max(axis=-1, keepdims=True)))


def check_finite(tops: Floats) -> Floats:
    """The largest logits of some rows, as they came. LogitsError where one is NaN or infinite."""
    if not np.isfinite(tops).all():
        raise LogitsError("logits-not-finite", "the model returned logits that are not finite")
    return tops


def softmax(logits: Floats, temperature: float = 1.0, out: Floats | None = None) -> Floats:
    """Softmax of logits / temperature, temperature > 0, into `out` if given. Raises LogitsError as `check_logits`."""
    weights = np.subtract(logits, check_logits(logits), out=out)
    if temperature != 1:
        with np.errstate(over="ignore"):
            weights /= max(temperature, _COLDEST)
    np.exp(weights, out=weights)
    weights /= weights.sum(axis=-1, keepdims=True)
    return np.asarray(weights)


def one_hot(ids: Any, size: int, dtype: Any = np.float32) -> Floats:
    """ids [...] to [..., size] with a single 1 in each row."""
    ids = np.asarray(ids)
    law = np.zeros((ids.size, size), dtype=dtype)
    law[np.arange(ids.size), ids.ravel()] = 1
    return law.reshape(*ids.shape, size)


def overlap(p: Floats, q: Floats) -> Floats:
    """sum min(p, q): how often the exact rule keeps a word drawn from q. [...]"""
    return np.asarray(np.minimum(p, q).sum(axis=-1))


def residual(p: Floats, q: Floats) -> Floats:
    """max(0, p - q), normalised; p where nothing is left (p = q up to rounding). Leviathan et al., algorithm 1."""
    return normalised(np.maximum(p - q, 0), p)


def normalised(weights: Floats, fallback: Floats) -> Floats:
    """Weights [..., V] >= 0 to a law; `fallback` (broadcast) in rows whose weights sum to 0."""
    total = weights.sum(axis=-1, keepdims=True)
    if (total > 0).all():
        return np.asarray(weights / total)
    return np.where(total > 0, weights / np.where(total > 0, total, 1), fallback)


def total_variation(p: Floats, q: Floats) -> Floats:
    """Half the sum of |p - q|: the largest difference of probability that any event can show. [...]"""
    return np.asarray(np.abs(p - q).sum(axis=-1) / 2)


def entropy(p: Floats) -> Floats:
    """-sum p ln p, in nats. [...]"""
    return np.asarray(-(p * np.log(np.where(p > 0, p, 1))).sum(axis=-1))


def sample(law: Floats, u: float) -> int:
    """The word at u in [0, 1) of the cumulated law [V], lowest index first; never one of probability 0.

    Raises LogitsError when the law holds nothing.
    """
    return int(sample_many(law, np.asarray(u)))


def sample_many(law: Floats, u: NDArray[np.float64]) -> NDArray[np.int64]:
    """`sample` for many draws u [...] from one law [V]."""
    cumulated = np.cumsum(law.astype(np.float64))
    total = cumulated[-1]
    if not total > 0:
        raise LogitsError("law-empty", "there is no word to draw from")
    # the first word whose cumulated mass exceeds u: a word of probability 0 never raises it
    words = np.searchsorted(cumulated, u * total, side="right")
    # u * total may round up to the total itself: then it is the last word that has a chance
    return np.asarray(np.minimum(words, np.searchsorted(cumulated, total, side="left")), dtype=np.int64)


def _nucleus(p: Floats, top_k: int, top_p: float) -> Floats:
    """Of the top_k likeliest words of each row, the fewest that hold top_p of their mass."""
    size = p.shape[-1]
    top_k = min(top_k, size)
    for shown in (min(top_k, 256), min(top_k, 2048), top_k):  # sorting a few words is nearly always enough
        ordered = -np.sort(-np.partition(p, size - shown, axis=-1)[..., size - shown :], axis=-1)
        mass = np.cumsum(ordered, axis=-1, dtype=np.float64)
        wanted = top_p if top_k == size else top_p * mass[..., -1:]
        if shown == top_k or (top_k == size and (mass[..., -1] >= top_p).all()):
            break
    counts = np.minimum((mass < wanted).sum(axis=-1, keepdims=True) + 1, shown)
    return _cut(p, np.take_along_axis(ordered, counts - 1, axis=-1), counts)


def _cut(p: Floats, least: Floats, counts: Any) -> Floats:
    """Keep the words of at least `least` [..., 1], no more than counts: the lowest index among equals. Renormalise."""
    kept = p >= least
    if np.count_nonzero(kept) > np.sum(np.broadcast_to(counts, least.shape)):
        equal = p == least
        kept &= ~equal | (np.cumsum(equal, axis=-1) <= counts - (p > least).sum(axis=-1, keepdims=True))
    weights = p * kept
    weights /= weights.sum(axis=-1, keepdims=True)
    return np.asarray(weights)
