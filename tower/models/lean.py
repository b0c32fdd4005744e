"""A lean pass through a Llama on a CPU, and its cache. One object is one session; the weights are shared.

Matrices meet activations as columns, `mm(W, rows.t())`: for a handful of rows that is the quick order on CPUs, several
times quicker than `linear(rows, W)`. One row alone would fall into a matrix-vector kernel, which is the quickest for a
small model that stays in the cache, but slower than two rows together for one that comes from memory: there a single
row is doubled. Logits equal transformers' up to rounding. Knows no tokenizer and no rule.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from tower.decoding.target import Scores
from tower.models.block import BlockCache, Places, through
from tower.models.errors import ModelError
from tower.models.llama_weights import ROWS, LlamaWeights
from tower.models.prefixes import batch_of_prefixes
from tower.models.tree import ancestors, depths, from_the_first, is_chain
from tower.models.workspace import Workspace, unit_rows

IN_CACHE = 8 * 2**20  # bytes of weights


class LeanLlama:
    """A Llama-family model with a cache of `length` words, behind the decoder's `Target`.

    taps: after how many blocks the stream of activations is handed out as features, [taps, n, width] a pass, before
    any norm; 0 is the embedding. caches: by block; the first `length` columns hold words, what lies behind is
    nobody's. Not safe for two threads at once.
    """

    def __init__(self, weights: LlamaWeights, *, taps: Iterable[int] = ()) -> None:
        shape = weights.shape
        self.weights = weights
        self.taps = frozenset(taps)
        # numpy's zeros take memory only where something is written: a long context costs nothing before it is used
        size = (shape.layers, shape.kv_heads)
        self._keys = torch.from_numpy(np.zeros((*size, shape.head, weights.capacity), dtype=np.float32))
        self._values = torch.from_numpy(np.zeros((*size, weights.capacity, shape.head), dtype=np.float32))
        self.caches = tuple(map(BlockCache, self._keys, self._values))
        self._spaces: dict[int, Workspace] = {}
        self._single = 2 if weights.bytes_a_pass > IN_CACHE else 1  # rows that a pass of one word is made with
        self._length = 0
        self._scored = 0  # where the rows of the last score begin

    @property
    def vocab_size(self) -> int:
        return self.weights.vocab_size

    @property
    def context(self) -> int:
        return self.weights.context

    @property
    def eos_ids(self) -> frozenset[int]:
        return self.weights.shape.eos_ids

    @property
    def length(self) -> int:
        return self._length

    def reset(self) -> None:
        self._length = self._scored = 0

    def rewind(self, length: int) -> None:
        if not 0 <= length <= self._length:
            raise ValueError(f"cannot rewind {self._length} words to {length}")
        self._length = length

    @torch.inference_mode()
    def prefill(self, ids: Sequence[int]) -> Tensor | None:
        seen = []
        for first in range(0, len(ids), ROWS):
            _, features = self._pass(list(ids[first : first + ROWS]), None, logits=False)
            seen.append(features)
        return torch.cat([part for part in seen if part is not None], 1) if self.taps and seen else None

    @torch.inference_mode()
    def score(self, ids: Sequence[int], parents: Sequence[int] | None = None) -> Scores:
        self._scored = self._length
        logits, features = self._pass(list(ids), parents, logits=True)
        assert logits is not None
        return Scores(logits, features)

    @torch.inference_mode()
    def keep(self, rows: Sequence[int]) -> None:
        start, n = self._scored, len(rows)
        if not from_the_first(rows, self._length - start):
            kept = torch.tensor(rows) + start
            self._keys[..., start : start + n] = self._keys.index_select(3, kept)
            self._values[:, :, start : start + n] = self._values.index_select(2, kept)
        self._length = start + n

    def score_batch(self, prefixes: Sequence[Sequence[int]]) -> NDArray[np.float32]:
        return batch_of_prefixes(LeanLlama(self.weights), prefixes, ROWS)

    def _pass(
        self, ids: list[int], parents: Sequence[int] | None, *, logits: bool
    ) -> tuple[NDArray[np.float32] | None, Tensor | None]:
        weights = self.weights
        real, start = len(ids), self._length
        if not 0 < real <= ROWS:
            raise ModelError("rows-too-many", f"a pass takes 1 to {ROWS} words, not {real}", rows=real, most=ROWS)
        if start + real > weights.context:
            words, most = start + real, weights.context
            raise ModelError("context-full", f"{words} words do not fit into {most}", words=words, most=most)
        if real == 1:
            ids, parents = ids * self._single, None
        n = len(ids)
        space = self._space(n)
        places = self._places(start, start + n, parents)
        weights.embedding.take(ids, 0, space.stream)
        seen = [space.stream[:real].copy()] if 0 in self.taps else []
        for i, (block, cache) in enumerate(zip(weights.layers, self.caches, strict=True), 1):
            through(block, cache, weights.shape, places, space)
            if i in self.taps:
                seen.append(space.stream[:real].copy())
        self._length = start + real
        features = torch.from_numpy(np.stack(seen)) if seen else None
        if not logits:
            return None, features
        torch.mm(weights.head, unit_rows(space, weights.shape.epsilon), out=space.answer_columns)
        return space.answer.T[:real].copy(), features

    def _places(self, start: int, end: int, parents: Sequence[int] | None) -> Places:
        weights, n = self.weights, end - start
        if parents is None or is_chain(parents):
            mask = weights.band[:n, weights.capacity - start : weights.capacity + n]
            cos, sin = weights.cos[..., start:end], weights.sin[..., start:end]
        else:
            mask = weights.band.new_zeros(n, end)
            mask[:, start:].masked_fill_(~torch.from_numpy(ancestors(parents)), float("-inf"))
            places = depths(parents) + start
            cos, sin = weights.cos[..., places], weights.sin[..., places]
        group = weights.shape.heads // weights.shape.kv_heads
        return Places(start, end, mask if group == 1 else mask.repeat(group, 1), cos, sin)

    def _space(self, n: int) -> Workspace:
        if n not in self._spaces:
            self._spaces[n] = Workspace(self.weights.shape, self.weights.vocab_size, n)
        return self._spaces[n]
