"""Models whose laws are known: logits are a fixed function of the whole text before, so a wrong cache shows at once."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from tower.decoding.target import Scores


class TableModel:
    """A causal model on a table of logits [N, V]: the row is a hash of all words so far (or `row_of` them).

    Its cache is the list of words itself. Every call is checked as strictly as a real cache would fail.
    """

    def __init__(
        self,
        table: NDArray[np.floating],
        *,
        context: int = 256,
        eos_ids: frozenset[int] = frozenset(),
        memory: int | None = None,
    ) -> None:
        """memory: how many of the last words decide the row; None for all."""
        self.table = np.asarray(table, dtype=np.float32)
        self.context, self.eos_ids, self.memory = context, eos_ids, memory
        self.cache: list[int] = []
        self.passes: list[int] = []  # rows of each score
        self._scored: tuple[int, list[list[int]]] | None = None

    @property
    def vocab_size(self) -> int:
        return self.table.shape[1]

    @property
    def length(self) -> int:
        return len(self.cache)

    def logits_after(self, words: Sequence[int]) -> NDArray[np.float32]:
        seen = words if self.memory is None else words[len(words) - self.memory :]
        mixed = 17
        for word in seen:
            mixed = (mixed * 31 + word + 7) % 1_000_003
        return self.table[mixed % len(self.table)]

    def reset(self) -> None:
        self.cache, self._scored = [], None

    def prefill(self, ids: Sequence[int]) -> None:
        assert len(ids) > 0
        self._extend(ids)
        self._scored = None

    def score(self, ids: Sequence[int], parents: Sequence[int] | None = None) -> Scores:
        assert len(ids) > 0
        start = len(self.cache)
        parents = range(-1, len(ids) - 1) if parents is None else parents
        paths: list[list[int]] = []
        for word, parent in zip(ids, parents, strict=True):
            paths.append([*([] if parent < 0 else paths[parent]), word])
        logits = np.stack([self.logits_after(self.cache + path) for path in paths])
        self._extend(ids)
        self._scored = (start, paths)
        self.passes.append(len(ids))
        return Scores(logits)

    def keep(self, rows: Sequence[int]) -> None:
        assert self._scored is not None
        start, paths = self._scored
        path = paths[rows[-1]]
        assert [paths[row][-1] for row in rows] == path, "the rows kept are no path from the root"
        self.cache[start:] = path
        self._scored = None

    def rewind(self, length: int) -> None:
        assert 0 <= length <= len(self.cache)
        del self.cache[length:]
        self._scored = None

    def score_batch(self, prefixes: Sequence[Sequence[int]]) -> NDArray[np.float32]:
        return np.stack([self.logits_after(list(prefix)) for prefix in prefixes])

    def _extend(self, ids: Sequence[int]) -> None:
        assert all(0 <= word < self.vocab_size for word in ids)
        assert len(self.cache) + len(ids) <= self.context, "the cache overflows"
        self.cache.extend(ids)


def random_table(seed: int, rows: int = 97, size: int = 23, spread: float = 2.0) -> NDArray[np.float32]:
    """Independent normal logits."""
    return (np.random.default_rng(seed).standard_normal((rows, size)) * spread).astype(np.float32)


def pair(
    seed: int = 0,
    *,
    size: int = 23,
    error: float = 1.0,
    spread: float = 2.0,
    memory: int | None = None,
    context: int = 256,
) -> tuple[TableModel, TableModel]:
    """A target and a draft that is the target plus noise: it agrees often, not always."""
    table = random_table(seed, size=size, spread=spread)
    noise = error * random_table(seed + 1, size=size, spread=1.0)
    target = TableModel(table, memory=memory, context=context)
    return target, TableModel(table + noise, memory=memory, context=context)


def greedy_text(target: TableModel, prompt: Sequence[int], words: int) -> list[int]:
    """What greedy decoding writes, by the definition: no cache, no decoder."""
    text = list(prompt)
    for _ in range(words):
        text.append(int(target.logits_after(text).argmax()))
    return text[len(prompt) :]
