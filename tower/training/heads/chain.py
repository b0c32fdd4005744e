"""The chained block of MTP and EAGLE: a Llama block of its own that goes on from its own output.

Entry m is made of a feature (of word m - 1) and word m, stands at position m, and guesses word m + 1. At the first
slip the feature is the target's; at slip s it is the block's own output one word before. The query of a drafted entry
sees the true entries up to the last written word and the drafted ones of its own branch, nothing else: what decoding
can know. Knows no loss.
"""

from __future__ import annotations

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from ..model import Shape, parted, qkv_parts, turns
from .modules import Head, matrix, unit
from .states import Batch

Pair = tuple[Tensor, Tensor]


class Chained(Head):
    """A block over (feature, word): the shared part. `embedding` [V, d] is the target's and stays as it is.

    shape: the target's, whose attention the block copies; hidden: width of its own feed-forward part.
    """

    embedding: Tensor
    cos: Tensor
    sin: Tensor

    def __init__(self, embedding: Tensor, shape: Shape, hidden: int, seed: int = 0) -> None:
        super().__init__()
        d = shape.width
        generator = torch.Generator().manual_seed(seed)
        self.shape = shape
        self.register_buffer("embedding", embedding.detach(), persistent=False)
        self.norms = nn.Parameter(torch.ones(4, d))  # of the feature, the word, before attention, before the MLP
        self.join = matrix(d, 2 * d, generator)
        self.qkv = matrix(d + 2 * shape.kv_width, d, generator)
        self.out = matrix(d, d, generator, (2 * d) ** -0.5)
        self.gate_up = matrix(2 * hidden, d, generator)
        self.down = matrix(d, hidden, generator, (2 * hidden) ** -0.5)
        cos, sin = turns(shape)
        self.register_buffer("cos", cos, persistent=False)
        self.register_buffer("sin", sin, persistent=False)

    def feature(self, batch: Batch) -> Tensor:
        """[B, T, d]: what the block reads of the target at each word."""
        raise NotImplementedError

    def guesses(self, batch: Batch, slips: int) -> list[Tensor]:
        words = self.norms[1] * self.unit(F.embedding(batch.words, self.embedding))
        turns = self.cos[batch.places][:, :, None], self.sin[batch.places][:, :, None]
        feature, found = self.feature(batch), []
        kept: list[Pair] = []  # keys and values [B, H, T, d/H] of the true entries, then of each slip's
        for slip in range(slips):
            entry = torch.cat([self.norms[0] * self.unit(feature.roll(1, 1)), words], -1)
            feature = self._block(F.linear(entry, self.join), turns, visible(batch, slip), kept)
            found.append(feature.roll(-slip, 1))
        return found

    def unit(self, x: Tensor) -> Tensor:
        return unit(x, self.shape.epsilon)

    def _block(self, x: Tensor, turns: Pair, mask: Tensor, kept: list[Pair]) -> Tensor:
        batch, length, d = x.shape
        shape = self.shape
        qkv = F.linear(F.rms_norm(x, (d,), self.norms[2], shape.epsilon), self.qkv)
        q, k, v = parted(qkv, shape, *turns)
        if shape.shared > 1:
            k, v = k.repeat_interleave(shape.shared, 1), v.repeat_interleave(shape.shared, 1)
        kept.append((k, v))
        seen = attend(q * shape.head**-0.5, kept, mask)
        x = x + F.linear(seen.transpose(1, 2).reshape(batch, length, d), self.out)
        gate, up = F.linear(F.rms_norm(x, (d,), self.norms[3], shape.epsilon), self.gate_up).chunk(2, -1)
        return x + F.linear(F.silu(gate) * up, self.down)

    def matrices(self) -> list[tuple[nn.Parameter, int]]:
        parts = 1 if self.shape.shared > 1 else 3  # shared keys and values are no square matrices
        return [(self.join, 1), (self.qkv, parts), (self.out, 1), (self.gate_up, 2), (self.down, 1)]

    def vectors(self) -> list[nn.Parameter]:
        return [self.norms]

    def tensors(self) -> dict[str, Tensor]:
        q, k, v = qkv_parts(self.qkv, self.shape)
        gate, up = self.gate_up.chunk(2)
        norms = dict(zip(("norm_hidden", "norm_embedding", "attn_norm", "mlp_norm"), self.norms, strict=True))
        matrices = {"join": self.join, "q": q, "k": k, "v": v, "o": self.out, "gate": gate, "up": up, "down": self.down}
        return norms | matrices

    def read(self, tensors: dict[str, Tensor]) -> None:
        with torch.no_grad():
            names = ("norm_hidden", "norm_embedding", "attn_norm", "mlp_norm")
            self.norms.copy_(torch.stack([tensors[name] for name in names]))
            self.join.copy_(tensors["join"])
            self.qkv.copy_(torch.cat([tensors[name] for name in "qkv"]))
            self.out.copy_(tensors["o"])
            self.gate_up.copy_(torch.cat([tensors["gate"], tensors["up"]]))
            self.down.copy_(tensors["down"])

    def sizes(self) -> dict[str, object]:
        return {"attention_heads": self.shape.heads, "hidden": self.down.shape[1]}


