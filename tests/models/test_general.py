"""Any causal model through transformers: the same `Target` as the lean pass, and greedy decoding equal to generate."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from transformers import GPT2Config, GPTNeoXConfig, Qwen3Config

from tests.models.tiny import CONFIGS, SIZES, reference, saved
from tower.decoding.decoder import speculative
from tower.decoding.distribution import Warp
from tower.decoding.drafters.prompt_lookup import PromptLookup
from tower.decoding.drafters.small_model import SmallModel
from tower.decoding.draws import Draws
from tower.decoding.rules import Speculative
from tower.models.errors import ModelError
from tower.models.general import GeneralModel, load_general

IDS = [int(i) for i in np.random.default_rng(0).integers(2, 211, 40)]
OTHERS: dict[str, Any] = {
    "gpt2": lambda: GPT2Config(
        vocab_size=211, n_positions=256, n_embd=64, n_layer=2, n_head=4, bos_token_id=0, eos_token_id=1, pad_token_id=1
    ),
    "gpt-neox": lambda: GPTNeoXConfig(**{key: SIZES[key] for key in SIZES if key != "num_key_value_heads"}),
    "qwen3": lambda: Qwen3Config(**SIZES, head_dim=16),
    "llama": CONFIGS["grouped"],
}


@pytest.fixture(scope="module", params=OTHERS)
def model(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Any:
    folder = saved(reference(OTHERS[request.param]()), tmp_path_factory.mktemp(request.param))
    return load_general(folder)


def test_logits_equal_the_model(model: Any) -> None:
    session = GeneralModel(model)
    with torch.inference_mode():
        expected = model(torch.tensor([IDS])).logits[0].numpy()
    session.prefill(IDS[:20])
    got = [session.score(IDS[20:21]).logits, session.score(IDS[21:26]).logits, session.score(IDS[26:]).logits]
    np.testing.assert_allclose(np.concatenate(got), expected[20:], atol=1e-3, rtol=0)


def test_a_tree_equals_its_paths_and_keeps_one(model: Any) -> None:
    ids, parents = [3, 7, 11, 13, 17, 19, 23], [-1, 0, 0, 1, 2, -1, 4]
    tree = GeneralModel(model)
    tree.prefill(IDS[:9])
    scores = tree.score(ids, parents).logits
    for path in ([0, 1, 3], [5], [0, 2, 4, 6]):
        alone = GeneralModel(model)
        alone.prefill(IDS[:9])
        np.testing.assert_allclose(
            scores[path], alone.score([ids[row] for row in path]).logits, atol=1e-3, rtol=0
        )  # fmt: skip
    tree.keep([0, 2, 4, 6])
    assert tree.length == alone.length == 13
    np.testing.assert_allclose(tree.score([29, 31]).logits, alone.score([29, 31]).logits, atol=1e-3, rtol=0)


def test_rolling_back_and_batches(model: Any) -> None:
    session = GeneralModel(model)
    session.prefill(IDS[:9])
    session.score([4, 5, 6])
    session.keep([0])
    session.rewind(9)
    fresh = GeneralModel(model)
    fresh.prefill(IDS[:9])
    np.testing.assert_allclose(session.score([8]).logits, fresh.score([8]).logits, atol=1e-4, rtol=0)
    batch = session.score_batch([[*IDS[:9], 8], IDS[:4]])
    assert session.length == 10
    fresh.rewind(9)
    np.testing.assert_allclose(batch[0], fresh.score([8]).logits[0], atol=1e-4, rtol=0)


@pytest.mark.parametrize("drafter", ["small", "prompt-lookup"])
def test_greedy_text_equals_generate(model: Any, drafter: str) -> None:
    prompt = IDS[:12]
    with torch.inference_mode():
        expected = model.generate(
            torch.tensor([prompt]), attention_mask=torch.ones(1, 12), max_new_tokens=40, do_sample=False, pad_token_id=1
        )[0, 12:].tolist()
    guess = SmallModel(GeneralModel(model)) if drafter == "small" else PromptLookup()
    run = speculative(
        GeneralModel(model), guess, Speculative(), Warp(0), Draws(0), prompt, k=5, max_new_tokens=40
    )  # fmt: skip
    words = [word for a_round in run for word in a_round.tokens]
    assert words == expected
    if drafter == "small":  # its own draft: every full round is kept
        assert {len(a_round.tokens) for a_round in run.rounds[:-1]} <= {6}


def test_padded_words_are_not_scored(model: Any) -> None:
    assert GeneralModel(model, vocab_size=200).score([5, 6]).logits.shape == (2, 200)


def test_the_context_is_the_limit(model: Any) -> None:
    session = GeneralModel(model, context=16)
    session.prefill(IDS[:16])
    with pytest.raises(ModelError) as error:
        session.score([3])
    assert error.value.code == "context-full" and session.length == 16


def test_broken_folders(tmp_path: Path) -> None:
    with pytest.raises(ModelError) as nothing:
        load_general(tmp_path)
    assert nothing.value.code == "model-unloadable"
    saved(reference(CONFIGS["plain"]()), tmp_path)
    (tmp_path / "model.safetensors").rename(tmp_path / "pytorch_model.bin")
    with pytest.raises(ModelError) as pickled:
        load_general(tmp_path)
    assert pickled.value.code == "model-unloadable"
