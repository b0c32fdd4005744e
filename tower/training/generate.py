"""Text written by a model, many rows at once with a key-value cache. Knows nothing of drafts or rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import torch
import torch.nn.functional as F
from torch import Tensor

from .model import Llama, parted
from .tokenizer import END_ID


class Writer:
    """A batch of rows that grow together; every row has the same prompt length.

    taps: after which blocks the stream is kept; of the last `feed` they are `seen`, [B, n, taps, d].
    """

    def __init__(self, model: Llama, rows: int, capacity: int, taps: Sequence[int] = ()) -> None:
        shape = model.shape
        self.model, self.length, self.taps = model, 0, taps
        self.cache = torch.zeros(shape.layers, 2, rows, shape.heads // shape.shared, capacity, shape.head)
        self.seen = torch.zeros(0)

    def feed(self, ids: Tensor) -> Tensor:
        """[B, n] ids to the logits [B, V] after the last of them; n > 1 only for the first call."""
        model, shape, start = self.model, self.model.shape, self.length
        batch, n = ids.shape
        end, d = start + n, shape.width
        cos, sin = model.cos[start:end, None], model.sin[start:end, None]
        x = F.embedding(ids, model.embedding)
        seen = [x]
        for i in range(shape.layers):
            qkv = F.linear(F.rms_norm(x, (d,), model.norms[2 * i], shape.epsilon), model.qkv[i])
            q, k, v = parted(qkv, shape, cos, sin)
            self.cache[i, 0, :, :, start:end], self.cache[i, 1, :, :, start:end] = k, v
            attended = self._attend(q, i, end)
            x = x + F.linear(attended.transpose(1, 2).reshape(batch, n, d), model.out[i])
            both = F.linear(F.rms_norm(x, (d,), model.norms[2 * i + 1], shape.epsilon), model.gate_up[i])
            gate, up = both.chunk(2, -1)
            x = x + F.linear(F.silu(gate) * up, model.down[i])
            seen.append(x)
        self.length = end
        if self.taps:
            self.seen = torch.stack([seen[tap] for tap in self.taps], 2)
        return F.linear(F.rms_norm(x[:, -1], (d,), model.norms[-1], shape.epsilon), model.embedding)

    def _attend(self, q: Tensor, layer: int, end: int) -> Tensor:
        """[B, H, n, d/H] queries to what they find."""
        keys, values = self.cache[layer, 0, :, :, :end], self.cache[layer, 1, :, :, :end]
        shared, n = self.model.shape.shared, q.shape[2]
        if n > 1 or shared == 1:
            return F.scaled_dot_product_attention(q, keys, values, is_causal=n > 1, enable_gqa=shared > 1)
        # the queries that share keys and values are rows of one product
        return F.scaled_dot_product_attention(q.reshape(*keys.shape[:2], shared, -1), keys, values).view(q.shape)

    def keep(self, rows: Tensor) -> None:
        """Go on with these rows only."""
        self.cache = self.cache[:, :, rows]


@torch.inference_mode()
def write(
    model: Llama,
    prompts: Tensor,
    temperature: float,
    length: int,
    seed: int,
    *,
    end: int = END_ID,
    taps: Sequence[int] = (),
    watch: Callable[[Tensor, Tensor], None] | None = None,
) -> list[list[int]]:
    """Continue [B, n] prompts to at most ``length`` ids each; a row ends after its end token.

    watch: is shown each pass, as rows [A] and their streams [A, n, taps, d] of the words fed. The last word of a row
    is never fed.
    """
    generator = torch.Generator().manual_seed(seed)
    writer = Writer(model, len(prompts), length, taps)
    rows = [row.tolist() for row in prompts]
    alive = torch.arange(len(prompts))
    ids = prompts
    for _ in range(length - prompts.shape[1]):
        logits = writer.feed(ids)
        if watch is not None:
            watch(alive, writer.seen)
        if temperature == 0:
            chosen = logits.argmax(-1)
        else:
            chosen = torch.multinomial(F.softmax(logits / temperature, -1), 1, generator=generator)[:, 0]
        for row, token in zip(alive.tolist(), chosen.tolist(), strict=True):
            rows[row].append(token)
        going = (chosen != end).nonzero()[:, 0]
        if not len(going):
            break
        if len(going) < len(alive):
            alive, chosen = alive[going], chosen[going]
            writer.keep(going)
        ids = chosen[:, None]
    return rows
