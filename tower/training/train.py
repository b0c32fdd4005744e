"""Training loop of all models here: Muon for matrices, AdamW for the rest, warmup, plateau, linear decay.

Resumable: a checkpoint holds weights, optimizers and the step; batches depend on seed and step alone.
The plateau may be left at any time by resuming with another number of steps. Knows nothing of text.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import torch
import torch.nn.functional as F
from torch import Tensor

from .model import Llama
from .muon import Muon
from .trainable import Trainable


@dataclass(frozen=True)
class Plan:
    """Steps of about ``tokens`` tokens; rows of ``short`` ids, in the last ``stretch`` steps of ``long`` ids."""

    steps: int
    decay: int
    stretch: int = 150
    warmup: int = 30
    tokens: int = 4096
    short: int = 256
    long: int = 512
    muon_rate: float = 0.006
    adam_rate: float = 0.004
    checkpoint_minutes: float = 4.0

    def scale(self, step: int) -> float:
        """Learning rate of a step as a share of the plateau's."""
        return min(1.0, (step + 1) / self.warmup, max(0.02, (self.steps - step) / self.decay))

    def length(self, step: int) -> int:
        return self.long if step >= self.steps - self.stretch else self.short


Model = TypeVar("Model", bound=Trainable)
Loss = Callable[[Model, int, int, int], Tensor]  # (model, step, rows, length) to a scalar


def train(model: Model, plan: Plan, loss: Loss[Model], checkpoint: Path, report: Callable[[int], str]) -> None:
    """Train in place; ``report`` is called now and then and its line printed."""
    vectors = model.vectors()
    muon = Muon(model.matrices(), lr=plan.muon_rate)
    adam = torch.optim.AdamW(vectors, lr=plan.adam_rate, betas=(0.9, 0.95), weight_decay=0.0)
    first = 0
    if checkpoint.exists():
        state = torch.load(checkpoint, weights_only=True)
        model.load_state_dict(state["model"])
        muon.load_state_dict(state["muon"])
        adam.load_state_dict(state["adam"])
        first = state["step"]
        print(f"resuming at step {first}", flush=True)
    saved = shown = time.monotonic()
    average, seen = 0.0, 0
    for step in range(first, plan.steps):
        for optimizer, rate in ((muon, plan.muon_rate), (adam, plan.adam_rate)):
            for group in optimizer.param_groups:
                group["lr"] = rate * plan.scale(step)
        length = plan.length(step)
        rows = plan.tokens // length
        value = loss(model, step, rows, length)
        value.backward()  # type: ignore[no-untyped-call]
        torch.nn.utils.clip_grad_norm_(vectors, 1.0)
        muon.step()
        adam.step()
        muon.zero_grad()
        adam.zero_grad()
        average, seen = average + value.item(), seen + 1
        if (step + 1) % 20 == 0:
            now = time.monotonic()
            speed = seen * rows * length / (now - shown)
            print(f"step {step + 1}/{plan.steps} loss {average / seen:.4f} {speed:.0f} tokens/s", flush=True)
            average, seen, shown = 0.0, 0, now
        if (step + 1) % 200 == 0:
            print(report(step + 1), flush=True)
            shown = time.monotonic()
        if time.monotonic() - saved > 60 * plan.checkpoint_minutes or step + 1 == plan.steps:
            save_checkpoint(checkpoint, model, muon, adam, step + 1)
            saved = time.monotonic()


def save_checkpoint(path: Path, model: Trainable, muon: Muon, adam: torch.optim.AdamW, step: int) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_suffix(".partial")
    torch.save(
        {"model": model.state_dict(), "muon": muon.state_dict(), "adam": adam.state_dict(), "step": step}, partial
    )
    partial.replace(path)


def next_token_loss(model: Llama, rows: Tensor) -> Tensor:
    """Mean cross-entropy of [B, T + 1] ids."""
    return F.cross_entropy(model(rows[:, :-1]).flatten(0, 1), rows[:, 1:].flatten())
