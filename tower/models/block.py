"""One block of a Llama on a few rows: attention over a cache, then the feed-forward part. Knows no model around it.

Matrices meet activations as columns, see `lean.py`. The same pass serves the target, the first blocks of it alone, and
a drafter's own single block.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor

from tower.models.llama_shape import LlamaShape
from tower.models.llama_weights import Layer
from tower.models.workspace import Array, Workspace, unit_rows


class BlockCache:
    """Keys and values of one block for `capacity` words, as tensors for the products and as views to write to."""

    def __init__(self, keys: Tensor, values: Tensor) -> None:
        """keys [kv_heads, head, capacity], values [kv_heads, capacity, head]"""
        self.keys, self.values = keys, values
        self.key_rows, self.value_rows = keys.numpy(), values.numpy()


@dataclass(frozen=True, slots=True)
class Places:
    """Where the rows of a pass stand: they are written to start .. end, `mask` [heads a kv head * n, end] says whom
    each sees (0 or -inf), cos and sin turn them to their positions."""

    start: int
    end: int
    mask: Tensor
    cos: Array
    sin: Array


def through(block: Layer, cache: BlockCache, shape: LlamaShape, places: Places, space: Workspace) -> None:
    """Send the rows in `space.stream` through the block; their keys and values stay in the cache."""
    start, end, epsilon = places.start, places.end, shape.epsilon
    torch.mm(block.qkv, unit_rows(space, epsilon), out=space.qkv_columns)
    if block.qkv_bias is not None:
        space.qkv += block.qkv_bias
    np.multiply(space.before_turn, places.cos, out=space.after_turn)
    np.multiply(space.swapped, places.sin, out=space.partner)
    np.add(space.after_turn, space.partner, out=space.after_turn)
    cache.key_rows[:, :, start:end] = space.new_keys
    cache.value_rows[:, start:end] = space.new_values
    queries = space.queries
    group = shape.heads // shape.kv_heads
    if group > 1:
        queries = queries.reshape(shape.kv_heads, group * (end - start), shape.head)
    looks = torch.softmax(torch.baddbmm(places.mask, queries, cache.keys[:, :, :end]), -1)
    torch.bmm(looks, cache.values[:, :end], out=space.found_heads)
    space.looked_heads[:] = space.found
    torch.mm(block.out, space.looked_columns, out=space.step_columns)
    _add(space, block.out_bias)
    torch.mm(block.gate_up, unit_rows(space, epsilon), out=space.both_columns)
    if block.gate_up_bias is not None:
        space.both += block.gate_up_bias
    F.silu(space.gate_columns, inplace=True)
    np.multiply(space.gate, space.up, out=space.gated_rows)
    torch.mm(block.down, space.gated_columns, out=space.step_columns)
    _add(space, block.down_bias)


def _add(space: Workspace, bias: Array | None) -> None:
    """What a block found joins the stream."""
    space.stream += space.step_rows
    if bias is not None:
        space.stream += bias[:, 0]
