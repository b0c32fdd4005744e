"""The lean pass against transformers, and its cache against itself."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from tests.models.tiny import CONFIGS, reference, saved
from tower.models.lean import LeanLlama
from tower.models.llama_shape import read_config, shape_of
from tower.models.llama_weights import ROWS, LlamaWeights, arrange, read_tensors

IDS = [int(i) for i in np.random.default_rng(0).integers(2, 211, 60)]


def weights_in(folder: Path, **options: Any) -> LlamaWeights:
    return arrange(shape_of(read_config(folder)), read_tensors(folder), **options)


@pytest.fixture(scope="module")
def grouped(tmp_path_factory: pytest.TempPathFactory) -> LlamaWeights:
    return weights_in(saved(reference(CONFIGS["grouped"]()), tmp_path_factory.mktemp("grouped")))


@pytest.mark.parametrize("name", CONFIGS)
def test_logits_equal_transformers(name: str, tmp_path: Path) -> None:
    model = reference(CONFIGS[name]())
    lean = LeanLlama(weights_in(saved(model, tmp_path)))
    with torch.inference_mode():
        expected = model(torch.tensor([IDS])).logits[0].numpy()
    lean.prefill(IDS[:20])
    got = [lean.score(IDS[20:21]).logits, lean.score(IDS[21:26]).logits, lean.score(IDS[26:]).logits]
    assert np.abs(expected[20:]).max() > 1  # the comparison is about something
    np.testing.assert_allclose(np.concatenate(got), expected[20:], atol=1e-3, rtol=0)
    assert lean.length == len(IDS)


@pytest.mark.parametrize("rows", [1, 2, 3, 5, 8, 13, 64])
def test_rows_of_one_pass_equal_single_passes(grouped: LlamaWeights, rows: int) -> None:
    one, many = LeanLlama(grouped), LeanLlama(grouped)
    ids = (IDS * 3)[: rows + 7]
    one.prefill(ids[:7])
    many.prefill(ids[:7])
    singly = np.concatenate([one.score([word]).logits for word in ids[7:]])
    np.testing.assert_allclose(many.score(ids[7:]).logits, singly, atol=1e-4, rtol=0)


def test_a_long_prompt_is_read_in_pieces(grouped: LlamaWeights) -> None:
    ids = (IDS * 4)[: ROWS + 30]
    whole, pieces = LeanLlama(grouped), LeanLlama(grouped)
    whole.prefill(ids)
    for first in range(0, len(ids), 11):
        pieces.prefill(ids[first : first + 11])
    assert whole.length == pieces.length == len(ids)
    np.testing.assert_allclose(whole.score([5]).logits, pieces.score([5]).logits, atol=1e-4, rtol=0)


def test_a_tree_equals_its_paths(grouped: LlamaWeights) -> None:
    ids, parents = [3, 7, 11, 13, 17, 19, 23], [-1, 0, 0, 1, 2, -1, 4]
    paths = {3: [0, 1, 3], 6: [0, 2, 4, 6], 5: [5]}
    tree = LeanLlama(grouped)
    tree.prefill(IDS[:9])
    scores = tree.score(ids, parents).logits
    for end, path in paths.items():
        alone = LeanLlama(grouped)
        alone.prefill(IDS[:9])
        expected = alone.score([ids[row] for row in path]).logits
        np.testing.assert_allclose(scores[path], expected, atol=1e-4, rtol=0)
        assert path[-1] == end


@pytest.mark.parametrize("path", [[0, 2, 4, 6], [0, 1, 3], [5], [0], []])
def test_keeping_a_path_leaves_the_cache_of_that_path(grouped: LlamaWeights, path: list[int]) -> None:
    ids, parents = [3, 7, 11, 13, 17, 19, 23], [-1, 0, 0, 1, 2, -1, 4]
    tree, alone = LeanLlama(grouped), LeanLlama(grouped)
    for model in (tree, alone):
        model.prefill(IDS[:9])
    tree.score(ids, parents)
    tree.keep(path)
    alone.prefill([ids[row] for row in path])
    assert tree.length == alone.length == 9 + len(path)
    np.testing.assert_allclose(tree.score([29, 31]).logits, alone.score([29, 31]).logits, atol=1e-4, rtol=0)


def test_rolling_back_forgets(grouped: LlamaWeights) -> None:
    used, fresh = LeanLlama(grouped), LeanLlama(grouped)
    used.prefill(IDS[:9])
    used.score([4, 5, 6, 7])
    used.keep([0, 1])
    used.rewind(9)
    fresh.prefill(IDS[:9])
    np.testing.assert_array_equal(used.score([8, 9]).logits, fresh.score([8, 9]).logits)
    used.reset()
    assert used.length == 0
    with pytest.raises(ValueError, match="rewind"):
        used.rewind(1)


def test_sessions_share_weights_and_nothing_else(grouped: LlamaWeights) -> None:
    first, second = LeanLlama(grouped), LeanLlama(grouped)
    first.prefill(IDS[:9])
    before = first.score([4]).logits
    second.prefill(IDS[30:50])
    second.score([9, 9])
    first.rewind(9)
    np.testing.assert_array_equal(first.score([4]).logits, before)


def test_score_batch_equals_single_passes_and_leaves_the_cache(grouped: LlamaWeights) -> None:
    model = LeanLlama(grouped)
    model.prefill(IDS[:5])
    prefixes = [IDS[:12], IDS[:12], [*IDS[:11], 3, 4], IDS[:20], (IDS * 4)[: ROWS + 40]]
    prefixes += [[*IDS[:11], i] for i in range(150)]
    got = model.score_batch(prefixes)
    assert model.length == 5
    for row, prefix in list(zip(got, prefixes, strict=True))[::7]:
        alone = LeanLlama(grouped)
        alone.prefill(prefix[:-1])
        np.testing.assert_allclose(row, alone.score(prefix[-1:]).logits[0], atol=1e-4, rtol=0)
    assert model.score_batch([]).shape == (0, 211)
    assert model.score_batch([[5]]).shape == (1, 211)


def test_features_are_the_streams_after_the_blocks(tmp_path: Path) -> None:
    model = reference(CONFIGS["grouped"]())
    lean = LeanLlama(weights_in(saved(model, tmp_path)), taps=(0, 1, 2))
    with torch.inference_mode():
        expected = model(torch.tensor([IDS[:12]]), output_hidden_states=True).hidden_states
    read = lean.prefill(IDS[:10])
    assert read is not None
    last = lean.score(IDS[10:11]).features
    assert last.shape == (3, 1, 64)
    for tap in range(3):
        np.testing.assert_allclose(read[tap], expected[tap][0, :10], atol=1e-4)
        np.testing.assert_allclose(last[tap], expected[tap][0, 10:11], atol=1e-4)


def test_padded_words_are_not_scored(tmp_path: Path) -> None:
    folder = saved(reference(CONFIGS["plain"]()), tmp_path)
    full, cut = LeanLlama(weights_in(folder)), LeanLlama(weights_in(folder, vocab_size=200))
    assert cut.vocab_size == 200
    np.testing.assert_allclose(cut.score([5, 6]).logits, full.score([5, 6]).logits[:, :200], atol=1e-5)


def test_the_last_words_of_the_context_fit_and_no_more(grouped: LlamaWeights) -> None:
    model = LeanLlama(grouped)
    model.prefill([5] * 255)
    model.score([5])
    assert model.length == model.context == 256
    with pytest.raises(ValueError) as full:
        model.score([5])
    assert getattr(full.value, "code", "") == "context-full"
    model.rewind(200)
    with pytest.raises(ValueError) as wide:
        model.score([5] * (ROWS + 1))
    assert getattr(wide.value, "code", "") == "rows-too-many"
