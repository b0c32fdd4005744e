"""A Llama for training: fused projections, whole rows at once, no cache. Saved as a transformers checkpoint.

Knows nothing of data or optimizers.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path

import torch
import torch.nn.functional as F
from safetensors.torch import load_file, save_file
from torch import Tensor, nn

from .tokenizer import BEGIN_ID, CONTEXT, END_ID
from .trainable import Trainable

EPSILON, ROPE_THETA = 1e-6, 10_000.0


@dataclass(frozen=True)
class Shape:
    """Sizes of a model; ``heads`` divides ``width``, embeddings are tied.

    ``shared``: how many query heads look at the same keys and values.
    """

    vocabulary: int
    width: int
    layers: int
    heads: int
    hidden: int
    shared: int = 1
    epsilon: float = EPSILON
    theta: float = ROPE_THETA
    context: int = CONTEXT

    @property
    def head(self) -> int:
        return self.width // self.heads

    @property
    def kv_width(self) -> int:
        """Rows of the keys' matrix, and of the values'."""
        return self.width // self.shared


def turns(shape: Shape) -> tuple[Tensor, Tensor]:
    """Cosines and signed sines [context, head] of the rotary positions."""
    half = torch.arange(0, shape.head, 2).float() / shape.head
    angle = torch.outer(torch.arange(shape.context).float(), shape.theta ** (-half))
    return angle.cos().repeat(1, 2), torch.cat([-angle.sin(), angle.sin()], -1)


def parted(qkv: Tensor, shape: Shape, cos: Tensor, sin: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """[B, T, d + 2 kv_width] to q [B, H, T, d/H] and k, v [B, H/shared, T, d/H], q and k turned to their positions."""
    heads, kv = shape.heads, shape.heads // shape.shared
    all_heads = qkv.view(*qkv.shape[:2], heads + 2 * kv, shape.head)
    qk, v = all_heads[:, :, : heads + kv], all_heads[:, :, heads + kv :]
    qk = qk * cos + qk.roll(shape.head // 2, -1) * sin
    return qk[:, :, :heads].transpose(1, 2), qk[:, :, heads:].transpose(1, 2), v.transpose(1, 2)


def qkv_parts(qkv: Tensor, shape: Shape) -> tuple[Tensor, Tensor, Tensor]:
    """The fused matrix cut into those of queries, keys and values."""
    d, kv = shape.width, shape.kv_width
    return qkv[:d], qkv[d : d + kv], qkv[d + kv :]


class Llama(Trainable):
    """Logits for rows of ids; weights in the layout of ``LlamaForCausalLM``, q/k/v and gate/up fused."""

    cos: Tensor
    sin: Tensor

    def __init__(self, shape: Shape, seed: int = 0) -> None:
        super().__init__()
        self.shape = shape
        generator = torch.Generator().manual_seed(seed)
        d, f = shape.width, shape.hidden

        def matrix(rows: int, columns: int, scale: float) -> nn.Parameter:
            return nn.Parameter(torch.randn(rows, columns, generator=generator) * scale)

        self.embedding = matrix(shape.vocabulary, d, 0.02)
        self.norms = nn.Parameter(torch.ones(2 * shape.layers + 1, d))
        self.qkv = nn.ParameterList(matrix(d + 2 * shape.kv_width, d, d**-0.5) for _ in range(shape.layers))
        self.out = nn.ParameterList(matrix(d, d, d**-0.5 / (2 * shape.layers) ** 0.5) for _ in range(shape.layers))
        self.gate_up = nn.ParameterList(matrix(2 * f, d, d**-0.5) for _ in range(shape.layers))
        self.down = nn.ParameterList(matrix(d, f, f**-0.5 / (2 * shape.layers) ** 0.5) for _ in range(shape.layers))
        cos, sin = turns(shape)
        self.register_buffer("cos", cos, persistent=False)
        self.register_buffer("sin", sin, persistent=False)

    def streams(self, ids: Tensor) -> list[Tensor]:
        """[B, T] ids to the stream [B, T, d] before any norm: of the embedding, then after each block."""
        batch, length = ids.shape
        shape, d = self.shape, self.shape.width
        cos, sin = self.cos[:length, None], self.sin[:length, None]
        x = F.embedding(ids, self.embedding)
        seen = [x]
        for i in range(shape.layers):
            qkv = F.linear(F.rms_norm(x, (d,), self.norms[2 * i], shape.epsilon), self.qkv[i])
            q, k, v = parted(qkv, shape, cos, sin)
            attended = F.scaled_dot_product_attention(q, k, v, is_causal=True, enable_gqa=shape.shared > 1)
            x = x + F.linear(attended.transpose(1, 2).reshape(batch, length, d), self.out[i])
            both = F.linear(F.rms_norm(x, (d,), self.norms[2 * i + 1], shape.epsilon), self.gate_up[i])
            gate, up = both.chunk(2, -1)
            x = x + F.linear(F.silu(gate) * up, self.down[i])
            seen.append(x)
        return seen

    def hidden(self, ids: Tensor) -> Tensor:
        """[B, T] ids to [B, T, d] after the final norm."""
        return F.rms_norm(self.streams(ids)[-1], (self.shape.width,), self.norms[-1], self.shape.epsilon)

    def forward(self, ids: Tensor) -> Tensor:
        return F.linear(self.hidden(ids), self.embedding)

    def matrices(self) -> list[tuple[nn.Parameter, int]]:
        parts = 1 if self.shape.shared > 1 else 3  # shared keys and values are no square matrices
        return (
            [(p, parts) for p in self.qkv] + [(p, 2) for p in self.gate_up] + [(p, 1) for p in (*self.out, *self.down)]
        )

    def vectors(self) -> list[nn.Parameter]:
        return [self.embedding, self.norms]

    def tensors(self) -> dict[str, Tensor]:
        """Weights under the names that transformers uses."""
        named = {"model.embed_tokens.weight": self.embedding, "model.norm.weight": self.norms[-1]}
        for i in range(self.shape.layers):
            prefix = f"model.layers.{i}."
            q, k, v = qkv_parts(self.qkv[i], self.shape)
            gate, up = self.gate_up[i].chunk(2)
            parts = {
                "self_attn.q_proj": q,
                "self_attn.k_proj": k,
                "self_attn.v_proj": v,
                "self_attn.o_proj": self.out[i],
                "mlp.gate_proj": gate,
                "mlp.up_proj": up,
                "mlp.down_proj": self.down[i],
                "input_layernorm": self.norms[2 * i],
                "post_attention_layernorm": self.norms[2 * i + 1],
            }
            named |= {f"{prefix}{name}.weight": tensor for name, tensor in parts.items()}
        return {name: tensor.detach().contiguous().clone() for name, tensor in named.items()}


def save(model: Llama, folder: Path, dtype: torch.dtype = torch.float16) -> None:
    """Weights and configuration for ``AutoModelForCausalLM``."""
    folder.mkdir(parents=True, exist_ok=True)
    shape = model.shape
    tensors = {name: tensor.to(dtype) for name, tensor in model.tensors().items()}
    save_file(tensors, folder / "model.safetensors", metadata={"format": "pt"})
    config = {
        "architectures": ["LlamaForCausalLM"],
        "model_type": "llama",
        "dtype": str(dtype).removeprefix("torch."),
        "vocab_size": shape.vocabulary,
        "hidden_size": shape.width,
        "intermediate_size": shape.hidden,
        "num_hidden_layers": shape.layers,
        "num_attention_heads": shape.heads,
        "num_key_value_heads": shape.heads // shape.shared,
        "head_dim": shape.head,
        "hidden_act": "silu",
        "max_position_embeddings": shape.context,
        "rms_norm_eps": shape.epsilon,
        "rope_theta": shape.theta,
        "rope_parameters": {"rope_type": "default", "rope_theta": shape.theta},
        "attention_bias": False,
        "mlp_bias": False,
        "tie_word_embeddings": True,
        "bos_token_id": BEGIN_ID,
        "eos_token_id": END_ID,
        "pad_token_id": END_ID,
        "use_cache": True,
    }
    (folder / "config.json").write_text(json.dumps(config, indent=2) + "\n", encoding="utf-8")
    generation = {"bos_token_id": BEGIN_ID, "eos_token_id": END_ID, "pad_token_id": END_ID, "do_sample": False}
    (folder / "generation_config.json").write_text(json.dumps(generation, indent=2) + "\n", encoding="utf-8")


def load(folder: Path, context: int = CONTEXT) -> Llama:
    """Read back what ``save`` wrote, or another Llama with tied embeddings, in fp32; ``context`` bounds its own."""
    config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    shape = Shape(
        config["vocab_size"],
        config["hidden_size"],
        config["num_hidden_layers"],
        config["num_attention_heads"],
        config["intermediate_size"],
        config["num_attention_heads"] // config["num_key_value_heads"],
        config["rms_norm_eps"],
        config["rope_parameters"]["rope_theta"],
        min(config["max_position_embeddings"], context),
    )
    model = Llama(shape)
    tensors = {name: tensor.float() for name, tensor in load_file(folder / "model.safetensors").items()}
    with torch.no_grad():
        model.embedding.copy_(tensors["model.embed_tokens.weight"])
        model.norms[-1].copy_(tensors["model.norm.weight"])
        for i in range(shape.layers):
            layer = {
                name.removeprefix(f"model.layers.{i}."): t for name, t in tensors.items() if f"layers.{i}." in name
            }
            model.qkv[i].copy_(torch.cat([layer[f"self_attn.{p}_proj.weight"] for p in "qkv"]))
            model.out[i].copy_(layer["self_attn.o_proj.weight"])
            model.gate_up[i].copy_(torch.cat([layer["mlp.gate_proj.weight"], layer["mlp.up_proj.weight"]]))
            model.down[i].copy_(layer["mlp.down_proj.weight"])
            model.norms[2 * i].copy_(layer["input_layernorm.weight"])
            model.norms[2 * i + 1].copy_(layer["post_attention_layernorm.weight"])
    return model


def describe(shape: Shape) -> dict[str, int]:
    return asdict(shape)
