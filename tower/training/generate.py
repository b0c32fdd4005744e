"""Text written by a model, many rows at once with a key-value cache. Knows nothing of drafts or rules."""

from __future__ import annotations

import torch
import torch.nn.functional as F
from torch import Tensor

from .model import EPSILON, Llama
from .tokenizer import END_ID


class Writer:
    """A batch of rows that grow together; every row has the same prompt length."""

    def __init__(self, model: Llama, rows: int, capacity: int) -> None:
        shape = model.shape
        self.model, self.length = model, 0
        size = (shape.layers, 2, rows, shape.heads, capacity, shape.width // shape.heads)
        self.cache = torch.zeros(size)

    def feed(self, ids: Tensor) -> Tensor:
        """[B, n] ids to the logits [B, V] after the last of them; n > 1 only for the first call."""
        model, start = self.model, self.length
        batch, n = ids.shape
        end, d, heads = start + n, model.shape.width, model.shape.heads
        cos, sin = model.cos[start:end, None, None], model.sin[start:end, None, None]
        x = F.embedding(ids, model.embedding)
        for i in range(model.shape.layers):
            qkv = F.linear(F.rms_norm(x, (d,), model.norms[2 * i], EPSILON), model.qkv[i])
            qkv = qkv.view(batch, n, 3, heads, d // heads)
            qk = qkv[:, :, :2] * cos + qkv[:, :, :2].roll(d // heads // 2, -1) * sin
            self.cache[i, 0, :, :, start:end] = qk[:, :, 1].transpose(1, 2)
            self.cache[i, 1, :, :, start:end] = qkv[:, :, 2].transpose(1, 2)
            keys, values = self.cache[i, 0, :, :, :end], self.cache[i, 1, :, :, :end]
            attended = F.scaled_dot_product_attention(qk[:, :, 0].transpose(1, 2), keys, values, is_causal=n > 1)
            x = x + F.linear(attended.transpose(1, 2).reshape(batch, n, d), model.out[i])
            gate, up = F.linear(F.rms_norm(x, (d,), model.norms[2 * i + 1], EPSILON), model.gate_up[i]).chunk(2, -1)
            x = x + F.linear(F.silu(gate) * up, model.down[i])
        self.length = end
        return F.linear(F.rms_norm(x[:, -1], (d,), model.norms[-1], EPSILON), model.embedding)

    def keep(self, rows: Tensor) -> None:
        """Go on with these rows only."""
        self.cache = self.cache[:, :, rows]


@torch.inference_mode()
def write(model: Llama, prompts: Tensor, temperature: float, length: int, seed: int) -> list[list[int]]:
    """Continue [B, n] prompts to at most ``length`` ids each; a row ends after its end token."""
    generator = torch.Generator().manual_seed(seed)
    writer = Writer(model, len(prompts), length)
    rows = [row.tolist() for row in prompts]
    alive = torch.arange(len(prompts))
    ids = prompts
    for _ in range(length - prompts.shape[1]):
        logits = writer.feed(ids)
        if temperature == 0:
            chosen = logits.argmax(-1)
        else:
            chosen = torch.multinomial(F.softmax(logits / temperature, -1), 1, generator=generator)[:, 0]
        for row, token in zip(alive.tolist(), chosen.tolist(), strict=True):
            rows[row].append(token)
        going = (chosen != END_ID).nonzero()[:, 0]
        if not len(going):
            break
        if len(going) < len(alive):
            alive, chosen = alive[going], chosen[going]
            writer.keep(going)
        ids = chosen[:, None]
    return rows
