"""Heads on tables: hidden states are numbers of known texts, so a state of the wrong word or of a text that was never
written shows at once. What they guess is the law of another table."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from tests.decoding.tables import TableModel
from tower.decoding.decoder import Run, speculative
from tower.decoding.distribution import Warp
from tower.decoding.drafters.base import Drafter
from tower.decoding.drafters.eagle import Eagle, EagleTree
from tower.decoding.drafters.early_exit import EarlyExit
from tower.decoding.drafters.medusa import Medusa, MedusaTree
from tower.decoding.drafters.mtp import Mtp
from tower.decoding.draws import Draws
from tower.decoding.rulebook import rule_of
from tower.decoding.target import Scores

Text = tuple[int, ...]
TEXTS: list[Text] = []
GREEDY = Warp(0)
_NUMBERS: dict[Text, int] = {}


def state_of(text: Sequence[int]) -> float:
    key = tuple(text)
    if key not in _NUMBERS:
        _NUMBERS[key] = len(TEXTS)
        TEXTS.append(key)
    return float(_NUMBERS[key])


class FeaturedModel(TableModel):
    """A table that hands out features [1, n, 1]: the number of the text up to each word."""

    def prefill(self, ids: Sequence[int]) -> NDArray[np.float32]:  # type: ignore[override]
        start = len(self.cache)
        super().prefill(ids)
        states = [state_of(self.cache[: i + 1]) for i in range(start, len(self.cache))]
        return np.array(states, dtype=np.float32)[None, :, None]

    def score(self, ids: Sequence[int], parents: Sequence[int] | None = None) -> Scores:
        before = list(self.cache)
        logits = super().score(ids, parents).logits
        assert self._scored is not None
        states = [state_of([*before, *path]) for path in self._scored[1]]
        return Scores(logits, np.array(states, dtype=np.float32)[None, :, None])


class TableChain:
    """A chained head: the law after an entry is the table's after all words that led to it."""

    def __init__(self, table: TableModel) -> None:
        self.table, self.context, self.words = table, table.context, table.vocab_size
        self.texts: list[Text] = []  # of each true entry: its state's text and its word
        self.grown: list[Text] = []
        self.steps = 0

    @property
    def length(self) -> int:
        return len(self.texts)

    def rewind(self, length: int) -> None:
        assert 0 <= length <= len(self.texts)
        del self.texts[length:]
        self.grown = []

    def read(self, features: NDArray[np.float32], words: Sequence[int]) -> NDArray[np.float32]:
        assert features.shape == (1, len(words), 1) and len(words) > 0
        for state, word in zip(features[0, :, 0], words, strict=True):
            text = (*TEXTS[int(state)], word)
            assert len(text) == len(self.texts) + 2, "an entry is left out or made twice"
            assert not self.texts or text[:-1] == self.texts[-1], "the entries are of different texts"
            self.texts.append(text)
        self.grown, self.steps = [], self.steps + 1
        return self.table.logits_after(self.texts[-1])

    def grow(self, words: Sequence[int], parents: Sequence[int]) -> NDArray[np.float32]:
        made = len(self.grown)
        for word, parent in zip(words, parents, strict=True):
            assert parent < made
            self.grown.append((*(self.texts[-1] if parent < 0 else self.grown[parent]), word))
        self.steps += 1
        return np.stack([self.table.logits_after(text) for text in self.grown[made:]])


class TableHeads:
    """Medusa heads: what each says depends on the text before the last written word, and on its number."""

    def __init__(self, table: TableModel, heads: int = 4) -> None:
        self.table, self.heads, self.words = table, heads, table.vocab_size

    def guess(self, features: NDArray[np.float32], heads: int) -> NDArray[np.float32]:
        assert features.shape == (1, 1)
        text = TEXTS[int(features[0, 0])]
        return np.stack([self.table.logits_after([*text, 5 + j]) for j in range(heads)])


class TableExit:
    """An early exit: the table's law after what the target has read and the words ahead."""

    layers = 1

    def __init__(self, table: TableModel, target: TableModel) -> None:
        self.table, self.target, self.context, self.words = table, target, target.context, table.vocab_size
        self.ahead: list[int] = []

    @property
    def length(self) -> int:
        return self.target.length

    def step(self, word: int, ahead: int) -> NDArray[np.float32]:
        assert self.target.length + ahead < self.context
        self.ahead[ahead:] = [word]
        return self.table.logits_after([*self.target.cache, *self.ahead])


CODES = ("early-exit", "medusa", "medusa-tree", "mtp", "eagle", "eagle-tree")
CHAINS = ("early-exit", "medusa", "mtp", "eagle")


def drafter_of(code: str, draft: TableModel, target: TableModel) -> Drafter:
    drafters = {
        "early-exit": lambda: EarlyExit(TableExit(draft, target)),
        "medusa": lambda: Medusa(TableHeads(draft)),
        "medusa-tree": lambda: MedusaTree(TableHeads(draft)),
        "mtp": lambda: Mtp(TableChain(draft)),
        "eagle": lambda: Eagle(TableChain(draft)),
        "eagle-tree": lambda: EagleTree(TableChain(draft)),
    }
    return drafters[code]()


def featured(target: TableModel) -> FeaturedModel:
    return FeaturedModel(target.table, context=target.context, eos_ids=target.eos_ids, memory=target.memory)


def run_of_head(
    code: str,
    target: TableModel,
    draft: TableModel,
    prompt: Sequence[int],
    *,
    warp: Warp = GREEDY,
    rule: str = "speculative",
    draws: Draws | None = None,
    k: int = 4,
    max_new_tokens: int = 20,
) -> Run:
    return speculative(
        target, drafter_of(code, draft, target), rule_of(rule), warp, draws or Draws(0), prompt, k=k,
        max_new_tokens=max_new_tokens,
    )  # fmt: skip
