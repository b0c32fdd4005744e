"""The training model, saved, is an ordinary transformers Llama; the tokenizer gives back every text."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from transformers import AutoModelForCausalLM, AutoTokenizer

from tower.training import corpus, model, tokenizer, words
from tower.training.generate import write
from tower.training.prophecies import prophecies
from tower.training.train import Plan, next_token_loss, train

TEXTS = list(prophecies("zh-Hant", 60, 9)) + list(prophecies("en", 60, 9))


@pytest.fixture(scope="module")
def small_tokenizer() -> tokenizer.Tokenizer:
    merges = tokenizer.english_merges(TEXTS[60:], 300)
    merges += tokenizer.chinese_merges(words.chinese_words(), "".join(TEXTS[:60]), ["白日依山盡，黃河入海流。"], 3)
    return tokenizer.build({c for text in TEXTS for c in text}, merges)


@pytest.fixture(params=[model.Shape(300, 32, 2, 2, 48), model.Shape(300, 32, 2, 4, 48, 2, 1e-5, 1e5)])
def small_model(request: pytest.FixtureRequest) -> model.Llama:
    """With keys and values of each head's own, and shared by two."""
    return model.Llama(request.param, seed=3)


@given(text=st.text(max_size=40))
@settings(max_examples=200, deadline=None)
def test_any_text_comes_back(small_tokenizer: tokenizer.Tokenizer, text: str) -> None:
    text = text.encode("utf-8", "ignore").decode()
    ids = small_tokenizer.encode(text, add_special_tokens=False).ids
    assert small_tokenizer.decode(ids, skip_special_tokens=False) == text


def test_chinese_tokens_are_short(small_tokenizer: tokenizer.Tokenizer) -> None:
    long = [t for t in small_tokenizer.get_vocab() if len(t) > 3 and any(map(tokenizer.is_han, t))]
    assert long == []


def test_saved_weights_give_the_same_logits_in_transformers(small_model: model.Llama, tmp_path: Path) -> None:
    model.save(small_model, tmp_path, torch.float32)
    ids = torch.from_numpy(np.random.default_rng(0).integers(0, 300, (2, 512)))
    theirs = AutoModelForCausalLM.from_pretrained(tmp_path)
    with torch.inference_mode():
        expected = theirs(ids).logits
        assert torch.allclose(small_model(ids), expected, atol=1e-4)
        assert torch.allclose(model.load(tmp_path)(ids), expected, atol=1e-4)


def test_cached_writing_equals_whole_passes(small_model: model.Llama) -> None:
    prompts = torch.tensor([[0, 5, 9], [0, 7, 8]])
    for row in write(small_model, prompts, 0.0, 40, seed=0):
        with torch.inference_mode():
            choices = small_model(torch.tensor([row[:-1]]))[0].argmax(-1)
        assert choices[2:].tolist() == row[3:]


def test_interrupted_training_ends_with_the_same_weights(tmp_path: Path) -> None:
    documents = {"a": corpus.frame([[i, i + 1, i + 2] * 5 for i in range(2, 200)])}
    mixture = corpus.Mixture(documents, {"a": 1.0}, seed=4)

    def run(path: Path, steps: int) -> model.Llama:
        fresh = model.Llama(model.Shape(300, 32, 2, 2, 48), seed=3)
        plan = Plan(steps=steps, decay=4, warmup=2, tokens=128, short=32, long=32)
        loss = lambda m, step, rows, length: next_token_loss(m, torch.from_numpy(mixture.batch(step, rows, length + 1)))  # noqa: E731
        train(fresh, plan, loss, path, lambda step: "")
        return fresh

    whole = run(tmp_path / "whole.pt", 12)
    run(tmp_path / "broken.pt", 8)
    # the plateau's steps are the same in both plans only before the first one's decay begins at step 4
    state = torch.load(tmp_path / "broken.pt", weights_only=True)
    assert state["step"] == 8
    resumed = run(tmp_path / "whole.pt", 12)
    assert torch.equal(whole.embedding, resumed.embedding)


def test_automodel_and_autotokenizer_agree_on_the_saved_tokenizer(
    small_tokenizer: tokenizer.Tokenizer, tmp_path: Path
) -> None:
    tokenizer.save(small_tokenizer, tmp_path)
    fast = AutoTokenizer.from_pretrained(tmp_path)
    for text in TEXTS[::7]:
        ids = small_tokenizer.encode(text, add_special_tokens=False).ids
        assert fast(text)["input_ids"] == ids
        assert fast.decode(ids) == text
    assert (fast.bos_token_id, fast.eos_token_id) == (0, 1)
