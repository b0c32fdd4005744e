"""The target's own answer to a stream of activations: final norm and unembedding, shared by every head."""

from __future__ import annotations

import numpy as np
import torch

from tower.models.llama_weights import LlamaWeights
from tower.models.workspace import Array

_ROWS = 3  # up to so many rows, a matrix of rows times the unembedding is quicker than columns


class Answer:
    """Streams [n, width] to logits [n, V], as the target would answer them after its last block."""

    def __init__(self, weights: LlamaWeights) -> None:
        self._head = weights.head
        self._floor = weights.shape.epsilon * weights.shape.width

    def __call__(self, streams: Array) -> Array:
        units = torch.from_numpy(unit(streams, self._floor))
        if len(streams) <= _ROWS:
            return torch.mm(units, self._head.t()).numpy()
        return np.ascontiguousarray(torch.mm(self._head, units.t()).numpy().T)


def unit(rows: Array, floor: float) -> Array:
    """Rows [..., d] at length 1: an RMS norm without its weight and its sqrt(d). floor: the norm's epsilon times d."""
    return np.asarray(rows / np.sqrt(np.vecdot(rows, rows) + np.float32(floor))[..., None])
