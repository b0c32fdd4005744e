"""The pair as it is shipped: loadable by anybody, one tokenizer, small, and described by its cards."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
import torch
from tokenizers import Tokenizer
from transformers import AutoModelForCausalLM, AutoTokenizer

from tower.training import card, model
from tower.training.archaic import VARIANTS
from tower.training.prophecies import prophecies

MODELS = Path(__file__).resolve().parents[2] / "assets" / "models"
PAIR = ("oracle", "mogu")


@pytest.fixture(scope="module")
def shipped_tokenizer() -> Tokenizer:
    return Tokenizer.from_file(str(MODELS / "oracle" / "tokenizer.json"))


def test_one_tokenizer_of_the_promised_size(shipped_tokenizer: Tokenizer) -> None:
    first, second = ((MODELS / name / "tokenizer.json").read_bytes() for name in PAIR)
    assert first == second
    assert 5000 <= shipped_tokenizer.get_vocab_size() <= 6200


def test_pair_takes_at_most_25_megabytes() -> None:
    assert sum(f.stat().st_size for name in PAIR for f in (MODELS / name).iterdir()) <= 25_000_000


@pytest.mark.parametrize("name", PAIR)
def test_weights_load_in_transformers_and_agree_with_the_configuration(name: str) -> None:
    config = json.loads((MODELS / name / "config.json").read_text(encoding="utf-8"))
    theirs = AutoModelForCausalLM.from_pretrained(MODELS / name, dtype=torch.float32)
    tokenizer = AutoTokenizer.from_pretrained(MODELS / name)
    assert config["vocab_size"] == len(tokenizer) == theirs.get_input_embeddings().num_embeddings
    assert (config["bos_token_id"], config["eos_token_id"]) == (tokenizer.bos_token_id, tokenizer.eos_token_id)
    ids = torch.tensor([[tokenizer.bos_token_id, *tokenizer("當北風吹過第七座橋")["input_ids"]]]).repeat(1, 40)[:, :512]
    with torch.inference_mode():
        assert torch.allclose(model.load(MODELS / name)(ids), theirs(ids).logits, atol=1e-3)


def test_the_storys_words_are_tokens(shipped_tokenizer: Tokenizer) -> None:
    pieces = shipped_tokenizer.encode(
        "當北風吹過第七座橋，沉睡的鐘將再次響起，喚醒整座城。", add_special_tokens=False
    ).tokens
    assert "|".join(pieces) == "當|北風|吹過|第七|座|橋|，|沉睡|的|鐘|將|再次|響起|，|喚醒|整座|城|。"
    pieces = shipped_tokenizer.encode("When the north wind", add_special_tokens=False).tokens
    assert pieces == ["When", " the", " north", " wind"]


def test_prophecies_encode_without_bytes_and_come_back(shipped_tokenizer: Tokenizer) -> None:
    for text in [*prophecies("zh-Hant", 100, 3), *prophecies("en", 100, 3), "😀 naïve 龘\n\n  two  spaces\t<|x|>"]:
        encoding = shipped_tokenizer.encode(text, add_special_tokens=False)
        assert shipped_tokenizer.decode(encoding.ids, skip_special_tokens=False) == text
        if "😀" not in text:
            assert not [t for t in encoding.tokens if re.fullmatch("<0x..>", t)]


def test_no_variant_form_is_a_token(shipped_tokenizer: Tokenizer) -> None:
    assert [t for t in shipped_tokenizer.get_vocab() if any(ord(c) in VARIANTS for c in t)] == []


def test_the_oracle_takes_up_a_thing_named_sentences_before(shipped_tokenizer: Tokenizer) -> None:
    oracle, mogu = (model.load(MODELS / name) for name in PAIR)
    texts = [[0, *shipped_tokenizer.encode(t, add_special_tokens=False).ids, 1] for t in prophecies("en", 40, 4)]
    with torch.inference_mode():
        losses = [
            sum(
                float(torch.nn.functional.cross_entropy(m(torch.tensor([t[:-1]]))[0], torch.tensor(t[1:])))
                for t in texts
            )
            for m in (oracle, mogu)
        ]
    assert losses[0] < losses[1] - 0.1 * len(texts)


@pytest.mark.parametrize("name", PAIR)
def test_cards_belong_to_these_weights(name: str) -> None:
    text = (MODELS / name / "README.md").read_text(encoding="utf-8")
    for each in PAIR:
        assert card.fingerprint(MODELS / each) in text
