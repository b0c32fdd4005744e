"""Folders of small random models with one small vocabulary, as a visitor might bring them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from transformers import GPT2Config, GPTNeoXConfig, LlamaConfig, Qwen2Config, Qwen3Config

from tests.models.gguf_files import byte_level_tokenizer
from tests.models.tiny import SIZES, reference, saved

WORDS = 300
_SIZES = SIZES | {"vocab_size": WORDS, "num_hidden_layers": 2, "eos_token_id": 2, "max_position_embeddings": 512}
_NEOX = {key: _SIZES[key] for key in _SIZES if key not in ("num_key_value_heads", "rms_norm_eps")}
ARCHITECTURES: dict[str, Any] = {
    "llama": lambda: LlamaConfig(**_SIZES),
    "qwen2": lambda: Qwen2Config(**_SIZES),
    "qwen3": lambda: Qwen3Config(**_SIZES, head_dim=16),
    "gpt-neox": lambda: GPTNeoXConfig(**_NEOX),
    "gpt2": lambda: GPT2Config(
        vocab_size=WORDS, n_positions=128, n_embd=32, n_layer=2, n_head=2, bos_token_id=0, eos_token_id=2
    ),
    "padded": lambda: LlamaConfig(**_SIZES | {"vocab_size": WORDS + 20}),
    "small": lambda: LlamaConfig(**_SIZES | {"num_hidden_layers": 1, "hidden_size": 32}),
}


def model_folder(folder: Path, architecture: str, *, words: int = WORDS) -> Path:
    """A complete folder. words: of its tokenizer."""
    folder.mkdir(parents=True, exist_ok=True)
    saved(reference(ARCHITECTURES[architecture]()), folder)
    byte_level_tokenizer(words).save(str(folder / "tokenizer.json"))
    return folder
