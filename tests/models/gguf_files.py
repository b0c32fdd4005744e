"""Small GGUF files made by the tests themselves, as llama.cpp's conversion would write them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
from gguf import GGMLQuantizationType, GGUFWriter, TokenType
from gguf.quants import quantize
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers
from transformers import PreTrainedModel

SPECIAL = ("<|endoftext|>", "<|im_start|>", "<|im_end|>")
TEMPLATE = (
    "{% for message in messages %}{{ '<|im_start|>' + message['role'] + '\n' + message['content'] + '<|im_end|>\n' }}"
    "{% endfor %}{% if add_generation_prompt %}{{ '<|im_start|>assistant\n' }}{% endif %}"
)
_NAMES = {
    "model.embed_tokens": "token_embd", "model.norm": "output_norm", "lm_head": "output",
    "input_layernorm": "attn_norm", "self_attn.q_proj": "attn_q", "self_attn.k_proj": "attn_k",
    "self_attn.v_proj": "attn_v", "self_attn.o_proj": "attn_output", "post_attention_layernorm": "ffn_norm",
    "mlp.gate_proj": "ffn_gate", "mlp.up_proj": "ffn_up", "mlp.down_proj": "ffn_down",
}  # fmt: skip


def byte_level_tokenizer(words: int) -> Tokenizer:
    """A tokenizer of the kind that SmolLM2 has, of at most so many words."""
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [
            pre_tokenizers.Digits(individual_digits=True),
            pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=True),
        ]
    )
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=words, special_tokens=list(SPECIAL), initial_alphabet=pre_tokenizers.ByteLevel.alphabet()
    )
    text = "The bell of the old tower rings again, and the hedgehog counts the gears: 12, 34, 567. 塔上的鐘響了。"
    tokenizer.train_from_iterator([text] * 20, trainer)
    return tokenizer


def write_gguf(
    path: Path,
    model: PreTrainedModel,
    tokenizer: Tokenizer,
    kind: GGMLQuantizationType = GGMLQuantizationType.F32,
    **changed: Any,
) -> Path:
    """A Llama as GGUF. kind: of the matrices. changed: architecture, tokenizer_kind, pre."""
    config = model.config
    writer = GGUFWriter(str(path), changed.get("architecture", "llama"))
    writer.add_context_length(config.max_position_embeddings)
    writer.add_embedding_length(config.hidden_size)
    writer.add_block_count(config.num_hidden_layers)
    writer.add_feed_forward_length(config.intermediate_size)
    writer.add_head_count(config.num_attention_heads)
    writer.add_head_count_kv(config.num_key_value_heads)
    writer.add_layer_norm_rms_eps(config.rms_norm_eps)
    writer.add_rope_freq_base(config.rope_parameters["rope_theta"])
    _write_tokenizer(writer, tokenizer, config.vocab_size, changed)
    for name, tensor in model.state_dict().items():
        if name == "lm_head.weight" and config.tie_word_embeddings:
            continue
        numbers = tensor.numpy()
        heads = {"q_proj": config.num_attention_heads, "k_proj": config.num_key_value_heads}
        for part, n in heads.items():
            if part in name:  # llama.cpp keeps the two halves of a rotated pair side by side
                numbers = numbers.reshape(n, 2, -1, numbers.shape[-1]).swapaxes(1, 2).reshape(numbers.shape)
        numbers = np.ascontiguousarray(numbers)
        if numbers.ndim == 1:
            writer.add_tensor(_name(name), numbers)
        else:
            writer.add_tensor(_name(name), quantize(numbers, kind), raw_dtype=kind)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return path


def _write_tokenizer(writer: GGUFWriter, tokenizer: Tokenizer, rows: int, changed: dict[str, Any]) -> None:
    vocabulary = {id: word for word, id in tokenizer.get_vocab().items()}
    words = [vocabulary.get(id, f"[PAD{id}]") for id in range(rows)]
    kinds = [
        TokenType.UNUSED if id not in vocabulary else TokenType.CONTROL if word in SPECIAL else TokenType.NORMAL
        for id, word in enumerate(words)
    ]
    merges = json.loads(tokenizer.to_str())["model"]["merges"]
    writer.add_tokenizer_model(changed.get("tokenizer_kind", "gpt2"))
    writer.add_tokenizer_pre(changed.get("pre", "smollm"))
    writer.add_token_list(words)
    writer.add_token_types(kinds)
    writer.add_token_merges([" ".join(merge) for merge in merges])
    writer.add_bos_token_id(1)
    writer.add_eos_token_id(2)
    writer.add_chat_template(TEMPLATE)


def _name(name: str) -> str:
    stem, _, ending = name.rpartition(".")
    if stem in _NAMES:
        return f"{_NAMES[stem]}.{ending}"
    _, _, block, part = stem.split(".", 3)
    return f"blk.{block}.{_NAMES[part]}.{ending}"
