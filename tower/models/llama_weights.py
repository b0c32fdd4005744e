"""A Llama's weights, arranged for the lean pass: read once, shared by every session, never written again.

Norms, with their weight and sqrt(width), are multiplied into the matrices that follow them and the attention's scale
into the queries, so that a pass has less to do; q, k, v and gate, up each become one matrix. All in fp32. Knows no
cache.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import torch
from safetensors import SafetensorError, safe_open
from torch import Tensor

from tower.models.errors import ModelError
from tower.models.llama_shape import LlamaShape
from tower.models.rope import tables
from tower.models.weight_files import weight_files
from tower.models.workspace import Array

ROWS = 128
"""The most rows of one pass; longer prompts are read in pieces."""


@dataclass(frozen=True, slots=True)
class Layer:
    """One block. Biases are columns [rows, 1] or None; they are added outside torch, see `workspace.py`."""

    qkv: Tensor
    qkv_bias: Array | None
    out: Tensor
    out_bias: Array | None
    gate_up: Tensor
    gate_up_bias: Array | None
    down: Tensor
    down_bias: Array | None


@dataclass(frozen=True, slots=True)
class LlamaWeights:
    """Everything that sessions share. `band` [ROWS, 2 capacity] is a causal mask that slides: row i of a pass that
    begins at word s sees the columns up to s + i, which are band[i, capacity - s :]."""

    shape: LlamaShape
    vocab_size: int
    context: int
    embedding: Array
    head: Tensor
    layers: tuple[Layer, ...]
    cos: Array
    sin: Array
    band: Tensor

    @property
    def capacity(self) -> int:
        """Columns of a cache: the context and room for the row that fills up a pass of one."""
        return self.context + 2

    @property
    def bytes_a_pass(self) -> int:
        """What a pass must read of the weights."""
        parts = [self.head]
        for layer in self.layers:
            parts += [layer.qkv, layer.out, layer.gate_up, layer.down]
        return sum(part.numel() * part.element_size() for part in parts)


def read_tensors(folder: Path) -> dict[str, Tensor]:
    """All tensors of model.safetensors (or of its shards), as stored. Raises ModelError `weights-...`."""
    tensors: dict[str, Tensor] = {}
    for path in weight_files(folder):
        try:
            with safe_open(path, framework="pt") as file:
                tensors |= {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118
        except (SafetensorError, OSError) as error:
            message = f"{path} is no readable safetensors file: {error}"
            raise ModelError("weights-format", message, file=str(path)) from error
    return tensors


def arrange(
    shape: LlamaShape, tensors: Mapping[str, Tensor], *, vocab_size: int | None = None, context: int | None = None
) -> LlamaWeights:
    """The weights as the lean pass wants them.

    vocab_size: words of the tokenizer where the model has padded rows beyond them; those rows are dropped, so that no
    law ever holds them. context: a shorter limit than the model's own. Raises ModelError `weights-shape`.
    """
    words = min(vocab_size or shape.vocabulary, shape.vocabulary)
    limit = min(context or shape.context, shape.context)

    def part(name: str, *size: int) -> Tensor:
        tensor = tensors.get(name)
        if tensor is None or tuple(tensor.shape) != size:
            found = "missing" if tensor is None else str(tuple(tensor.shape))
            raise ModelError("weights-shape", f"{name} should be {size}, it is {found}", name=name, found=found)
        return tensor.to(torch.float32)

    def bias(*parts: tuple[str, int], scales: tuple[float, ...] = ()) -> Array | None:
        if not all(name in tensors for name, _ in parts):
            return None
        columns = [part(name, size) * (scales[i] if scales else 1.0) for i, (name, size) in enumerate(parts)]
        return torch.cat(columns)[:, None].numpy()

    d, f, q, kv = shape.width, shape.hidden, shape.heads * shape.head, shape.kv_heads * shape.head
    scale, root = shape.head**-0.5, d**0.5
    layers = []
    for i in range(shape.layers):
        at = f"model.layers.{i}."
        attention, mlp = at + "self_attn.", at + "mlp."
        before = part(at + "input_layernorm.weight", d) * root
        after = part(at + "post_attention_layernorm.weight", d) * root
        sizes = [("q_proj", q), ("k_proj", kv), ("v_proj", kv)]
        qkv = [part(f"{attention}{name}.weight", rows, d) * before for name, rows in sizes]
        qkv[0] *= scale
        gate_up = [part(f"{mlp}{name}.weight", f, d) * after for name in ("gate_proj", "up_proj")]
        layers.append(
            Layer(
                qkv=torch.cat(qkv),
                qkv_bias=bias(*((f"{attention}{name}.bias", rows) for name, rows in sizes), scales=(scale, 1.0, 1.0)),
                out=part(attention + "o_proj.weight", d, q).contiguous(),
                out_bias=bias((attention + "o_proj.bias", d)),
                gate_up=torch.cat(gate_up),
                gate_up_bias=bias((mlp + "gate_proj.bias", f), (mlp + "up_proj.bias", f)),
                down=part(mlp + "down_proj.weight", d, f).contiguous(),
                down_bias=bias((mlp + "down_proj.bias", d)),
            )
        )
    embedding = part("model.embed_tokens.weight", shape.vocabulary, d).contiguous()
    head = embedding if shape.tied else part("lm_head.weight", shape.vocabulary, d)
    cos, sin = tables(shape.rope, shape.head, limit + 2)
    return LlamaWeights(
        shape=shape,
        vocab_size=words,
        context=limit,
        embedding=embedding.numpy(),
        head=(head[:words] * part("model.norm.weight", d) * root).contiguous(),
        layers=tuple(layers),
        cos=cos.numpy(),
        sin=sin.numpy(),
        band=_band(limit + 2),
    )


def _band(capacity: int) -> Tensor:
    rows, columns = torch.arange(ROWS)[:, None], torch.arange(2 * capacity)[None]
    return torch.zeros(ROWS, 2 * capacity).masked_fill_(columns > capacity + rows, float("-inf"))
