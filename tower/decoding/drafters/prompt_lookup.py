"""Copies what followed the last time: no model, no cost, one-hot laws. Knows only the words so far.

Prompt lookup decoding (Saxena 2023), also "n-gram speculation": the longest end of the text that occurred before is
looked up, and the words that followed its latest occurrence are the draft.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tower.decoding.distribution import Floats, Warp
from tower.decoding.drafters.base import Draft, OneHot
from tower.decoding.draws import Draws
from tower.decoding.errors import SettingError


class PromptLookup:
    """Drafter by repetition; drafts nothing where nothing recurs."""

    name = "prompt-lookup"
    max_k = 32

    def __init__(self, longest: int = 3, shortest: int = 1) -> None:
        """longest, shortest: lengths of the ends that are looked up, longest first; 1 <= shortest <= longest."""
        if not 1 <= shortest <= longest:
            raise SettingError("lookup-range", f"1 <= shortest <= longest, not {shortest}, {longest}")
        self._longest, self._shortest = longest, shortest

    @property
    def parameters(self) -> Mapping[str, float]:
        return {"longest": self._longest, "shortest": self._shortest}

    def start(self, prompt: Sequence[int], features: Any | None = None) -> int:
        return 0

    def propose(
        self, context: Sequence[int], k: int, warp: Warp, draws: Draws, drawn: Callable[[Floats], Floats]
    ) -> Draft:
        ids = followers(context, self._longest, self._shortest)[:k]
        n = len(ids)
        return Draft(tuple(ids), tuple(OneHot(word) for word in ids), tuple(range(-1, n - 1)), (None,) * n, (None,) * n)

    def commit(self, context: Sequence[int], features: Any | None, rows: Sequence[int]) -> None:
        return None


def followers(context: Sequence[int], longest: int, shortest: int) -> list[int]:
    """All words after the latest earlier occurrence of the longest recurring end of `context`; empty if none recurs."""
    words = list(context)
    for n in range(min(longest, len(words) - 1), shortest - 1, -1):
        end = words[-n:]
        for start in range(len(words) - n - 1, -1, -1):
            if words[start] == end[0] and words[start : start + n] == end:
                return words[start + n :]
    return []
