"""Heads of a chat model: its answers with the streams taken along, words left out, and where a head begins."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import numpy as np
import pytest
import torch

from tower.training import model
from tower.training.heads import export, losses, modules, states
from tower.training.heads.acceptance import measure_read
from tower.training.heads.asked import Asker, batches, each, read_shard, write_shards
from tower.training.heads.chain import Eagle
from tower.training.heads.start import begin
from tower.training.questions import questions

TAPS = (1, 3, 5)
END = 1


@pytest.fixture(scope="module")
def chat() -> model.Llama:
    random = model.Llama(model.Shape(60, 32, 5, 4, 48, shared=2, epsilon=1e-5, theta=1e5), seed=3)
    with torch.no_grad():
        random.embedding *= 20  # sure of itself, like a trained one
    return random


@pytest.fixture(scope="module")
def shards(chat: model.Llama, tmp_path_factory: pytest.TempPathFactory) -> list[states.Cached]:
    """Answers at temperature 0 and at 1."""
    rng = np.random.default_rng(0)
    asked = [torch.from_numpy(rng.integers(2, 60, (24, n))) for n in (5, 7)]
    folder = tmp_path_factory.mktemp("answers")
    paths = write_shards(folder, "answers", Asker(chat, END, TAPS), asked, 1)
    stamps = [path.stat().st_mtime_ns for path in paths]
    assert write_shards(folder, "answers", Asker(chat, END, TAPS), asked, 1) == paths
    assert [path.stat().st_mtime_ns for path in paths] == stamps  # nothing is written twice
    return [read_shard(path, TAPS) for path in paths]


def test_the_streams_taken_along_are_those_of_a_pass(chat: model.Llama, shards: list[states.Cached]) -> None:
    lengths = set()
    for cached in shards:
        for batch, first in islice(each(cached), 6):
            words = batch.words[0]
            lengths.add(len(words))
            with torch.inference_mode():
                seen = chat.streams(batch.words)
            for tap in TAPS:
                # of the last word there are none: the model did not read it
                assert torch.allclose(batch.streams[tap][0, :-1], seen[tap][0, :-1], rtol=2e-3, atol=2e-2)
            if cached is shards[0]:
                law = modules.answer_of(chat)(seen[5][0])
                assert torch.equal(law[first:-1].argmax(-1), words[first + 1 :])
    assert len(lengths) > 1  # some answers ended early


def test_a_round_begins_with_the_last_word_of_the_question(shards: list[states.Cached]) -> None:
    sources = {str(i): cached for i, cached in enumerate(shards)}
    batch = states.Rows(sources, dict.fromkeys(sources, 1.0), 2).batch(0, 6, 60)
    open_ = losses.tested(batch, 0)
    begins = batch.beginnings()
    for row in range(6):
        for n in range(59):
            within = begins[row, n] == begins[row, n + 1]
            asked = {4, 6} & {int(batch.first[row, n])}  # type: ignore[index]
            assert asked and bool(open_[row, n]) == bool(within and batch.places[row, n] >= min(asked))


def test_batches_hold_questions_of_one_length() -> None:
    asked = [[n] * (3 + n % 4) for n in range(100)]
    found = batches(asked, rows=8, pool=10)
    assert len(found) == 8  # 80 questions, 20 of each length, four of which are left over
    assert all(batch.shape[0] == 8 for batch in found)
    assert len({tuple(row) for batch in found for row in batch.tolist()}) == 64


def test_words_that_are_not_scored_are_passed_over(chat: model.Llama, shards: list[states.Cached]) -> None:
    words = torch.arange(0, 60, 3)
    few, every = modules.answer_of(chat, words), modules.answer_of(chat)
    ids = torch.arange(60)
    assert few.rows(ids).tolist() == [i // 3 if i % 3 == 0 else -1 for i in range(60)]
    x = torch.randn(5, 32, generator=torch.Generator().manual_seed(1))
    assert torch.allclose(few(x), every(x)[:, words], atol=1e-4)

    class Perfect(modules.Head):
        kind = "perfect"

        def guesses(self, batch: states.Batch, slips: int) -> list[torch.Tensor]:
            return [batch.streams[5].roll(-slip, 1) for slip in range(slips)]

    for temperature, cached in enumerate(shards):
        some = list(islice(each(cached), 12))
        found = measure_read(Perfect(), few, every, some, temperature, 1)
        expected, passed = [], []
        for batch, first in some:
            p = every(batch.streams[5])[0, first:-1].softmax(-1)
            written = batch.words[0, first + 1 :]
            q = p[:, words] / p[:, words].sum(-1, keepdim=True)
            kept = torch.minimum(p[:, words], q).sum(-1) if temperature else (written % 3 == 0).float()
            expected.append(kept)
            passed.append(written % 3 == 0)
        # a word that cannot be drafted is never accepted, and one that can at most as often as it is written
        share = float(torch.cat(passed).float().mean())
        assert 0.1 < share < 0.9
        assert min(map(float, torch.cat(expected))) <= found.alpha[0] <= max(map(float, torch.cat(expected)))
        assert found.alpha[0] < 0.95
        everything = measure_read(Perfect(), every, every, some, temperature, 1)
        assert everything.alpha[0] == pytest.approx(1.0, abs=1e-3)


def test_a_head_begins_as_the_best_linear_guess(chat: model.Llama, shards: list[states.Cached]) -> None:
    sources = {str(i): cached for i, cached in enumerate(shards)}
    rows = states.Rows(sources, dict.fromkeys(sources, 1.0), 2)
    head = export.make("eagle", chat, 1, hidden=40, taps=TAPS)
    assert isinstance(head, Eagle)
    answer, unseen = modules.answer_of(chat), rows.batch(1000, 8, 60)
    with torch.inference_mode():
        by_chance = losses.loss(head, unseen, answer, 5, 3)
        begin(head, (rows.batch(step, 8, 60) for step in range(12)))
        assert losses.loss(head, unseen, answer, 5, 3) < by_chance - 0.2
        row, m = losses.tested(unseen, 0).nonzero(as_tuple=True)
        guessed, told = head.guesses(unseen, 1)[0][row, m], head.unit(unseen.streams[5])[row, m]
        assert (guessed - told).square().mean() < 0.3 * (told - told.mean(0)).square().mean()


def test_a_head_of_other_sizes_is_read_back(chat: model.Llama, tmp_path: Path) -> None:
    head = export.make("eagle", chat, 1, hidden=40, taps=(2, 4, 5))
    export.save(head, tmp_path, "abc", {})
    again = export.load(tmp_path, chat)
    assert {name: tensor.shape for name, tensor in again.tensors().items()} == {
        name: tensor.shape for name, tensor in head.tensors().items()
    }
    assert again.sizes()["taps"] == [2, 4, 5]


def test_questions_are_many_and_held_out_ones_are_others() -> None:
    asked = list(islice(questions(1), 3000))
    assert len(set(asked)) == 3000 and asked == list(islice(questions(1), 3000))
    new = list(islice(questions(7, True, 1.0), 500))
    assert not set(asked) & set(new)
    assert all("story" in q or "tale" in q or "novel" in q or "Tell" in q for q in new)
    assert not any("{" in q for q in asked + new)
