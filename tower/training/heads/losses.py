"""Soft cross-entropy of the heads' guesses against the target's own p, with a share of the words really written.

Acceptance is sum min(p, q), so the whole of p matters; the target is frozen, so the loss needs a gradient for the
streams alone, which is computed at once together with the value. Knows nothing of what made the streams.
"""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from ..distil import HARD_SHARE
from .modules import Answer, Head, unit
from .states import Batch

FADE = 0.8  # weight of each further slip


class SoftCrossEntropy(torch.autograd.Function):
    """(unit streams [N, d], matrix [V, d], p [N, V], words [N]) to the mean loss in nats."""

    @staticmethod
    def forward(ctx: Any, x: Tensor, matrix: Tensor, p: Tensor, words: Tensor) -> Tensor:
        rows = torch.arange(len(x))
        logits = x @ matrix.T
        wished = (1 - HARD_SHARE) * torch.linalg.vecdot(p, logits) + HARD_SHARE * logits[rows, words]
        value: Tensor = (torch.logsumexp(logits, -1) - wished).mean()
        slope = logits.sub_(logits.amax(-1, keepdim=True)).exp_()
        slope.div_(slope.sum(-1, keepdim=True)).sub_(p, alpha=1 - HARD_SHARE)
        slope[rows, words] -= HARD_SHARE
        ctx.save_for_backward((slope @ matrix).div_(len(x)))
        return value

    @staticmethod
    def backward(ctx: Any, *gradients: Tensor) -> tuple[Tensor, None, None, None]:
        (slope,) = ctx.saved_tensors
        return slope * gradients[0], None, None, None


def soft_cross_entropy(x: Tensor, answer: Answer, p: Tensor, words: Tensor) -> Tensor:
    """Mean over N streams [N, d] in nats; differentiable in the streams only."""
    value: Tensor = SoftCrossEntropy.apply(unit(x, answer.epsilon), answer.matrix, p, words)  # type: ignore[no-untyped-call]
    return value


def tested(batch: Batch, slip: int) -> Tensor:
    """[B, T - slip - 1]: where word n + 1 + slip is in the same document as word n, and a round may begin after n."""
    begins, last = batch.beginnings(), batch.words.shape[1] - slip - 1
    return (begins[:, slip + 1 :] == begins[:, :last]) & (batch.places >= batch.first)[:, :last]


def target_laws(batch: Batch, answer: Answer, last: int) -> Tensor:
    """[B, T, V]: p after each word, among the words that are scored."""
    return answer(batch.streams[last]).softmax(-1)


def loss(head: Head, batch: Batch, answer: Answer, last: int, slips: int | None = None) -> Tensor:
    """Of all slips, by default those that the head is trained for, later ones with less weight. last: the tap of the
    target's answer.

    Where only some words are scored, those that the head cannot guess are passed over.
    """
    with torch.no_grad():
        p = target_laws(batch, answer, last)
    words = answer.rows(batch.words)
    total, weights = torch.zeros(()), 0.0
    for slip, x in enumerate(head.guesses(batch, slips or head.trained)):
        row, n = (tested(batch, slip) & (words[:, slip + 1 :] >= 0)).nonzero(as_tuple=True)
        value = soft_cross_entropy(x[row, n], answer, p[row, n + slip], words[row, n + slip + 1])
        total, weights = total + FADE**slip * value, weights + FADE**slip
    return total / weights
