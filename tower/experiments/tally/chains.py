"""Drafters that live on a target's hidden states, seen from a tally: their own drafts, with the words kept so far put
into their mouths. Knows drafters only by their protocol, and only those that write chains.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from tower.decoding.distribution import Floats, Warp, one_hot
from tower.decoding.drafters.base import Drafter, OneHot
from tower.decoding.draws import Draws
from tower.decoding.target import Target
from tower.experiments.tally.features import Features
from tower.experiments.tally.guesses import Texts


class ChainGuess:
    """The law of a slip, by beginning a round where it began: the target reads the words before, the drafter drafts.

    One beginning at a time, so a count takes longer than with a small model, which reads many at once.
    """

    remembers = True

    def __init__(self, drafter: Drafter, target: Target) -> None:
        """target: a session that the drafter is made for, and nobody else's."""
        self._drafter, self._features = drafter, Features(target)

    @property
    def name(self) -> str:
        return self._drafter.name

    def laws(self, texts: Texts, slips: Sequence[int], warp: Warp) -> tuple[Floats, NDArray[np.bool_]]:
        """See `Guess`."""
        size = self._features.target.vocab_size
        laws, offered = np.zeros((len(texts), size), dtype=np.float32), np.zeros(len(texts), dtype=np.bool_)
        for i, (text, slip) in enumerate(zip(texts, slips, strict=True)):
            context, kept = list(text[: len(text) - slip]), list(text[len(text) - slip :])
            self._drafter.start(context, self._features.before_the_last(context))
            k = min(slip + 1, self._drafter.max_k)
            q = self._drafter.propose(context, k, warp, Draws(0), _Told(kept)).q
            if slip < len(q):
                law = q[slip]
                laws[i] = one_hot(law.id, size) if isinstance(law, OneHot) else law
                offered[i] = True
        if not offered.all():
            laws[~offered, 0] = 1
        return laws, offered


class _Told:
    """In place of the law to draw from: certainty of each word that was kept, then the law itself."""

    def __init__(self, words: list[int]) -> None:
        self._words = iter(words)

    def __call__(self, q: Floats) -> Floats:
        word = next(self._words, None)
        return q if word is None else one_hot(word, q.shape[-1], q.dtype)
