"""Where an EAGLE head begins: the best linear guess, in closed form, instead of chance.

Ridge regression predicts the target's last stream at a word from the streams before it and the word itself. As the
head's answer is the target's own, that alone drafts; the block then learns what is not linear. Where text is short
this saves most of the training. Knows nothing of losses.
"""

from __future__ import annotations

from collections.abc import Iterable

import torch
import torch.nn.functional as F
from torch import Tensor

from .chain import Eagle
from .losses import tested
from .states import Batch

RIDGE = 3e-3


@torch.inference_mode()
def begin(head: Eagle, batches: Iterable[Batch]) -> None:
    """Set `fuse` and `join`, and silence the block: its two ways back into the stream begin at zero.

    The last of the head's taps is the one that its own output stands for later on, so `fuse` passes that one on as
    it is, and adds from the others what helps `join` most.
    """
    d, taps = head.shape.width, len(head.taps)
    gram, wished = torch.zeros((taps + 1) * d, (taps + 1) * d), torch.zeros((taps + 1) * d, d)
    count = 0
    for batch in batches:
        entries, streams = examples(head, batch)
        gram += entries.T @ entries
        wished += entries.T @ streams
        count += len(entries)
    last = slice((taps - 1) * d, (taps + 1) * d)  # the last tap and the word
    alone = solved(gram[last, last], wished[last])[:d].T
    everything = solved(gram, wished).T
    passed = torch.cat([torch.zeros(d, (taps - 1) * d), torch.eye(d)], 1)
    lacking = everything[:, : taps * d] - alone @ passed
    fuse = passed + solved(alone.T @ alone, alone.T @ lacking)
    size = ((fuse @ gram[: taps * d, : taps * d]) * fuse).sum().div(count * d).sqrt()
    head.fuse.copy_(fuse)
    head.join.copy_(torch.cat([alone * size, everything[:, taps * d :]], 1))
    head.out.zero_()
    head.down.zero_()


def examples(head: Eagle, batch: Batch) -> tuple[Tensor, Tensor]:
    """What is known at words and before them [N, (taps + 1) d], and their last streams [N, d], at length sqrt(d)."""
    row, m = tested(batch, 0).nonzero(as_tuple=True)
    before = [head.unit(batch.streams[tap][row, m - 1]) for tap in head.taps]
    words = head.unit(F.embedding(batch.words[row, m], head.embedding))
    return torch.cat([*before, words], -1), head.unit(batch.streams[head.taps[-1]][row, m])


def solved(gram: Tensor, wished: Tensor) -> Tensor:
    ridge = RIDGE * gram.diagonal().mean() * torch.eye(len(gram))
    found: Tensor = torch.linalg.solve(gram + ridge, wished)
    return found
