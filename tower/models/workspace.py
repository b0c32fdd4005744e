"""Room for the activations of a pass of n rows, used again by the next one of n rows.

Every array is there twice, as a torch tensor for the matrices and as a numpy view of the same memory for everything
small: on a few thousand numbers numpy's calls cost a third of torch's. Knows no weights and no cache.
"""

from __future__ import annotations

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from tower.models.llama_shape import LlamaShape

Array = NDArray[np.float32]


class Workspace:
    """Arrays of one pass. Names ending in _columns are tensors that matrices read or write, activations as columns."""

    def __init__(self, shape: LlamaShape, words: int, n: int) -> None:
        heads, kv_heads, head, half = shape.heads, shape.kv_heads, shape.head, shape.head // 2
        turned = heads + kv_heads
        # rows in order for what a matrix reads, columns in order for what it writes: the quick layout of both
        self.stream = _array(n, shape.width)
        self.scale = _array(n)
        self.scale_column = self.scale[:, None]
        self.normed = _array(n, shape.width)
        self.normed_columns = torch.from_numpy(self.normed).t()

        self.qkv = _array((heads + 2 * kv_heads) * head, n)
        self.qkv_columns = torch.from_numpy(self.qkv)
        self.before_turn = self.qkv[: turned * head].reshape(turned, 2, half, n)
        self.swapped = self.before_turn[:, ::-1]
        self.after_turn = _array(turned, 2, half, n)
        self.partner = _array(turned, 2, half, n)
        turned_heads = self.after_turn.reshape(turned, head, n)
        self.new_keys = turned_heads[heads:]
        self.new_values = self.qkv[turned * head :].reshape(kv_heads, head, n).transpose(0, 2, 1)
        self.queries = torch.from_numpy(turned_heads)[:heads].transpose(1, 2)

        self.found = _array(heads, n, head)
        self.found_heads = torch.from_numpy(self.found).view(kv_heads, heads // kv_heads * n, head)
        self.looked = _array(n, heads * head)
        self.looked_columns = torch.from_numpy(self.looked).t()
        self.looked_heads = self.looked.reshape(n, heads, head).transpose(1, 0, 2)

        self.both = _array(2 * shape.hidden, n)
        self.both_columns = torch.from_numpy(self.both)
        self.gate_columns = self.both_columns[: shape.hidden]
        self.gate, self.up = self.both[: shape.hidden], self.both[shape.hidden :]
        self.gated = _array(n, shape.hidden)
        self.gated_rows = self.gated.T
        self.gated_columns = torch.from_numpy(self.gated).t()

        self.step = _array(shape.width, n)
        self.step_columns = torch.from_numpy(self.step)
        self.step_rows = self.step.T
        self.answer = _array(words, n)
        self.answer_columns = torch.from_numpy(self.answer)


def unit_rows(space: Workspace, epsilon: float) -> Tensor:
    """The stream's rows at length 1, as columns: an RMS norm (Zhang and Sennrich, arXiv 1910.07467) without its weight
    and its sqrt(width), which the next matrix holds. epsilon: the norm's own."""
    scale = space.scale
    np.vecdot(space.stream, space.stream, out=scale)
    scale += epsilon * space.stream.shape[1]
    np.sqrt(scale, out=scale)
    np.divide(space.stream, space.scale_column, out=space.normed)
    return space.normed_columns


def _array(*size: int) -> Array:
    return np.zeros(size, dtype=np.float32)
