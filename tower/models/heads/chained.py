"""A block of the target's own kind that guesses word by word on hidden states: an MTP module, or an EAGLE head.

Entry i joins the target's hidden state at word i with word i + 1 and guesses word i + 2; its position is i + 1. A
drafted word has no hidden state of the target's: the block's own output stands in for it. MTP: DeepSeek-V3 (arXiv
2412.19437). EAGLE-3 (Li et al., arXiv 2503.01840): the same with the states of several blocks fused into one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor

from tower.models.block import BlockCache, Places, through
from tower.models.errors import ModelError
from tower.models.heads.answer import Answer, unit
from tower.models.heads.files import HeadFile
from tower.models.llama_shape import LlamaShape
from tower.models.llama_weights import ROWS, Layer, LlamaWeights
from tower.models.workspace import Array, Workspace

GROWN = 64
"""Entries of drafted words that one draft may make."""


@dataclass(frozen=True, slots=True)
class ChainedWeights:
    """taps: the streams it lives on. fuse [d, taps * d], None with a single tap. join [d, 2 d]: what is made of a
    hidden state and an embedding, both at length 1. Norms are multiplied into the matrices that follow them."""

    taps: tuple[int, ...]
    shape: LlamaShape
    fuse: Tensor | None
    join: Tensor
    block: Layer

    @staticmethod
    def read(file: HeadFile, target: LlamaWeights) -> ChainedWeights:
        shape = target.shape
        d, inner = shape.width, shape.heads * shape.head
        kv, root = shape.kv_heads * shape.head, d**0.5
        taps = tuple(file.config.get("taps", (shape.layers,)))
        sound = all(isinstance(tap, int) and 0 <= tap <= shape.layers for tap in taps)
        if not taps or not sound or list(taps) != sorted(set(taps)):
            message = f"config.json of the {file.kind} head: there are no streams {taps}"
            raise ModelError("config-unreadable", message, file="config.json")
        fuse = file.part("fuse", d, len(taps) * d) * root if "fuse" in file.tensors else None
        if fuse is None and len(taps) > 1:
            file.part("fuse", d, len(taps) * d)
        norms = torch.cat([file.part("norm_hidden", d), file.part("norm_embedding", d)]) * root
        before, after = file.part("attn_norm", d) * root, file.part("mlp_norm", d) * root
        gate = file.part("gate", 0, d)
        hidden = len(gate)
        block = Layer(
            qkv=torch.cat(
                [
                    file.part("q", inner, d) * before * shape.head**-0.5,
                    file.part("k", kv, d) * before,
                    file.part("v", kv, d) * before,
                ]
            ),
            qkv_bias=None,
            out=file.part("o", d, inner),
            out_bias=None,
            gate_up=torch.cat([gate * after, file.part("up", hidden, d) * after]),
            gate_up_bias=None,
            down=file.part("down", d, hidden),
            down_bias=None,
        )
        join = file.part("join", d, 2 * d) * norms
        return ChainedWeights(taps, replace(shape, hidden=hidden, layers=1), fuse, join, block)


class Chained:
    """One session. `length` entries were made from the target's true states; drafted ones lie behind them."""

    def __init__(self, weights: ChainedWeights, target: LlamaWeights, answer: Answer) -> None:
        shape = weights.shape
        capacity = target.context + GROWN + 1
        self.taps = weights.taps
        self.words = answer.words
        self.context = target.context
        self._weights, self._target, self._answer = weights, target, answer
        self._floor = shape.epsilon * shape.width
        self._cache = BlockCache(
            torch.zeros(shape.kv_heads, shape.head, capacity), torch.zeros(shape.kv_heads, capacity, shape.head)
        )
        self._spaces: dict[int, Workspace] = {}
        self._states = np.zeros((GROWN + 1, shape.width), dtype=np.float32)  # first that of the last true entry
        self._lineage = np.zeros((GROWN, GROWN), dtype=np.bool_)  # whom a drafted entry sees of the drafted ones
        self._depths: list[int] = []  # of the drafted entries
        self.length = 0

    def rewind(self, length: int) -> None:
        """Keep the first `length` entries; drafted ones are forgotten."""
        if not 0 <= length <= self.length:
            raise ValueError(f"cannot rewind {self.length} entries to {length}")
        self.length = length
        self._depths.clear()

    @torch.inference_mode()
    def read(self, features: Array, words: Sequence[int]) -> Array:
        """Append true entries: features [taps, n, d] of n >= 1 words in a row, `words` the ones that follow each.

        Forgets what was drafted; returns the logits [V] after the last entry.
        """
        self._depths.clear()
        weights, target = self._weights, self._target
        for first in range(0, len(words), ROWS):
            piece = list(words[first : first + ROWS])
            n, start = len(piece), self.length
            hidden = unit(np.asarray(features)[:, first : first + n], self._floor)
            if weights.fuse is not None:
                side_by_side = np.ascontiguousarray(hidden.transpose(1, 0, 2)).reshape(n, -1)
                fused = torch.mm(torch.from_numpy(side_by_side), weights.fuse.t()).numpy()
                hidden = unit(fused, self._floor)[None]
            mask = target.band[:n, target.capacity - start : target.capacity + n]
            stream = self._entries(hidden[-1], piece, mask, list(range(start + 1, start + n + 1)), start)
            self.length = start + n
        self._states[0] = stream[-1]
        return np.asarray(self._answer(stream[-1:])[0])

    @torch.inference_mode()
    def grow(self, words: Sequence[int], parents: Sequence[int]) -> Array:
        """Append entries of drafted words and return the logits [n, V] after each.

        parents: for each the number of the drafted entry before it, counted from 0 over all calls since `read`; -1 for
        a word that follows the last true entry. Siblings do not see each other. Raises ModelError `rows-too-many`.
        """
        made, n = len(self._depths), len(words)
        if made + n > GROWN:
            raise ModelError("rows-too-many", f"a draft takes {GROWN} entries", rows=made + n, most=GROWN)
        depths, lineage = list(self._depths), self._lineage
        for row, parent in enumerate(parents, made):
            lineage[row, : made + n] = False
            if parent >= 0:
                lineage[row, :made] = lineage[parent, :made]
            lineage[row, row] = True
            depths.append(0 if parent < 0 else depths[parent] + 1)
        start = self.length + made
        mask = torch.zeros(n, start + n)
        if made + n > 1:
            unseen = ~lineage[made : made + n, : made + n]
            mask[:, self.length :].masked_fill_(torch.from_numpy(unseen), float("-inf"))
        hidden = unit(self._states[[parent + 1 for parent in parents]], self._floor)
        places = [self.length + 1 + depth for depth in depths[made:]]
        stream = self._entries(hidden, words, mask, places, start)
        self._states[made + 1 : made + 1 + n] = stream
        self._depths = depths
        return self._answer(stream)

    def _entries(self, hidden: Array, words: Sequence[int], mask: Tensor, positions: list[int], start: int) -> Array:
        """Streams [n, d] of entries whose hidden states stand at length 1; their keys and values lie from `start`."""
        weights, target, real = self._weights, self._target, len(words)
        shape = weights.shape
        embedded = unit(target.embedding[list(words)], self._floor)
        joined = np.concatenate([hidden, embedded], axis=1)
        n = max(real, 2)  # one row is made with two, as the target's is; the second one lands behind the others
        if real == 1:
            positions = positions * 2
            mask = F.pad(mask.expand(2, -1), (0, 1), value=float("-inf"))
        space = self._spaces.get(n)
        if space is None:
            space = self._spaces[n] = Workspace(shape, 1, n)
        space.stream[:] = torch.mm(torch.from_numpy(joined), weights.join.t()).numpy()
        group = shape.heads // shape.kv_heads
        if group > 1:
            mask = mask.repeat(group, 1)
        places = Places(start, start + n, mask, target.cos[..., positions], target.sin[..., positions])
        through(weights.block, self._cache, shape, places, space)
        return space.stream[:real]
