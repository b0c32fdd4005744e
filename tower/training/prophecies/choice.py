"""Seeded choices for the prophecy grammars. Knows no language.

Choices are Zipf-like: between equally likely words the first one would be luck, and a draft that
guesses it right would prove nothing.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache
from itertools import accumulate
from typing import TypeVar

T = TypeVar("T")

EXPONENT = 1.0


@cache
def zipf_weights(count: int, exponent: float = EXPONENT) -> tuple[float, ...]:
    """Cumulative weights of ``count`` ranks, weight of rank r proportional to 1 / r ** exponent."""
    return tuple(accumulate(1 / rank**exponent for rank in range(1, count + 1)))


@cache
def _split(options: str) -> tuple[str, ...]:
    return tuple(options.split("|"))


class Choices:
    """One prophecy's stream of choices, and what has already been used in it."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self._used: set[str] = set()

    def pick(self, items: Sequence[T]) -> T:
        """One item, earlier ones likelier."""
        return self.rng.choices(items, cum_weights=zipf_weights(len(items)))[0]

    def one(self, options: str) -> str:
        """One of ``"a|b|c"``, earlier ones likelier."""
        return self.pick(_split(options))

    def fresh(self, items: Sequence[T]) -> T:
        """Like ``pick``, but nothing twice in one prophecy (items are told apart by their text)."""
        left = [item for item in items if str(item) not in self._used]
        item = self.pick(left or items)
        self._used.add(str(item))
        return item

    def even(self, items: Sequence[T]) -> T:
        """One item, all equally likely: for words that must be remembered, not guessed."""
        return self.rng.choice(items)

    def fresh_even(self, items: Sequence[T]) -> T:
        left = [item for item in items if str(item) not in self._used]
        item = self.rng.choice(left or items)
        self._used.add(str(item))
        return item

    def chance(self, probability: float) -> bool:
        return self.rng.random() < probability
