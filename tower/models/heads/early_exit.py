"""Early exit: the target's first blocks, a small feed-forward adapter, and the target's own answer.

After LayerSkip (Elhoushi et al., arXiv 2404.16710), with the target left as it is and the adapter trained instead.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor

from tower.models.heads.answer import Answer, unit
from tower.models.heads.files import HeadFile
from tower.models.lean import LeanLlama
from tower.models.llama_weights import LlamaWeights
from tower.models.shallow import Shallow
from tower.models.workspace import Array


@dataclass(frozen=True, slots=True)
class ExitWeights:
    """layer: the block after which the stream is taken. gate_up [2 hidden, d] holds the norm, down [d, hidden]."""

    layer: int
    gate_up: Tensor
    down: Tensor

    @staticmethod
    def read(file: HeadFile, target: LlamaWeights) -> ExitWeights:
        d = target.shape.width
        norm = file.part("norm", d) * d**0.5
        gate = file.part("gate", 0, d)
        parts = [gate * norm, file.part("up", len(gate), d) * norm]
        return ExitWeights(file.number("layer", target.shape.layers), torch.cat(parts), file.part("down", d, len(gate)))


class EarlyExit:
    """One session's early exit, beside the session of the target whose keys and values it uses."""

    def __init__(self, weights: ExitWeights, target: LeanLlama, answer: Answer) -> None:
        shape = target.weights.shape
        self.layers = weights.layer
        self.words = answer.words
        self.context = target.context
        self._weights, self._answer = weights, answer
        self._shallow = Shallow(target, weights.layer)
        self._floor = shape.epsilon * shape.width

    @property
    def length(self) -> int:
        """Words that the target has read."""
        return self._shallow.length

    @torch.inference_mode()
    def step(self, word: int, ahead: int) -> Array:
        """Logits [V] for the word after `word`; ahead: words fed since the target's last."""
        weights = self._weights
        stream = self._shallow.stream(word, ahead)
        both = torch.mm(torch.from_numpy(unit(stream, self._floor)), weights.gate_up.t())
        hidden = both.shape[1] // 2
        gated = F.silu(both[:, :hidden]).mul_(both[:, hidden:])
        out = stream + torch.mm(gated, weights.down.t()).numpy()
        return np.asarray(self._answer(out)[0])
