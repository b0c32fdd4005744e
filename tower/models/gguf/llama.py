"""Llama-family models between the two naming schemes: GGUF's header and tensors, transformers' config and names.

Sources: the GGUF specification of ggml, and llama.cpp's conversion of Llama weights, whose reordering of query and key
rows for its own rotary kernel is undone here.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tower.models.errors import ModelError
from tower.models.gguf.reading import GgufFile

KINDS = {"llama": "LlamaForCausalLM", "qwen2": "Qwen2ForCausalLM"}
_PARTS = {
    "attn_norm": "input_layernorm",
    "attn_q": "self_attn.q_proj",
    "attn_k": "self_attn.k_proj",
    "attn_v": "self_attn.v_proj",
    "attn_output": "self_attn.o_proj",
    "ffn_norm": "post_attention_layernorm",
    "ffn_gate": "mlp.gate_proj",
    "ffn_up": "mlp.up_proj",
    "ffn_down": "mlp.down_proj",
}
_WHOLE = {"token_embd": "model.embed_tokens", "output_norm": "model.norm", "output": "lm_head"}


def config_of(file: GgufFile) -> dict[str, Any]:
    """config.json of the model. Raises ModelError `gguf-unsupported` where that would describe another model."""
    kind = file.value("general.architecture")
    if kind not in KINDS:
        raise ModelError("gguf-unsupported", f"architecture {kind}", reason=str(kind))
    if file.fields.get(f"{kind}.expert_count"):
        raise ModelError("gguf-unsupported", "a mixture of experts", reason="experts")
    if "rope_freqs.weight" in file.names or file.fields.get(f"{kind}.rope.scaling.type", "none") != "none":
        raise ModelError("gguf-unsupported", "stretched rotary positions", reason="rope scaling")
    heads = file.value(f"{kind}.attention.head_count")
    if not isinstance(heads, int):
        raise ModelError("gguf-unsupported", "layers of different shapes", reason="head_count")
    width = file.value(f"{kind}.embedding_length")
    config: dict[str, Any] = {
        "architectures": [KINDS[kind]],
        "model_type": kind,
        "vocab_size": len(file.value("tokenizer.ggml.tokens")),
        "hidden_size": width,
        "intermediate_size": file.value(f"{kind}.feed_forward_length"),
        "num_hidden_layers": file.value(f"{kind}.block_count"),
        "num_attention_heads": heads,
        "num_key_value_heads": file.fields.get(f"{kind}.attention.head_count_kv", heads),
        "head_dim": file.fields.get(f"{kind}.attention.key_length", width // heads),
        "hidden_act": "silu",
        "rms_norm_eps": _short(file.value(f"{kind}.attention.layer_norm_rms_epsilon")),
        "max_position_embeddings": file.value(f"{kind}.context_length"),
        "rope_parameters": {
            "rope_type": "default",
            "rope_theta": _short(file.fields.get(f"{kind}.rope.freq_base", 10_000.0)),
        },
        "tie_word_embeddings": "output.weight" not in file.names,
        "dtype": "float32",
    }
    for name in ("bos", "eos", "padding"):
        if (id := file.fields.get(f"tokenizer.ggml.{name}_token_id")) is not None:
            config[f"{name.removesuffix('ding')}_token_id"] = id
    return config


def name_of(name: str) -> str:
    """transformers' name of a GGUF tensor. Raises ModelError `gguf-unsupported` for one that a Llama has not."""
    stem, _, ending = name.rpartition(".")
    if stem in _WHOLE and ending == "weight":
        return f"{_WHOLE[stem]}.weight"
    block, _, part = stem.removeprefix("blk.").partition(".")
    if stem.startswith("blk.") and block.isdecimal() and part in _PARTS and ending in ("weight", "bias"):
        return f"model.layers.{block}.{_PARTS[part]}.{ending}"
    raise ModelError("gguf-unsupported", f"a tensor called {name}", reason=name)


def numbers_of(name: str, numbers: NDArray[np.float32], config: dict[str, Any]) -> NDArray[np.float32]:
    """A tensor's numbers as transformers orders them. name: transformers'."""
    if config["model_type"] != "llama" or not any(part in name for part in ("q_proj", "k_proj")):
        return numbers
    heads = config["num_attention_heads" if "q_proj" in name else "num_key_value_heads"]
    # llama.cpp turns neighbours (0, 1), (2, 3) …; transformers turns row i with row i + head / 2
    paired = numbers.reshape(heads, -1, 2, *numbers.shape[1:])
    return np.ascontiguousarray(paired.swapaxes(1, 2).reshape(numbers.shape))


def _short(value: float) -> float:
    # the header holds fp32: 1e-5 comes out of it as 9.999999747378752e-06
    return float(str(np.float32(value)))