class Mtp(Chained):
    """DeepSeek-V3's module: the last stream itself is the feature; trained on the first slip only."""

    kind = "mtp"

    def __init__(self, embedding: Tensor, shape: Shape, hidden: int, tap: int, seed: int = 0) -> None:
        super().__init__(embedding, shape, hidden, seed)
        self.tap = tap

    def feature(self, batch: Batch) -> Tensor:
        return batch.streams[self.tap]


class Eagle(Chained):
    """EAGLE-3: low, middle and high streams are fused, and training unrolls the chain over its own outputs."""

    kind = "eagle"
    trained = 4

    def __init__(self, embedding: Tensor, shape: Shape, hidden: int, taps: tuple[int, ...], seed: int = 0) -> None:
        super().__init__(embedding, shape, hidden, seed)
        self.taps = taps
        self.fuse = matrix(shape.width, len(taps) * shape.width, torch.Generator().manual_seed(seed + 1))

    def feature(self, batch: Batch) -> Tensor:
        return F.linear(torch.cat([self.unit(batch.streams[tap]) for tap in self.taps], -1), self.fuse)

    def matrices(self) -> list[tuple[nn.Parameter, int]]:
        return [(self.fuse, 1), *super().matrices()]

    def tensors(self) -> dict[str, Tensor]:
        return {"fuse": self.fuse} | super().tensors()

    def read(self, tensors: dict[str, Tensor]) -> None:
        super().read(tensors)
        with torch.no_grad():
            self.fuse.copy_(tensors["fuse"])

    def sizes(self) -> dict[str, object]:
        return {"taps": list(self.taps)} | super().sizes()


def visible(batch: Batch, slip: int) -> Tensor:
    """[B, T, T]: which true entries the query of entry m may see at this slip: those up to word m - slip.

    The first word of a document has no entry, as no feature comes before it. Its own query sees itself, for want of
    anything else; nobody reads the result.
    """
    begins = batch.beginnings()
    length = begins.shape[1]
    order = torch.arange(length)
    past = order[None] <= order[:, None] - slip
    same = begins[:, :, None] == begins[:, None]
    seen = same & past & (batch.places > 0)[:, None]
    return seen | torch.eye(length, dtype=torch.bool) if slip == 0 else seen


def attend(q: Tensor, kept: list[Pair], mask: Tensor) -> Tensor:
    """[B, H, T, d/H] queries of the latest slip to what they find.

    Of the entries of slip r, a query of slip s sees one: that of its own branch, s - r words before.
    """
    length, slip = q.shape[2], len(kept) - 1
    keys, values = kept[0]
    looks = (q @ keys.transpose(-1, -2)).masked_fill(~mask[:, None], float("-inf"))
    branch = [tuple(part.roll(slip - r, 2) for part in kept[r]) for r in range(1, slip + 1)]
    own = [(q * key).sum(-1, keepdim=True) for key, _ in branch]
    shares = torch.softmax(torch.cat([looks, *own], -1), -1)
    found = shares[..., :length] @ values
    for r, (_, value) in enumerate(branch):
        found = found + shares[..., length + r, None] * value
    return found
