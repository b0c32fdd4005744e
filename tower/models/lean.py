"""A lean pass through a Llama on a CPU, and its cache. One object is one session; the weights are shared.

Matrices meet activations as columns, `mm(W, rows.t())`: for a handful of rows that is the quick order on CPUs, several
times quicker than `linear(rows, W)`. One row alone would fall into a matrix-vector kernel that is slower than two rows
together, so it is doubled. Logits equal transformers' up to rounding. Knows no tokenizer and no rule.
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
from tower.models.llama_weights import ROWS, Layer, LlamaWeights
from tower.models.prefixes import batch_of_prefixes
from tower.models.tree import ancestors, depths, is_chain


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
        self._slots = tuple(zip(weights.layers, self._keys.unbind(), self._values.unbind(), strict=True))
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
            ids = ids * 2
        n = len(ids)
        end = start + n
        heads, kv_heads, head = shape.heads, shape.kv_heads, shape.head
        group, turned = heads // kv_heads, (heads + kv_heads) * head
        half = head // 2
        if real == 1 or parents is None or is_chain(parents):
            mask = weights.band[:n, weights.capacity - start : weights.capacity + n]
            cos, sin = weights.cos[..., start:end], weights.sin[..., start:end]
        else:
            mask = weights.band.new_zeros(n, end)
            mask[:, start:].masked_fill_(~torch.from_numpy(ancestors(parents)), float("-inf"))
            places = torch.from_numpy(depths(parents)) + start
            cos, sin = weights.cos[..., places], weights.sin[..., places]
        if group > 1:
            mask = mask.repeat(group, 1)

        width = (shape.width,)
        epsilon = shape.epsilon
        x = F.embedding(torch.tensor(ids), weights.embedding)  # [n, width], row by row
        seen = [x[:real].clone()] if 0 in self.taps else []
        for i, (layer, all_keys, all_values) in enumerate(self._slots, 1):
            qkv = _columns(layer.qkv, layer.qkv_bias, F.rms_norm(x, width, None, epsilon))
            qk = qkv[:turned].view(heads + kv_heads, 2, half, n)
            qk = torch.addcmul(qk * cos, qk.flip(1), sin).view(heads + kv_heads, head, n)
            keys, values = all_keys[..., :end], all_values[:, :end]
            keys[..., start:] = qk[heads:]
            values[:, start:] = qkv[turned:].view(kv_heads, head, n).transpose(1, 2)
            queries = qk[:heads].transpose(1, 2)
            if group > 1:
                queries = queries.reshape(kv_heads, group * n, head)
            looked = torch.bmm(torch.softmax(torch.baddbmm(mask, queries, keys), -1), values)
            looked = looked.view(heads, n, head).transpose(0, 1).reshape(n, heads * head)
            x.add_(_columns(layer.out, layer.out_bias, looked).t())
            x.add_(_columns(layer.down, layer.down_bias, self._gated(layer, x)).t())
            if i in self.taps:
                seen.append(x[:real].clone())
        self._length = start + real
        features = torch.stack(seen) if seen else None
        if not logits:
            return None, features
        answer = _columns(weights.head, None, F.rms_norm(x, width, None, epsilon)).numpy()
        # numpy turns these columns into rows ten times quicker than torch
        return np.ascontiguousarray(answer.T[:real]), features

    def _gated(self, layer: Layer, x: Tensor) -> Tensor:
        """silu(gate) * up, [n, hidden] row by row."""
        shape = self.weights.shape
        both = _columns(layer.gate_up, layer.gate_up_bias, F.rms_norm(x, (shape.width,), None, shape.epsilon))
        gated = x.new_empty(len(x), shape.hidden)
        torch.mul(F.silu(both[: shape.hidden], inplace=True), both[shape.hidden :], out=gated.t())
        return gated


def _columns(matrix: Tensor, bias: Tensor | None, rows: Tensor) -> Tensor:
    """matrix [m, d] times rows [n, d] as columns: [m, n]."""
    return torch.mm(matrix, rows.t()) if bias is None else torch.addmm(bias, matrix, rows.t())
