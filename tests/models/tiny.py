"""Tiny random models in a folder, as transformers would save them: the ground truth for our own passes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import torch
from transformers import AutoModelForCausalLM, LlamaConfig, MistralConfig, PreTrainedModel, Qwen2Config

CONFIGS: dict[str, Any] = {
    "plain": lambda: LlamaConfig(**SIZES),
    "tied": lambda: LlamaConfig(**SIZES, tie_word_embeddings=True),
    "grouped": lambda: LlamaConfig(**SIZES | {"num_key_value_heads": 2}),
    "one-kv-head": lambda: LlamaConfig(**SIZES | {"num_key_value_heads": 1}, head_dim=24),
    "biases": lambda: LlamaConfig(**SIZES | {"num_key_value_heads": 2}, attention_bias=True, mlp_bias=True),
    "llama3": lambda: LlamaConfig(
        **SIZES,
        rope_parameters={
            "rope_type": "llama3",
            "rope_theta": 500.0,
            "factor": 8.0,
            "low_freq_factor": 1.0,
            "high_freq_factor": 4.0,
            "original_max_position_embeddings": 64,
        },
    ),
    "linear": lambda: LlamaConfig(**SIZES, rope_parameters={"rope_type": "linear", "rope_theta": 1e4, "factor": 2.0}),
    "mistral": lambda: MistralConfig(**SIZES | {"num_key_value_heads": 2}, sliding_window=None),
    "qwen2": lambda: Qwen2Config(**SIZES | {"num_key_value_heads": 2}),
}
SIZES: dict[str, Any] = {
    "vocab_size": 211,
    "hidden_size": 64,
    "intermediate_size": 96,
    "num_hidden_layers": 3,
    "num_attention_heads": 4,
    "num_key_value_heads": 4,
    "max_position_embeddings": 256,
    "bos_token_id": 0,
    "eos_token_id": 1,
    "pad_token_id": 1,
    "rms_norm_eps": 1e-5,
}


def reference(config: Any, *, seed: int = 0) -> PreTrainedModel:
    """A random model whose every parameter matters: norms and biases too are not what they are initialised to."""
    torch.manual_seed(seed)
    model = AutoModelForCausalLM.from_config(config).eval()
    with torch.no_grad():
        for parameter in model.parameters():
            if parameter.ndim == 1:
                parameter.add_(torch.randn_like(parameter) * 0.2)
            else:
                parameter.mul_(8)  # laws far from uniform
    return model


def saved(model: PreTrainedModel, folder: Path) -> Path:
    model.save_pretrained(folder, safe_serialization=True)
    return folder
