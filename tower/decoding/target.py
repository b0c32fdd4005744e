"""What the decoder asks of a target model: score a row in one pass, keep some of it, roll back.

Knows no implementation; anything with a cache of words can stand behind it (tests use plain tables).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from tower.decoding.trace import Served


@dataclass(frozen=True, slots=True)
class Scores:
    """One haul's answer. `logits` [n, V] float32: row i speaks about the word after ids[i] and its ancestors.

    `features` holds hidden states for drafters that live on them, row by row as `logits`; the decoder passes it on
    unread, None where the model offers none.

    partial: rows in which only the words of `ids` and the likeliest are true, as a target behind a server sends them;
    the other words share evenly what those leave. Each with what fetches the row whole: Scores of one row, for another
    haul. served: what the answer took there.
    """

    logits: NDArray[np.float32]
    features: Any | None = None
    partial: Mapping[int, Callable[[], Scores]] = field(default_factory=dict)
    served: Served | None = None

    def completed(self, row: int) -> Scores:
        """The same with a row of `partial` whole."""
        answer = self.partial[row]()
        logits = self.logits.copy()
        logits[row] = answer.logits[0]
        served = self.served + answer.served if self.served and answer.served else self.served or answer.served
        partial = {other: fetch for other, fetch in self.partial.items() if other != row}
        return replace(self, logits=logits, partial=partial, served=served)


class CachedModel(Protocol):
    """A causal language model with a cache of `length` words. Drafters use small ones, the decoder a large one."""

    @property
    def vocab_size(self) -> int:
        """V, the number of logits in a row."""

    @property
    def context(self) -> int:
        """The most words that the cache can hold."""

    @property
    def length(self) -> int:
        """Words in the cache now."""

    def reset(self) -> None:
        """Empty the cache."""

    def prefill(self, ids: Sequence[int]) -> Any | None:
        """Append ids to the cache without asking for logits. No haul. May return features [n, ...] of the ids."""

    def score(self, ids: Sequence[int], parents: Sequence[int] | None = None) -> Scores:
        """Append ids in one pass and score each of them.

        parents[i] is the row (in this call, before i) whose word precedes ids[i]; -1 means the words in the cache.
        None means a chain: each id follows the one before it. All n words stay in the cache until `keep` or `rewind`.
        """

    def rewind(self, length: int) -> None:
        """Drop everything after the first `length` cached words. Valid at any time for 0 <= length <= self.length."""


class Target(CachedModel, Protocol):
    """The model whose law is to be kept."""

    @property
    def eos_ids(self) -> frozenset[int]:
        """Ids that end a text; empty when the model has none."""

    def keep(self, rows: Sequence[int]) -> None:
        """Of the last `score`, let only these rows (a path from the root, in order) stay in the cache."""

    def score_batch(self, prefixes: Sequence[Sequence[int]]) -> NDArray[np.float32]:
        """Logits [B, V] after each whole prefix, for experiments; the cache stays as it is."""
