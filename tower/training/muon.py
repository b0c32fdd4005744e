"""Muon: momentum whose matrix updates are orthogonalised (Jordan et al., 2024), in fp32 for CPUs.

For small models it needs markedly fewer tokens than AdamW. Knows nothing of schedules.
"""

from __future__ import annotations

from collections.abc import Iterable

import torch
from torch import Tensor, nn
from torch.optim import Optimizer


def orthogonalise(matrix: Tensor, steps: int = 5) -> Tensor:
    """Nearest semi-orthogonal matrix, roughly, by a quintic Newton-Schulz iteration."""
    wide = matrix.shape[0] <= matrix.shape[1]
    x = matrix if wide else matrix.T
    x = x / (x.norm() + 1e-7)
    for _ in range(steps):
        gram = x @ x.T
        x = torch.addmm(x, torch.addmm(gram, gram, gram, beta=-4.7750, alpha=2.0315), x, beta=3.4445)
    return x if wide else x.T


class Muon(Optimizer):
    """For fused matrices ``blocks`` says into how many square-ish parts the rows are cut before the step."""

    def __init__(
        self, groups: Iterable[tuple[nn.Parameter, int]], lr: float, momentum: float = 0.95, decay: float = 0.05
    ):
        defaults = {"lr": lr, "momentum": momentum, "decay": decay, "blocks": 1}
        super().__init__([{"params": [p], "blocks": blocks} for p, blocks in groups], defaults)

    @torch.no_grad()
    def step(self, closure: None = None) -> None:  # type: ignore[override]
        for group in self.param_groups:
            for weight in group["params"]:
                if weight.grad is None:
                    continue
                state = self.state[weight]
                if not state:
                    state["momentum"] = torch.zeros_like(weight)
                average = state["momentum"]
                average.lerp_(weight.grad, 1 - group["momentum"])
                update = weight.grad.lerp(average, group["momentum"])
                weight.mul_(1 - group["lr"] * group["decay"])
                for part, target in zip(update.chunk(group["blocks"]), weight.chunk(group["blocks"]), strict=True):
                    # update of about 0.2 a entry in root mean square, as AdamW's
                    target.add_(orthogonalise(part), alpha=-group["lr"] * 0.2 * max(part.shape) ** 0.5)
