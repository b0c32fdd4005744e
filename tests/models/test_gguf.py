"""GGUF files become folders: the same logits, the same tokens, and a reason where that cannot be."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import torch
from gguf import GGMLQuantizationType as Kind
from transformers import AutoModelForCausalLM, LlamaConfig

from tests.models.gguf_files import SPECIAL, TEMPLATE, byte_level_tokenizer, write_gguf
from tests.models.tiny import SIZES, reference
from tower.models.errors import ModelError
from tower.models.gguf.convert import convert
from tower.models.loading import read_model
from tower.models.text import read_text

WORDS = 300
TOKENIZER = byte_level_tokenizer(WORDS)
TEXTS = [
    "The bell of the old tower rings.",
    "  x = 1234\n\n\treturn",
    "塔上的鐘響了 🦔 — naïve",
    "don't  stop's\r\n",
    "<|im_end|>",
]
IDS = [int(i) for i in torch.randint(3, WORDS, (30,), generator=torch.Generator().manual_seed(0))]


def model(**changed: Any) -> Any:
    sizes = SIZES | {"vocab_size": WORDS + 20, "num_key_value_heads": 2} | changed
    return reference(LlamaConfig(**sizes, rope_parameters={"rope_type": "default", "rope_theta": 5e4}))


@pytest.mark.parametrize("tied", [False, True])
def test_the_same_logits_by_transformers_and_by_the_lean_pass(tmp_path: Path, tied: bool) -> None:
    original = model(tie_word_embeddings=tied)
    (folder := tmp_path / "model").mkdir()
    convert(write_gguf(tmp_path / "m.gguf", original, TOKENIZER), folder)
    loaded = AutoModelForCausalLM.from_pretrained(folder, dtype=torch.float32)
    with torch.inference_mode():
        expected = original(torch.tensor([IDS])).logits[0]
        torch.testing.assert_close(loaded(torch.tensor([IDS])).logits[0], expected, atol=1e-4, rtol=0)
    text = read_text(folder)
    lean = read_model(folder, text, "target")()
    assert lean.vocab_size == text.size == WORDS  # rows that only fill up are no words
    torch.testing.assert_close(torch.from_numpy(lean.score(IDS).logits), expected[:, :WORDS], atol=1e-3, rtol=0)
    assert lean.eos_ids == {2} and lean.context == SIZES["max_position_embeddings"]


@pytest.mark.parametrize(("kind", "error"), [(Kind.Q8_0, 0.02), (Kind.Q4_1, 0.2), (Kind.F16, 0.001)])
def test_quantised_numbers_come_back_as_near_as_their_kind_allows(tmp_path: Path, kind: Kind, error: float) -> None:
    original = model()
    (folder := tmp_path / "model").mkdir()
    convert(write_gguf(tmp_path / "m.gguf", original, TOKENIZER, kind), folder)
    loaded = AutoModelForCausalLM.from_pretrained(folder, dtype=torch.float32).state_dict()
    for name, tensor in original.state_dict().items():
        off = (loaded[name] - tensor).abs().max() / tensor.abs().max()
        assert off < error, name
        if tensor.ndim == 2 and kind is not Kind.F16:
            assert off > 0


def test_the_same_tokens(tmp_path: Path) -> None:
    (folder := tmp_path / "model").mkdir()
    convert(write_gguf(tmp_path / "m.gguf", model(), TOKENIZER), folder)
    text = read_text(folder)
    TOKENIZER.encode_special_tokens = True
    for sample in TEXTS:
        ids = text.encode(sample)
        assert ids == TOKENIZER.encode(sample).ids
        assert text.decode(ids) == sample
    assert [text.text(id) for id in range(3)] == list(SPECIAL)
    assert (folder / "chat_template.jinja").read_text(encoding="utf-8") == TEMPLATE


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"architecture": "gemma"}, "gemma"),
        ({"tokenizer_kind": "llama"}, "llama / smollm"),
        ({"pre": "tekken"}, "gpt2 / tekken"),
    ],
)
def test_what_cannot_be_read_is_named(tmp_path: Path, changed: dict[str, str], reason: str) -> None:
    path = write_gguf(tmp_path / "m.gguf", model(), TOKENIZER, **changed)
    with pytest.raises(ModelError) as error:
        convert(path, tmp_path)
    assert error.value.code == "gguf-unsupported" and error.value.values["reason"] == reason


@pytest.mark.parametrize("keep", [0, 100, 4000])
def test_half_a_file_is_no_file(tmp_path: Path, keep: int) -> None:
    path = write_gguf(tmp_path / "m.gguf", model(), TOKENIZER)
    path.write_bytes(path.read_bytes()[:keep])
    with pytest.raises(ModelError) as error:
        convert(path, tmp_path)
    assert error.value.code == "gguf-unreadable"
    assert not (tmp_path / "config.json").exists()
