"""Medusa heads (Cai et al., arXiv 2401.10774): several guesses from one hidden state, each for a word further on."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor

from tower.models.heads.answer import Answer, unit
from tower.models.heads.files import HeadFile
from tower.models.llama_weights import LlamaWeights
from tower.models.workspace import Array

MOST_HEADS = 16


@dataclass(frozen=True, slots=True)
class MedusaWeights:
    """All heads one below the other: weight [heads * d, d], bias [heads * d]. taps: the stream they read."""

    heads: int
    weight: Tensor
    bias: Tensor
    taps: tuple[int, ...]

    @staticmethod
    def read(file: HeadFile, target: LlamaWeights) -> MedusaWeights:
        d, heads = target.shape.width, file.number("heads", MOST_HEADS)
        numbers = range(1, heads + 1)
        weight = torch.cat([file.part(f"weight.{j}", d, d) for j in numbers]) * d**0.5
        bias = torch.cat([file.part(f"bias.{j}", d) for j in numbers])
        return MedusaWeights(heads, weight, bias, (target.shape.layers,))


class Medusa:
    """Guesses from the target's last stream. Holds no state."""

    def __init__(self, weights: MedusaWeights, target: LlamaWeights, answer: Answer) -> None:
        self.heads = weights.heads
        self.words = answer.words
        self._weights, self._answer = weights, answer
        self._root = np.float32(target.shape.width**0.5)
        self._floor = target.shape.epsilon * target.shape.width

    @torch.inference_mode()
    def guess(self, features: Array, heads: int) -> Array:
        """Logits [heads, V] of the first `heads` heads. features [taps, d]: the stream at the word before the last
        written one; head j guesses the j-th word after the last written one."""
        weights = self._weights
        units = unit(features[-1:], self._floor)
        rows = heads * units.shape[1]
        found = torch.mm(torch.from_numpy(units), weights.weight[:rows].t())
        stepped = F.silu(found.add_(weights.bias[:rows]), inplace=True).numpy().reshape(heads, -1)
        return self._answer(stepped + units * self._root)
