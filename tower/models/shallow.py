"""The first blocks of a target, run on words that it has not read: a look ahead that leaves it as it was.

Keys and values of the words before are the target's own. Those of the words ahead are written behind its `length`,
where every pass of the target writes before it reads: nothing that it relies on is touched, whatever happens here.
"""

from __future__ import annotations

import torch

from tower.models.block import Places, through
from tower.models.errors import ModelError
from tower.models.lean import LeanLlama
from tower.models.workspace import Array, Workspace

_ROWS = 2  # one row is made with two, see `lean.py`; a cache has room for it


class Shallow:
    """A view of one session of a target. layers: how many of its blocks are run, at least one."""

    def __init__(self, model: LeanLlama, layers: int) -> None:
        self._model, self.layers = model, layers
        self._space = Workspace(model.weights.shape, 1, _ROWS)

    @property
    def length(self) -> int:
        """Words that the target itself has read."""
        return self._model.length

    @torch.inference_mode()
    def stream(self, word: int, ahead: int) -> Array:
        """The stream [1, width] after the last of these blocks for `word`, before any norm; valid until the next call.

        ahead: words fed since the target's last, each by a call of its own, in order. Raises ModelError `context-full`.
        """
        model, space = self._model, self._space
        weights = model.weights
        start = model.length + ahead
        if start >= weights.context:
            most = weights.context
            raise ModelError("context-full", f"{start + 1} words do not fit into {most}", words=start + 1, most=most)
        group = weights.shape.heads // weights.shape.kv_heads
        mask = weights.band[:_ROWS, weights.capacity - start : weights.capacity + _ROWS].repeat(group, 1)
        here = slice(start, start + _ROWS)
        places = Places(start, start + _ROWS, mask, weights.cos[..., here], weights.sin[..., here])
        space.stream[:] = weights.embedding[word]
        for block, cache in zip(weights.layers[: self.layers], model.caches, strict=False):
            through(block, cache, weights.shape, places, space)
        return space.stream[:1]
