"""The target's own answer to a stream of activations: final norm and unembedding, shared by every head."""

from __future__ import annotations

import numpy as np
import torch
from numpy.typing import NDArray

from tower.models.llama_weights import LlamaWeights
from tower.models.workspace import Array

_ROWS = 3  # up to so many rows, a matrix of rows times the unembedding is quicker than columns


class Answer:
    """Streams [n, width] to logits [n, V], as the target would answer them after its last block.

    words: ids in ascending order, the only ones that are scored; the others come out as -inf. None scores all.
    """

    def __init__(self, weights: LlamaWeights, words: NDArray[np.intp] | None = None) -> None:
        self.vocab_size = weights.vocab_size
        self.words = self.vocab_size if words is None else len(words)
        self._ids = words
        self._head = weights.head if words is None else weights.head[torch.from_numpy(words)].contiguous()
        self._floor = weights.shape.epsilon * weights.shape.width

    def __call__(self, streams: Array) -> Array:
        units = torch.from_numpy(unit(streams, self._floor))
        if len(streams) <= _ROWS:
            scored = torch.mm(units, self._head.t()).numpy()
        else:
            scored = torch.mm(self._head, units.t()).numpy().T
        if self._ids is None:
            return np.ascontiguousarray(scored)
        logits = np.full((len(streams), self.vocab_size), -np.inf, dtype=np.float32)
        logits[:, self._ids] = scored
        return logits


def unit(rows: Array, floor: float) -> Array:
    """Rows [..., d] at length 1: an RMS norm without its weight and its sqrt(d). floor: the norm's epsilon times d."""
    return np.asarray(rows / np.sqrt(np.vecdot(rows, rows) + np.float32(floor))[..., None])
