"""The drafters, seen from a tally: which law a slip has after a given text. Draws nothing, judges nothing.

Only drafters whose slip depends on the words before it, and perhaps on how many of them the same round drafted, can be
counted this way: those that write chains. Here are those that live on words alone; the others are in `chains.py`. Trees
are told otherwise: see `trees.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from tower.decoding.distribution import Floats, Warp, one_hot
from tower.decoding.drafters.prompt_lookup import followers
from tower.decoding.target import Target

Texts = Sequence[Sequence[int]]


class Guess(Protocol):
    """A drafter's laws."""

    @property
    def name(self) -> str:
        """The drafter's code."""

    @property
    def remembers(self) -> bool:
        """Whether a slip's law depends on how many slips the round drafted before it, not on the words alone."""

    def laws(self, texts: Texts, slips: Sequence[int], warp: Warp) -> tuple[Floats, NDArray[np.bool_]]:
        """The law of the next slip [S, V] after each text, and whether the drafter offers a slip there at all [S].

        The last slips[i] words of text i are slips of the same round, all of them kept so far."""


class SmallGuess:
    """A small model: `drafters.small_model`."""

    name = "small"
    remembers = False

    def __init__(self, model: Target) -> None:
        self._model = model

    def laws(self, texts: Texts, slips: Sequence[int], warp: Warp) -> tuple[Floats, NDArray[np.bool_]]:
        return warp(self._model.score_batch(texts)), np.ones(len(texts), dtype=np.bool_)


class LookupGuess:
    """Repetition: `drafters.prompt_lookup`. What it copies was chosen when the round began."""

    name = "prompt-lookup"
    remembers = True

    def __init__(self, size: int, longest: int = 3, shortest: int = 1) -> None:
        self._size, self._longest, self._shortest = size, longest, shortest

    def laws(self, texts: Texts, slips: Sequence[int], warp: Warp) -> tuple[Floats, NDArray[np.bool_]]:
        words: list[int] = []
        for text, slip in zip(texts, slips, strict=True):
            copied = followers(text[: len(text) - slip], self._longest, self._shortest)
            words.append(copied[slip] if slip < len(copied) else -1)
        offered = np.array(words) >= 0
        return one_hot(np.maximum(words, 0), self._size), offered
