"""Turning the dial together: the slips that one member draws, and how far the class's count is from p.

Each member's luck has its own seed; a member's draw number n is the same whenever and wherever it is made.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tower.classroom.question import Dial
from tower.decoding.distribution import Floats, sample
from tower.decoding.draws import Draws, Purpose
from tower.decoding.rules import law


@dataclass(frozen=True, slots=True)
class Drawn:
    """A slip: the word on it, the draw u against its chance, whether it was kept, the word that was written."""

    word: int
    u: float
    accept: float
    kept: bool
    written: int


def seed_of(member: str, room: str, turn: int) -> int:
    """A seed for this member in this turn of this room; nobody else's luck, and none that could be chosen."""
    body = hashlib.sha256(f"{room}\n{turn}\n{member}".encode("utf-8", "surrogatepass")).digest()
    return int.from_bytes(body[:8], "big")


def slips(question: Dial, seed: int, first: int, n: int) -> list[Drawn]:
    """The draws number `first` to `first + n - 1` of this seed."""
    p, q = question.laws()
    rule = question.make_rule()
    offered, accept = rule.drawn(q), rule.accept(p, q)
    draws = Draws(seed)
    found = []
    for draws.run in range(first, first + n):
        word = sample(offered, draws.uniform(0, Purpose.DRAFT))
        u = draws.uniform(0, Purpose.ACCEPT)
        kept = u < accept[word]
        written = word
        if not kept:
            written = sample(rule.replacement(p, q, word), draws.uniform(0, Purpose.REPLACE))
        found.append(Drawn(word, u, float(accept[word]), bool(kept), written))
    return found


def counts(question: Dial, drawn: Sequence[Drawn]) -> list[int]:
    """How often each word was written."""
    return np.bincount([slip.written for slip in drawn], minlength=len(question.p)).tolist()  # type: ignore[no-any-return]


def law_in_the_long_run(question: Dial) -> Floats:
    """What the count tends to, by the rule: p itself if the rule is exact."""
    p, q = question.laws()
    return law(question.make_rule(), p, q)


def distance(counted: Sequence[int], p: Floats) -> float | None:
    """Total variation between the shares counted and p; None before the first draw."""
    total = sum(counted)
    return None if total == 0 else float(np.abs(np.array(counted) / total - p).sum() / 2)


def usual_distance(n: int, p: Floats) -> float:
    """About how far n draws from p itself are from p, on average: sum sqrt(p (1 - p) / (2 pi n))."""
    return float(np.sqrt(p * (1 - p) / (2 * np.pi * max(1, n))).sum())
