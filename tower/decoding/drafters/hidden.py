"""The target's hidden states word by word, as its passes handed them over. Knows nothing of what they mean.

They roll back with the text: whatever a failed or abandoned round left behind, the states that count are those of the
words that `context` begins with.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from tower.decoding.distribution import Floats
from tower.decoding.drafters.shared import shared
from tower.decoding.errors import DraftError


class HiddenStates:
    """States [taps, n, width] of the first n words of a text."""

    def __init__(self) -> None:
        self._words: list[int] = []
        self._rows: Floats = np.zeros((0, 0, 0), dtype=np.float32)

    def __len__(self) -> int:
        return len(self._words)

    def start(self, prompt: Sequence[int], features: Any | None) -> None:
        """Forget everything; take the states of all of the prompt but its last word. Raises DraftError."""
        self._words = []
        if len(prompt) > 1:
            self._take(list(prompt[:-1]), _checked(features))

    def follow(self, context: Sequence[int]) -> int:
        """Keep the states of the longest known beginning of `context` without its last word; returns its length."""
        same = shared(self._words, context[:-1])
        del self._words[same:]
        return same

    def add(self, context: Sequence[int], features: Any | None, rows: Sequence[int]) -> None:
        """Take the states of a round's kept rows: of the word that was the last one before it, and of kept slips.

        Raises DraftError where they do not go on from the states at hand.
        """
        end = len(self._words) + len(rows)
        if not len(context) - 1 <= end <= len(context):  # a kept slip that ends the text is itself the last word
            raise DraftError("draft-features", f"states of {end} words do not fit a text of {len(context)}")
        self._take(list(context[len(self._words) : end]), _checked(features)[:, list(rows)])

    def between(self, first: int, end: int) -> Floats:
        """[taps, end - first, width]"""
        return self._rows[:, first:end]

    def _take(self, words: list[int], states: Floats) -> None:
        start, end = len(self._words), len(self._words) + len(words)
        taps, n, width = states.shape
        if n != len(words):
            raise DraftError("draft-features", f"states of {n} words for {len(words)}")
        if self._rows.shape[0] != taps or self._rows.shape[1] < end or self._rows.shape[2] != width:
            roomier = np.empty((taps, max(64, 2 * end), width), dtype=np.float32)
            if start:
                roomier[:, :start] = self._rows[:, :start]
            self._rows = roomier
        self._rows[:, start:end] = states
        self._words += words


def _checked(features: Any | None) -> Floats:
    if features is None:
        raise DraftError("draft-features", "this drafter lives on hidden states, and the target hands out none")
    return np.asarray(features)
