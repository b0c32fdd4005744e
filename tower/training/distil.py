"""mogu: a small draft that learns the oracle's distribution, not only its words.

Loss = soft cross-entropy against the oracle's p, plus a share of ordinary cross-entropy; the text is
what the oracle itself wrote and the corpus. Acceptance is sum min(p, q), so
the whole of p matters. Knows nothing of the sources of the text.
"""

from __future__ import annotations

import torch
import torch.nn.functional as F
from torch import Tensor

from .corpus import LANGUAGES, Documents, lay
from .generate import write
from .model import Llama

HARD_SHARE = 0.1


def parts(kind: str) -> dict[str, float]:
    """Where the text of a kind comes from: the corpus "", or what the oracle wrote at temperature 0 and 1; shares.

    At temperature 0 archaic text falls into loops: a draft that had learned them would make the hard days easy.
    """
    return {"": 0.4, "-T0": 0.2, "-T1": 0.4} if kind in LANGUAGES else {"": 0.5, "-T1": 0.5}


def distillation_loss(draft: Llama, target: Llama, rows: Tensor) -> Tensor:
    """[B, T + 1] ids; the soft term is cross-entropy against p, in nats."""
    with torch.no_grad():
        p = F.softmax(target(rows[:, :-1]), -1)
    log_q = F.log_softmax(draft(rows[:, :-1]), -1)
    soft = -(p * log_q).sum(-1).mean()
    hard = F.nll_loss(log_q.flatten(0, 1), rows[:, 1:].flatten())
    return (1 - HARD_SHARE) * soft + HARD_SHARE * hard


def written_by(
    model: Llama,
    openings: Documents,
    count: int,
    temperature: float,
    prompt: int,
    seed: int,
    length: int = 160,
    rows: int = 128,
) -> Documents:
    """``count`` texts that begin with the first ``prompt`` words of ``openings`` and go on as the model likes.

    A text that has not ended after ``length`` ids is left without its end token.
    """
    texts: list[list[int]] = []
    generator = torch.Generator().manual_seed(seed)
    order = torch.randperm(len(openings), generator=generator).tolist()
    usable = [i for i in order if len(openings[i]) > prompt + 8]
    for start in range(0, count, rows):
        chosen = [usable[j % len(usable)] for j in range(start, min(start + rows, count))]
        heads = torch.tensor([openings[i][: prompt + 1].astype("int64").tolist() for i in chosen])
        texts += write(model, heads, temperature, length, seed + start)
    return lay(texts)
