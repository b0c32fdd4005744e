"""Heads with random weights for a tiny target, and what they compute in plain torch, straight from the definition."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from pathlib import Path

import torch
from safetensors.torch import save_file
from torch import Tensor

from tower.models.llama_shape import LlamaShape

KINDS = ("early-exit", "medusa", "mtp", "eagle")
HIDDEN = 80


def tensors_of(kind: str, shape: LlamaShape, seed: int = 0) -> dict[str, Tensor]:
    luck = torch.Generator().manual_seed(seed)
    d = shape.width

    def matrix(*size: int) -> Tensor:
        return (torch.randn(*size, generator=luck) * 1.5 / math.sqrt(size[-1])).half()

    def norm() -> Tensor:
        return (1 + 0.3 * torch.randn(d, generator=luck)).half()

    if kind == "early-exit":
        return {"norm": norm(), "gate": matrix(HIDDEN, d), "up": matrix(HIDDEN, d), "down": matrix(d, HIDDEN)}
    if kind == "medusa":
        numbers = range(1, 5)
        biases = {f"bias.{j}": 0.2 * torch.randn(d, generator=luck).half() for j in numbers}
        return {f"weight.{j}": matrix(d, d) for j in numbers} | biases
    inner, kv = shape.heads * shape.head, shape.kv_heads * shape.head
    tensors = {name: norm() for name in ("norm_hidden", "norm_embedding", "attn_norm", "mlp_norm")}
    tensors |= {"join": matrix(d, 2 * d), "q": matrix(inner, d), "k": matrix(kv, d), "v": matrix(kv, d)}
    tensors |= {"o": matrix(d, inner), "gate": matrix(HIDDEN, d), "up": matrix(HIDDEN, d), "down": matrix(d, HIDDEN)}
    return tensors | ({"fuse": matrix(d, 3 * d)} if kind == "eagle" else {})


def config_of(kind: str, target: str) -> dict[str, object]:
    own = {"early-exit": {"layer": 2}, "medusa": {"heads": 4}, "eagle": {"taps": [0, 2, 3]}}
    return {"kind": kind, "target": target, **own.get(kind, {})}


def save_heads(folder: Path, shape: LlamaShape, target: str, *, seed: int = 0) -> Path:
    for kind in KINDS:
        (folder / kind).mkdir(parents=True)
        save_file(tensors_of(kind, shape, seed), folder / kind / "model.safetensors")
        (folder / kind / "config.json").write_text(json.dumps(config_of(kind, target)))
    return folder


class Plain:
    """The definitions. embedding [V, d], final [d]: of the target; streams after block 0 .. layers: [layers + 1, n, d]
    for n words."""

    def __init__(self, shape: LlamaShape, embedding: Tensor, final: Tensor, tensors: dict[str, Tensor]) -> None:
        self.shape, self.embedding, self.final = shape, embedding, final
        self.t = {name: tensor.float() for name, tensor in tensors.items()}

    def unit(self, x: Tensor) -> Tensor:
        return x / (x.pow(2).mean(-1, keepdim=True) + self.shape.epsilon).sqrt()

    def answer(self, x: Tensor) -> Tensor:
        return (self.final * self.unit(x)) @ self.embedding.t()

    def swiglu(self, x: Tensor) -> Tensor:
        return (torch.nn.functional.silu(x @ self.t["gate"].t()) * (x @ self.t["up"].t())) @ self.t["down"].t()

    def early_exit(self, stream: Tensor) -> Tensor:
        return self.answer(stream + self.swiglu(self.t["norm"] * self.unit(stream)))

    def medusa(self, stream: Tensor) -> Tensor:
        u = self.unit(stream)
        heads = [
            u + torch.nn.functional.silu(self.t[f"weight.{j}"] @ u + self.t[f"bias.{j}"]) for j in range(1, 5)
        ]  # fmt: skip
        return self.answer(torch.stack(heads))

    def fused(self, streams: Tensor) -> Tensor:
        """[taps, n, d] -> [n, d]"""
        if "fuse" not in self.t:
            return streams[-1]
        return torch.cat([self.unit(stream) for stream in streams], -1) @ self.t["fuse"].t()

    def chained(self, states: Tensor, words: Sequence[int]) -> Tensor:
        """Outputs [n, d] of a causal pass over entries of n states in a row and the words that follow each."""
        t, shape, n = self.t, self.shape, len(words)
        x = torch.cat(
            [t["norm_hidden"] * self.unit(states), t["norm_embedding"] * self.unit(self.embedding[list(words)])], -1
        )
        x = x @ t["join"].t()
        y = t["attn_norm"] * self.unit(x)
        places = torch.arange(1, n + 1, dtype=torch.float32)

        def heads(name: str, count: int) -> Tensor:
            return (y @ t[name].t()).view(n, count, shape.head).transpose(0, 1)

        q, k = self.turned(heads("q", shape.heads), places), self.turned(heads("k", shape.kv_heads), places)
        v = heads("v", shape.kv_heads)
        group = shape.heads // shape.kv_heads
        found = torch.nn.functional.scaled_dot_product_attention(
            q[None], k.repeat_interleave(group, 0)[None], v.repeat_interleave(group, 0)[None], is_causal=True
        )[0]
        x = x + found.transpose(0, 1).reshape(n, -1) @ t["o"].t()
        return x + self.swiglu(t["mlp_norm"] * self.unit(x))

    def turned(self, x: Tensor, places: Tensor) -> Tensor:
        half = self.shape.head // 2
        speeds = self.shape.rope.theta ** (-torch.arange(half, dtype=torch.float32) / half)
        angle = places[:, None] * speeds
        a, b = x[..., :half], x[..., half:]
        return torch.cat([a * angle.cos() - b * angle.sin(), b * angle.cos() + a * angle.sin()], -1)
