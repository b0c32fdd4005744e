"""Acceptance rules, each as three pieces; what a rule writes in the long run follows from them by arithmetic.

drawn(q): the law that a slip is really drawn from. accept(p, q): the chance that a drawn word is kept, for each word.
replacement(p, q, x): the law of the word written instead of a rejected x. Then

    law(y) = sum_x drawn(x) [accept(x) 1{x = y} + (1 - accept(x)) replacement(y | x)]

and a rule is exact if and only if law = p whatever p and q are. Wrong rules are instances like any other: their bias
is computed, not asserted. Everything works on the last axis of [..., V]; p = target, q = draft (Chen et al. name them
the other way round). Knows no decoder and no luck.

Where q(x) = 0 no honest draw arrives; accept is then 1 if p(x) > 0, else 0, so that a workbench that warps only one
of the two laws has something to show. The decoder refuses such a draw.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from tower.decoding.distribution import Floats, entropy, normalised, one_hot, residual, softmax


@dataclass(frozen=True, slots=True)
class Speculative:
    """Keep x with min(1, p/q), else draw from what p has more than q. Leviathan et al. 2211.17192, algorithm 1.

    Also the base of every other rule: each names only the pieces in which it differs.
    """

    code: ClassVar[str] = "speculative"
    exact: ClassVar[bool] = True
    reads_whole_law: ClassVar[bool] = False
    """Whether `chance` looks at more of p than the word's own probability."""

    def drawn(self, q: Floats) -> Floats:
        """The law [..., V] that a slip is drawn from, for the draft's law q."""
        return q

    def accept(self, p: Floats, q: Floats) -> Floats:
        """The chance [..., V] that a drawn word is kept."""
        return np.minimum(_ratio(p, q), 1)

    def chance(self, p: Floats, x: int, q_x: float) -> float:
        """accept(p, q)[x] for one law p [V] and q(x) = q_x: all that a decoder needs of q to judge one word."""
        return float(self.accept(p[x : x + 1], np.asarray([q_x], dtype=p.dtype))[0])

    def replacement(self, p: Floats, q: Floats, x: Any) -> Floats:
        """The law [..., V] of what is written instead of the rejected word x [...]; p and q broadcast against x."""
        return residual(p, q)

    def refill(self, p: Floats, q: Floats, rejected: Floats) -> Floats:
        """sum_x rejected(x) replacement(. | x): where the rejected mass [..., V] ends up. Here one law for all x."""
        return np.asarray(rejected.sum(axis=-1, keepdims=True) * self.replacement(p, q, 0))


@dataclass(frozen=True, slots=True)
class SampleMatch(Speculative):
    """Draw y from p and keep x only if it is the same word. Exact, but it keeps fewer: sum p q."""

    code: ClassVar[str] = "sample-match"

    def accept(self, p: Floats, q: Floats) -> Floats:
        return np.broadcast_to(p, np.broadcast_shapes(p.shape, q.shape))

    def replacement(self, p: Floats, q: Floats, x: Any) -> Floats:
        return normalised(np.where(_is(x, p), 0, p), p)

    def refill(self, p: Floats, q: Floats, rejected: Floats) -> Floats:
        share = np.divide(rejected, 1 - p, out=np.zeros_like(rejected + p), where=p < 1)  # p(x) = 1 is never rejected
        return np.asarray(p * (share.sum(axis=-1, keepdims=True) - share))


@dataclass(frozen=True, slots=True)
class ArgmaxDraft(SampleMatch):
    """The draft always offers its likeliest word, and the rule knows it: q is one-hot."""

    code: ClassVar[str] = "argmax-draft"

    def drawn(self, q: Floats) -> Floats:
        return _likeliest(q)


@dataclass(frozen=True, slots=True)
class ResampleFromP(Speculative):
    """After a rejection draw from all of p. Words that q already offers often come too often."""

    code: ClassVar[str] = "resample-from-p"
    exact: ClassVar[bool] = False

    def replacement(self, p: Floats, q: Floats, x: Any) -> Floats:
        return p


@dataclass(frozen=True, slots=True)
class SoftmaxResidual(Speculative):
    """Turn max(0, p - q) into a law by softmax instead of dividing by its sum: nearly uniform over all words."""

    code: ClassVar[str] = "softmax-residual"
    exact: ClassVar[bool] = False

    def replacement(self, p: Floats, q: Floats, x: Any) -> Floats:
        return softmax(np.maximum(p - q, 0))


@dataclass(frozen=True, slots=True)
class Threshold(Speculative):
    """Keep whatever p finds likely enough, whoever offered it."""

    t: float = 0.3
    code: ClassVar[str] = "threshold"
    exact: ClassVar[bool] = False

    def accept(self, p: Floats, q: Floats) -> Floats:
        return _indicator(p >= self.t, p, q)


