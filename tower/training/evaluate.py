"""How good the pair is: losses on held-out text and the expected acceptance, exact and teacher-forced.

alpha at T=0: share of words on the oracle's own greedy text where both models' first choices agree.
alpha at T=1: mean of sum min(p, q) on text that the oracle sampled. Each word is tested as it would be
after an accepted prefix. Knows nothing of how text is shown.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
import torch.nn.functional as F
from torch import Tensor

from .corpus import Documents
from .generate import write
from .model import Llama

PROMPT, LENGTH = 6, 120


@dataclass(frozen=True)
class Acceptance:
    greedy: float
    sampled: float
    entropy: float  # of p at T=1, in nats a word
    greedy_words: int
    sampled_words: int


@torch.inference_mode()
def loss(model: Llama, documents: Documents, count: int = 100) -> float:
    """Mean loss in nats a word over the first ``count`` documents."""
    total, words = 0.0, 0
    for i in range(min(count, len(documents))):
        row = torch.tensor(documents[i][:512].astype("int64"))[None]
        total += float(F.cross_entropy(model(row[:, :-1])[0], row[0, 1:], reduction="sum"))
        words += row.shape[1] - 1
    return total / words


@torch.inference_mode()
def acceptance(target: Llama, draft: Llama, documents: Documents, count: int = 64, seed: int = 7) -> Acceptance:
    """Both alphas on continuations of the first words of ``count`` held-out documents."""
    heads = [documents[i] for i in range(len(documents)) if len(documents[i]) > PROMPT + 8][:count]
    prompts = torch.tensor([head[: PROMPT + 1].astype("int64").tolist() for head in heads])
    greedy = sampled = entropy = 0.0
    words = {0: 0, 1: 0}
    for temperature in (0, 1):
        for text in write(target, prompts, temperature, LENGTH, seed):
            p_logits, q_logits = (model(torch.tensor(text[:-1])[None])[0, PROMPT:] for model in (target, draft))
            words[temperature] += len(p_logits)
            if temperature == 0:
                greedy += float((p_logits.argmax(-1) == q_logits.argmax(-1)).sum())
            else:
                p, q = F.softmax(p_logits, -1), F.softmax(q_logits, -1)
                sampled += float(torch.minimum(p, q).sum())
                entropy += float(entropies(p).sum())
    return Acceptance(greedy / words[0], sampled / words[1], entropy / words[1], words[0], words[1])


def entropies(p: Tensor) -> Tensor:
    return -(p * p.clamp_min(1e-12).log()).sum(-1)
