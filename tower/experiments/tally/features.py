"""What a target hands out for the words of a text, read once for texts that begin alike. Knows no drafter."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from tower.decoding.distribution import Floats
from tower.decoding.drafters.shared import shared
from tower.decoding.target import Target


class Features:
    """A session of a target, and nobody else's."""

    def __init__(self, target: Target) -> None:
        self.target = target
        self._read: list[int] = []
        self._features: Floats | None = None

    def before_the_last(self, text: Sequence[int]) -> Any | None:
        """[taps, n, width] for all words of the text but the last, as `Target.prefill` returns them; the target has
        then read just those. None where it hands out nothing, or there is no such word."""
        words = list(text[:-1])
        same = shared(self._read, words)
        self.target.rewind(same)
        self._read = words[:same]
        if same < len(words):
            found = self.target.prefill(words[same:])
            if found is not None:
                new = np.asarray(found)
                before = new[:, :0] if self._features is None else self._features[:, :same]
                self._features = np.concatenate([before, new], axis=1)
            self._read = words
        return None if self._features is None or not words else self._features[:, : len(words)]