@dataclass(frozen=True, slots=True)
class Typical(Speculative):
    """Keep what is likely enough for how undecided p is. Typical acceptance, Medusa 2401.10774, section 2.3.1."""

    epsilon: float = 0.09
    delta: float = 0.3
    code: ClassVar[str] = "typical"
    exact: ClassVar[bool] = False
    reads_whole_law: ClassVar[bool] = True

    def accept(self, p: Floats, q: Floats) -> Floats:
        bar = np.minimum(self.epsilon, self.delta * np.exp(-entropy(p)))
        return _indicator(p > bar[..., None], p, q)

    def chance(self, p: Floats, x: int, q_x: float) -> float:
        return float(self.accept(p, p)[x])  # the bar depends on all of p, and q plays no part

    def replacement(self, p: Floats, q: Floats, x: Any) -> Floats:
        return p


@dataclass(frozen=True, slots=True)
class ArgmaxSoftQ(Speculative):
    """The draft offers its likeliest word, but the ratio uses the soft q as if the word had been drawn from it."""

    code: ClassVar[str] = "argmax-soft-q"
    exact: ClassVar[bool] = False

    def drawn(self, q: Floats) -> Floats:
        return _likeliest(q)


@dataclass(frozen=True, slots=True)
class Lenience(Speculative):
    """Keep with min(1, p / (l q)): more is kept, less is p's. Leviathan et al., appendix A.5."""

    l: float = 0.5  # noqa: E741 - the paper's letter, and the parameter's public name
    code: ClassVar[str] = "lenience"
    exact: ClassVar[bool] = False

    def accept(self, p: Floats, q: Floats) -> Floats:
        return np.minimum(_ratio(p, q, self.l), 1)


@dataclass(frozen=True, slots=True)
class DropLowQ(Speculative):
    """Send back unseen what the draft itself thought unlikely, and draw from p for it."""

    t: float = 0.3
    code: ClassVar[str] = "drop-low-q"
    exact: ClassVar[bool] = False

    def accept(self, p: Floats, q: Floats) -> Floats:
        return np.asarray(np.where(q < self.t, 0, np.minimum(_ratio(p, q), 1)))

    def replacement(self, p: Floats, q: Floats, x: Any) -> Floats:
        dropped = (_is(x, q) & (q < self.t)).any(axis=-1, keepdims=True)
        return np.asarray(np.where(dropped, p, residual(p, q)))

    def refill(self, p: Floats, q: Floats, rejected: Floats) -> Floats:
        dropped = np.where(q < self.t, rejected, 0).sum(axis=-1, keepdims=True)
        rest = rejected.sum(axis=-1, keepdims=True) - dropped
        return np.asarray(dropped * p + rest * residual(p, q))


@dataclass(frozen=True, slots=True)
class SubtractOne(Speculative):
    """Subtract q at the rejected word only, not everywhere: too much is left for the words that q offers often."""

    code: ClassVar[str] = "subtract-one"
    exact: ClassVar[bool] = False

    def replacement(self, p: Floats, q: Floats, x: Any) -> Floats:
        return normalised(np.where(_is(x, p), np.maximum(p - q, 0), p), p)

    def refill(self, p: Floats, q: Floats, rejected: Floats) -> Floats:
        left = np.maximum(p - q, 0)
        total = 1 - p + left
        share = np.divide(rejected, total, out=np.zeros_like(rejected + p), where=total > 0)
        return np.asarray(p * (share.sum(axis=-1, keepdims=True) - share) + left * share)


Rule = Speculative


def law(rule: Rule, p: Floats, q: Floats) -> Floats:
    """The law [..., V] of the word that the rule writes at one position."""
    drawn, accept = rule.drawn(q), rule.accept(p, q)
    return np.asarray(drawn * accept + rule.refill(p, q, drawn * (1 - accept)))


def expected_acceptance(rule: Rule, p: Floats, q: Floats) -> Floats:
    """sum_x drawn(x) accept(x), [...]."""
    return np.asarray((rule.drawn(q) * rule.accept(p, q)).sum(axis=-1))


def _ratio(p: Floats, q: Floats, scale: float = 1.0) -> Floats:
    """p / (scale q); where q = 0: 1 if p > 0, else 0."""
    scaled = q if scale == 1 else q * scale
    offered = q > 0
    if offered.all():
        return np.asarray(p / scaled)
    unoffered = np.broadcast_to(p > 0, np.broadcast_shapes(p.shape, q.shape)).astype(np.result_type(p, q))
    return np.asarray(np.divide(p, scaled, out=unoffered, where=offered))


def _indicator(kept: Any, p: Floats, q: Floats) -> Floats:
    return np.asarray(np.broadcast_to(kept, np.broadcast_shapes(p.shape, q.shape)).astype(p.dtype))


def _is(x: Any, law: Floats) -> Any:
    """[..., V] mask of the word x [...]."""
    return np.asarray(x)[..., None] == np.arange(law.shape[-1])


def _likeliest(q: Floats) -> Floats:
    return one_hot(q.argmax(axis=-1), q.shape[-1], q.dtype)
