"""The heads as differentiable modules. All speak of a round: after word n, the last written, slip s is word n + 1 + s.

`guesses` gives for each slip a stream x_s [B, T, d], aligned by n: the target's own answer to x_s[:, n] is the law of
word n + 1 + s, drafted after word n while the words between are those of the text. The target has not seen word n yet,
as in decoding. Rows where a guess cannot exist (n at a document's beginning, or too near its end) hold anything.
Knows no loss.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from ..model import EPSILON, Llama
from ..trainable import Trainable
from .states import Batch


def unit(x: Tensor, epsilon: float = EPSILON) -> Tensor:
    """x over its root mean square, along the last axis."""
    return F.rms_norm(x, (x.shape[-1],), None, epsilon)


@dataclass(frozen=True)
class Answer:
    """The target's own last step: final norm, then the tied unembedding. `matrix` [V, d] holds the norm's weight.

    words: ids whose rows `matrix` holds; None where it holds all.
    """

    matrix: Tensor
    epsilon: float = EPSILON
    words: Tensor | None = None

    def __call__(self, x: Tensor) -> Tensor:
        """[..., d] streams to [..., V] logits."""
        return F.linear(unit(x, self.epsilon), self.matrix)

    def rows(self, ids: Tensor) -> Tensor:
        """Which row of `matrix` is each word's, -1 for a word that is not scored."""
        if self.words is None:
            return ids
        at = torch.searchsorted(self.words, ids).clamp_max(len(self.words) - 1)
        return torch.where(self.words[at] == ids, at, -1)


def answer_of(oracle: Llama, words: Tensor | None = None) -> Answer:
    """words: the only ids to score, in ascending order, all by default."""
    matrix, epsilon = (oracle.embedding * oracle.norms[-1]).detach(), oracle.shape.epsilon
    return Answer(matrix, epsilon) if words is None else Answer(matrix[words].contiguous(), epsilon, words)


class Head(Trainable):
    """What all heads share. `depth`: how many slips deep it can draft at most, None where there is no end."""

    kind: ClassVar[str]
    depth: ClassVar[int | None] = None
    trained: ClassVar[int] = 1
    """How many slips training looks at."""

    def guesses(self, batch: Batch, slips: int) -> list[Tensor]:
        raise NotImplementedError

    def tensors(self) -> dict[str, Tensor]:
        """Weights by their names in the file."""
        raise NotImplementedError

    def read(self, tensors: dict[str, Tensor]) -> None:
        """Take over weights by their names in the file."""
        raise NotImplementedError

    def sizes(self) -> dict[str, object]:
        """What config.json says of the shape."""
        return {}


def matrix(rows: int, columns: int, generator: torch.Generator, scale: float | None = None) -> nn.Parameter:
    weights = torch.randn(rows, columns, generator=generator)
    return nn.Parameter(weights * (columns**-0.5 if scale is None else scale))


class EarlyExit(Head):
    """The stream after the first blocks, mended by one gated layer, goes straight to the answer."""

    kind = "early-exit"
    layer = 2

    def __init__(self, width: int, hidden: int, seed: int = 0) -> None:
        super().__init__()
        generator = torch.Generator().manual_seed(seed)
        self.norm = nn.Parameter(torch.ones(width))
        self.gate_up = matrix(2 * hidden, width, generator)
        self.down = matrix(width, hidden, generator, 0.5 * hidden**-0.5)

    def guesses(self, batch: Batch, slips: int) -> list[Tensor]:
        a = batch.streams[self.layer]
        gate, up = F.linear(self.norm * unit(a), self.gate_up).chunk(2, -1)
        x = a + F.linear(F.silu(gate) * up, self.down)
        # the words between are fed to the first blocks, so a later slip is the same guess one word on
        return [x.roll(-slip, 1) for slip in range(slips)]

    def matrices(self) -> list[tuple[nn.Parameter, int]]:
        return [(self.gate_up, 2), (self.down, 1)]

    def vectors(self) -> list[nn.Parameter]:
        return [self.norm]

    def tensors(self) -> dict[str, Tensor]:
        gate, up = self.gate_up.chunk(2)
        return {"norm": self.norm, "gate": gate, "up": up, "down": self.down}

    def read(self, tensors: dict[str, Tensor]) -> None:
        with torch.no_grad():
            self.norm.copy_(tensors["norm"])
            self.gate_up.copy_(torch.cat([tensors["gate"], tensors["up"]]))
            self.down.copy_(tensors["down"])

    def sizes(self) -> dict[str, object]:
        return {"layer": self.layer, "hidden": self.down.shape[1]}


class Medusa(Head):
    """One residual layer a slip, all on the stream before the last written word: no head sees the words of another."""

    kind = "medusa"
    depth = trained = 4

    def __init__(self, width: int, tap: int, seed: int = 0) -> None:
        super().__init__()
        self.tap = tap
        # zero: each head begins as the target's own answer
        self.weight = nn.ParameterList(nn.Parameter(torch.zeros(width, width)) for _ in range(self.depth))
        self.bias = nn.ParameterList(nn.Parameter(torch.zeros(width)) for _ in range(self.depth))

    def guesses(self, batch: Batch, slips: int) -> list[Tensor]:
        u = unit(batch.streams[self.tap]).roll(1, 1)
        return [u + F.silu(F.linear(u, self.weight[s], self.bias[s])) for s in range(min(slips, self.depth))]

    def matrices(self) -> list[tuple[nn.Parameter, int]]:
        return [(weight, 1) for weight in self.weight]

    def vectors(self) -> list[nn.Parameter]:
        return list(self.bias)

    def tensors(self) -> dict[str, Tensor]:
        named: dict[str, Tensor] = {}
        for s in range(self.depth):
            named |= {f"weight.{s + 1}": self.weight[s], f"bias.{s + 1}": self.bias[s]}
        return named

    def read(self, tensors: dict[str, Tensor]) -> None:
        with torch.no_grad():
            for s in range(self.depth):
                self.weight[s].copy_(tensors[f"weight.{s + 1}"])
                self.bias[s].copy_(tensors[f"bias.{s + 1}"])

    def sizes(self) -> dict[str, object]:
        return {"heads": self.depth}
