"""What a rule makes of two dials: every mass of the picture, by the engine's own rule code.

The same rules run on floats and, where they only add, multiply, divide and compare, on whole fractions: there
"exactly p" is meant literally. Knows no screen and no luck.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tower.decoding.distribution import Floats, Warp, total_variation
from tower.decoding.rules import Rule
from tower.ui.workshop.dials import Dials
from tower.ui.workshop.settings import Settings

Numbers = NDArray[Any]  # of floats, or of Fractions
TINY = 1e-12


@dataclass(frozen=True, slots=True, eq=False)
class Workings:
    """All over the V words. p: the law to be matched. q: what the rule divides by. drawn: the law slips come from.

    accepted + rejected = drawn; flows[x, y]: mass rejected at x and written as y; law = accepted + flows.sum(0).
    replacement[x, y]: the law of y after a rejected x. distance: total variation of law from p. alpha: what is kept.
    """

    p: Numbers
    q: Numbers
    drawn: Numbers
    accept: Numbers
    accepted: Numbers
    rejected: Numbers
    replacement: Numbers
    flows: Numbers
    law: Numbers
    distance: Any
    alpha: Any

    @property
    def missed(self) -> bool:
        """The written word does not follow p."""
        return bool(self.distance > TINY)


def workings(settings: Settings) -> Workings:
    """In floating point, for any rule and any warp."""
    p, q, real = laws(settings)
    return _work(settings.rule_object(), p, q, real)


def in_fractions(settings: Settings) -> Workings | None:
    """In whole fractions; None where a root, an exponential or a logarithm comes in."""
    if not settings.warp.plain:
        return None
    p, q = (np.array([Fraction(share, settings.dials.total) for share in dial], dtype=object)
            for dial in (settings.dials.p, settings.dials.q))  # fmt: skip
    try:
        work = _work(settings.rule_object(), p, q, q)
    except TypeError:  # numpy: no exp or log of a Fraction
        return None
    return work if all(isinstance(value, Fraction | int) for value in work.law) else None


def laws(settings: Settings) -> tuple[Floats, Floats, Floats]:
    """p, the q that the rule divides by, and the q that slips are drawn from, after the warp."""
    p, q = bare(settings.dials)
    warped_p, warped_q = warped(p, settings.warp), warped(q, settings.warp)
    return {
        "both": (warped_p, warped_q, warped_q),
        "target": (warped_p, q, q),
        "draft": (p, warped_q, warped_q),
        "ratio": (warped_p, q, warped_q),
    }[settings.scope]


def bare(dials: Dials) -> tuple[Floats, Floats]:
    """p and q as set, in floating point."""
    return np.array(dials.p) / dials.total, np.array(dials.q) / dials.total


def warped(law: Floats, warp: Warp) -> Floats:
    """A law seen as the softmax of its own logarithms, warped; untouched where the warp changes nothing."""
    if warp.plain:
        return law
    with np.errstate(divide="ignore"):
        return warp(np.log(law))


def _work(rule: Rule, p: Numbers, q: Numbers, real: Numbers) -> Workings:
    drawn, accept = rule.drawn(real), rule.accept(p, q)
    accepted = drawn * accept
    rejected = drawn - accepted
    replacement = np.stack([rule.replacement(p, q, word) for word in range(len(p))])
    flows = rejected[:, None] * replacement
    law = accepted + flows.sum(axis=0)
    return Workings(
        p, q, drawn, accept, accepted, rejected, replacement, flows, law, total_variation(law, p)[()], accepted.sum()
    )
