"""Models that only know a few lines by heart: laws for the next word, written down by hand over a short list of words.

They stand behind the engine's own protocols, so a run of theirs is decoded, judged and recorded as any other; nothing
here knows what a round is. What they say stands in `scripted_laws.py`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import log

import numpy as np
from numpy.typing import NDArray

from tower.decoding.target import Scores

Laws = Mapping[tuple[str, ...], Mapping[str, float]]
"""The law of the next word by the last words before it; of several entries that fit, the longest counts."""

CONTEXT = 128
_NEVER = -200.0  # as a logit: no probability at all in float32, yet finite
_CLOSED = ",.!?;:'’”"


@dataclass(frozen=True)
class Lexicon:
    """The words, each one token. spaced: written with spaces between them. Also the `Render` of its traces."""

    words: tuple[str, ...]
    spaced: bool

    @cached_property
    def _ids(self) -> dict[str, int]:
        return {word: id for id, word in enumerate(self.words)}

    def ids(self, words: Sequence[str]) -> list[int]:
        """Raises KeyError for a word that is not in the list."""
        return [self._ids[word] for word in words]

    def text(self, token: int) -> str:
        return self.words[token]

    def raw(self, before: Sequence[int], token: int) -> str:
        return self.joint(bool(before), self.words[token]) + self.words[token]

    def joint(self, later: bool, word: str) -> str:
        """What stands between a word and the one before it, if it is a later one."""
        return " " if self.spaced and later and word not in _CLOSED else ""


class ScriptedModel:
    """A causal model (`Target`) whose logits are the logarithms of written laws. Its cache is the words themselves."""

    eos_ids: frozenset[int] = frozenset()
    context = CONTEXT

    def __init__(self, lexicon: Lexicon, laws: Laws) -> None:
        self._lexicon = lexicon
        self._laws = {tuple(lexicon.ids(end)): self._logits(law) for end, law in laws.items()}
        self._longest = max(map(len, self._laws))
        self._cache: list[int] = []
        self._scored: tuple[int, list[list[int]]] = (0, [])

    @property
    def vocab_size(self) -> int:
        return len(self._lexicon.words)

    @property
    def length(self) -> int:
        return len(self._cache)

    def reset(self) -> None:
        self._cache = []

    def prefill(self, ids: Sequence[int]) -> None:
        self._cache.extend(ids)

    def score(self, ids: Sequence[int], parents: Sequence[int] | None = None) -> Scores:
        start = len(self._cache)
        paths: list[list[int]] = []
        for word, parent in zip(ids, range(-1, len(ids) - 1) if parents is None else parents, strict=True):
            paths.append([*([] if parent < 0 else paths[parent]), word])
        logits = np.stack([self._after([*self._cache, *path]) for path in paths])
        self._cache.extend(ids)
        self._scored = (start, paths)
        return Scores(logits)

    def keep(self, rows: Sequence[int]) -> None:
        start, paths = self._scored
        self._cache[start:] = paths[rows[-1]]

    def rewind(self, length: int) -> None:
        del self._cache[length:]

    def score_batch(self, prefixes: Sequence[Sequence[int]]) -> NDArray[np.float32]:
        return np.stack([self._after(prefix) for prefix in prefixes])

    def _after(self, words: Sequence[int]) -> NDArray[np.float32]:
        """Raises KeyError where no law was written for these words."""
        for length in range(self._longest, 0, -1):
            logits = self._laws.get(tuple(words[-length:]))
            if logits is not None:
                return logits
        raise KeyError(self._lexicon.words[words[-1]])

    def _logits(self, law: Mapping[str, float]) -> NDArray[np.float32]:
        row = np.full(self.vocab_size, _NEVER, dtype=np.float32)
        row[self._lexicon.ids(list(law))] = [log(chance) for chance in law.values()]
        return row
