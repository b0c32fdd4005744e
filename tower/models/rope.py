"""Rotary positions (Su et al., arXiv 2104.09864), plain or stretched. Knows no model."""

from __future__ import annotations

import math

import torch
from torch import Tensor

from tower.models.llama_shape import Rope


def frequencies(rope: Rope, head: int) -> Tensor:
    """Radians a position for each of head / 2 pairs, fp32."""
    plain = 1.0 / (rope.theta ** (torch.arange(0, head, 2, dtype=torch.float32) / head))
    if rope.kind == "default":
        return plain
    if rope.kind == "linear":
        return plain / rope.factor
    # llama3: long waves are slowed down by `factor`, short ones kept, those between blended
    turns = rope.original * plain / (2 * math.pi)  # how often a wave turns in the original context
    blend = (turns - rope.low) / (rope.high - rope.low)
    between = (1 - blend) * plain / rope.factor + blend * plain
    return torch.where(turns < rope.low, plain / rope.factor, torch.where(turns > rope.high, plain, between))


def tables(rope: Rope, head: int, positions: int) -> tuple[Tensor, Tensor]:
    """cos and signed sin, [2, head / 2, positions] each: a pair (a, b) turns to (a cos - b sin, b cos + a sin)."""
    angle = torch.outer(frequencies(rope, head), torch.arange(positions, dtype=torch.float32))
    cos, sin = angle.cos(), angle.sin()
    return torch.stack([cos, cos]), torch.stack([-sin, sin])
