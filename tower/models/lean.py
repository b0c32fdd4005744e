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
import torch.nn.functional as F
from numpy.typing import NDArray
from torch import Tensor

from tower.decoding.target import Scores
from tower.models.errors import ModelError
from tower.models.llama_weights import ROWS, LlamaWeights
from tower.models.prefixes import batch_of_prefixes
from tower.models.tree import ancestors, depths, is_chain
from tower.models.workspace import Array, Workspace, unit_rows

IN_CACHE = 8 * 2**20  # bytes of weights


class LeanLlama:
    """A Llama-family model with a cache of `length` words, behind the decoder's `Target`.

    taps: after how many blocks the stream of activations is handed out as features, [taps, n, width] a pass, before
    any norm; 0 is the embedding. Not safe for two threads at once.
    """

    def __init__(self, weights: LlamaWeights, *, taps: Iterable[int] = ()) -> None:
        shape = weights.shape
        self.weights = weights
        self.taps = frozenset(taps)
        self._keys = torch.zeros(shape.layers, shape.kv_heads, shape.head, weights.capacity)
        self._values = torch.zeros(shape.layers, shape.kv_heads, weights.capacity, shape.head)
        self._slots = tuple(
            (layer, keys, values, keys.numpy(), values.numpy())
            for layer, keys, values in zip(weights.layers, self._keys, self._values, strict=True)
        )
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
        if any(not 0 <= row < self._length - start for row in rows):
            raise ValueError(f"rows {list(rows)} are not in the last pass")
        if list(rows) != list(range(n)):
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
        shape = weights.shape
        real, start = len(ids), self._length
        if not 0 < real <= ROWS:
            raise ModelError("rows-too-many", f"a pass takes 1 to {ROWS} words, not {real}", rows=real, most=ROWS)
        if start + real > weights.context:
            words, most = start + real, weights.context
            raise ModelError("context-full", f"{words} words do not fit into {most}", words=words, most=most)
        if real == 1:
            ids, parents = ids * self._single, None
        n = len(ids)
        end = start + n
        space = self._space(n)
        mask, cos, sin = self._places(start, end, parents)
        heads, epsilon = shape.heads, shape.epsilon
        group = heads // shape.kv_heads
        if group > 1:
            mask = mask.repeat(group, 1)

        weights.embedding.take(ids, 0, space.stream)
        seen = [space.stream[:real].copy()] if 0 in self.taps else []
        for i, (layer, all_keys, all_values, key_rows, value_rows) in enumerate(self._slots, 1):
            torch.mm(layer.qkv, unit_rows(space, epsilon), out=space.qkv_columns)
            if layer.qkv_bias is not None:
                space.qkv += layer.qkv_bias
            np.multiply(space.before_turn, cos, out=space.after_turn)
            np.multiply(space.swapped, sin, out=space.partner)
            np.add(space.after_turn, space.partner, out=space.after_turn)
            key_rows[:, :, start:end] = space.new_keys
            value_rows[:, start:end] = space.new_values
            queries = space.queries
            if group > 1:
                queries = queries.reshape(shape.kv_heads, group * n, shape.head)
            looks = torch.softmax(torch.baddbmm(mask, queries, all_keys[:, :, :end]), -1)
            torch.bmm(looks, all_values[:, :end], out=space.found_heads)
            space.looked_heads[:] = space.found
            torch.mm(layer.out, space.looked_columns, out=space.step_columns)
            _add(space, layer.out_bias)
            torch.mm(layer.gate_up, unit_rows(space, epsilon), out=space.both_columns)
            if layer.gate_up_bias is not None:
                space.both += layer.gate_up_bias
            F.silu(space.gate_columns, inplace=True)
            np.multiply(space.gate, space.up, out=space.gated_rows)
            torch.mm(layer.down, space.gated_columns, out=space.step_columns)
            _add(space, layer.down_bias)
            if i in self.taps:
                seen.append(space.stream[:real].copy())
        self._length = start + real
        features = torch.from_numpy(np.stack(seen)) if seen else None
        if not logits:
            return None, features
        torch.mm(weights.head, unit_rows(space, epsilon), out=space.answer_columns)
        return space.answer.T[:real].copy(), features

    def _places(self, start: int, end: int, parents: Sequence[int] | None) -> tuple[Tensor, Array, Array]:
        """Who sees whom [n, end], and the turn of each row's position."""
        weights, n = self.weights, end - start
        if parents is None or is_chain(parents):
            mask = weights.band[:n, weights.capacity - start : weights.capacity + n]
            return mask, weights.cos[..., start:end], weights.sin[..., start:end]
        mask = weights.band.new_zeros(n, end)
        mask[:, start:].masked_fill_(~torch.from_numpy(ancestors(parents)), float("-inf"))
        places = depths(parents) + start
        return mask, weights.cos[..., places], weights.sin[..., places]

    def _space(self, n: int) -> Workspace:
        if n not in self._spaces:
            self._spaces[n] = Workspace(self.weights.shape, self.weights.vocab_size, n)
        return self._spaces[n]


def _add(space: Workspace, bias: Array | None) -> None:
    """What a block found joins the stream."""
    space.stream += space.step_rows
    if bias is not None:
        space.stream += bias[:, 0]
