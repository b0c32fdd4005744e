"""Acceptance slip by slip, teacher-forced yet weighted as in decoding with a chain of k slips.

Over a text of the target's own, word x of law p was in q's draft and accepted with probability min(1, q(x) / p(x)) at
temperature 1, and exactly where q's first choice is x at temperature 0. So the text tells, without a draw, with which
probability a round begins after each word and how far it gets. Knows nothing of how a head guesses.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from ..model import Llama
from .losses import target_laws
from .modules import Answer, Head, answer_of
from .states import Batch, whole


@dataclass(frozen=True)
class Measured:
    """alpha: acceptance of each slip, given that all before it were accepted. tested: expected number of slips behind
    it. tokens_per_haul: words a pass of the target, its own word included. words: length of the texts."""

    alpha: tuple[float, ...]
    tested: tuple[float, ...]
    tokens_per_haul: float
    words: int

    def document(self) -> dict[str, object]:
        """For config.json."""
        return {
            name: [round(v, 4) for v in value] if isinstance(value, tuple) else round(value, 4)
            for name, value in asdict(self).items()
        }


class Rounds:
    """Sums over texts of one temperature."""

    def __init__(self, k: int) -> None:
        self.accepted, self.tested = torch.zeros(k), torch.zeros(k)
        self.hauls, self.words = 0.0, 0

    def add(self, expected: Tensor, passed: Tensor, first: int, last: int) -> None:
        """One text: rounds begin after word `first`, the prompt's last, and the text ends with word `last`.

        expected, passed [k, T] by slip and last written word n: probability that the slip is accepted, over all words
        that the target could have written there, and for the one that it wrote.
        """
        k = len(expected)
        begins = [0.0] * (last + k + 2)
        begins[first] = 1.0
        for n in range(first, last):
            reach = begins[n]
            self.hauls += reach
            for s in range(k):
                if n + 1 + s > last:
                    break
                self.tested[s] += reach
                self.accepted[s] += reach * float(expected[s, n])
                go = float(passed[s, n])
                begins[n + 1 + s] += reach * (1 - go)  # this word is the target's own
                reach *= go
            else:
                begins[n + k + 1] += reach  # all accepted: the bonus word
        self.words += last - first

    def result(self) -> Measured:
        alpha = self.accepted / self.tested.clamp_min(1e-9)
        return Measured(tuple(alpha.tolist()), tuple(self.tested.tolist()), self.words / self.hauls, self.words)


@torch.inference_mode()
def of_text(head: Head, batch: Batch, answer: Answer, law: Answer, temperature: int, k: int) -> tuple[Tensor, Tensor]:
    """(expected, passed) [k, T] of one text, as `Rounds.add` wants them; 0 where nothing was written.

    answer: the head's, which may score some words only; law: the target's.
    """
    p = target_laws(batch, law, max(batch.streams))[0]
    if answer.words is not None:
        p = p[:, answer.words]
    rows = answer.rows(batch.words[0])
    expected, passed = torch.zeros(k, len(rows)), torch.zeros(k, len(rows))
    for s, x in enumerate(head.guesses(batch, k)):
        last = len(rows) - s - 1
        logits, here, written = answer(x[0, :last]), p[s : s + last], rows[s + 1 :]
        if temperature == 0:
            expected[s, :last] = (logits.argmax(-1) == written).float()
            passed[s, :last] = expected[s, :last]
        else:
            q = logits.softmax(-1)
            expected[s, :last] = torch.minimum(here, q).sum(-1)
            at = written.clamp_min(0)[:, None]
            ratio = (q.gather(1, at) / here.gather(1, at)).clamp_max(1.0)[:, 0]
            passed[s, :last] = torch.where(written < 0, 0.0, ratio)
    return expected, passed


@torch.inference_mode()
def measure(
    head: Head,
    oracle: Llama,
    answer: Answer,
    texts: Iterable[NDArray[np.uint16]],
    prompt: int,
    temperature: int,
    k: int = 4,
) -> Measured:
    """Over texts that the oracle wrote at this temperature (0 or 1) after `prompt` words, the begin token not counted.

    k is cut to the head's depth; texts of one word only are left out.
    """
    law = answer_of(oracle)
    read = ((whole(text, oracle), prompt) for text in texts if len(text) > prompt + 1)
    return measure_read(head, answer, law, read, temperature, k)


def measure_read(
    head: Head, answer: Answer, law: Answer, texts: Iterable[tuple[Batch, int]], temperature: int, k: int = 4
) -> Measured:
    """The same over texts whose streams are at hand, each with the place of its prompt's last word."""
    k = min(k, head.depth or k)
    rounds = Rounds(k)
    for batch, first in texts:
        last = batch.words.shape[1] - 1
        if last > first:
            rounds.add(*of_text(head, batch, answer, law, temperature, k), first, last)
    return rounds.result()
