"""Why the second word cannot be had with the first: its law depends on which word the first one is.

Knows no screen.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tower.decoding.distribution import Floats, softmax
from tower.models.loading import Pair


@dataclass(frozen=True, slots=True)
class Guess:
    """first: a word that may come next, its probability; then: the likeliest words after it, with theirs."""

    first: int
    share: float
    then: tuple[tuple[int, float], ...]


def second_words(pair: Pair, ids: Sequence[int], *, guesses: int = 3, detail: int = 4) -> list[Guess]:
    """The `guesses` likeliest next words after `ids`, and the dial that each of them would lead to.

    Two calls of the target: one for the next word, one batch for the words after each guess.
    """
    target = pair.new_target()
    with pair.lock:
        p = softmax(target.score_batch([list(ids)]))[0]
        firsts = _likeliest(p, guesses)
        seconds = softmax(target.score_batch([[*ids, first] for first in firsts]))
    return [
        Guess(first, float(p[first]), tuple((word, float(row[word])) for word in _likeliest(row, detail)))
        for first, row in zip(firsts, seconds, strict=True)
    ]


def _likeliest(p: Floats, count: int) -> list[int]:
    """Largest first; among equals the lowest index."""
    return [int(i) for i in np.argsort(-p, kind="stable")[:count]]
