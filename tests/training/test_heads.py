"""Heads that read the oracle's streams: what a guess may know, what the loss is, what the file holds."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch
import torch.nn.functional as F
from torch import Tensor

from tower.training import corpus, model
from tower.training.heads import export, losses, modules, states
from tower.training.heads.acceptance import Rounds, measure
from tower.training.heads.chain import Chained
from tower.training.train import Plan, train

SHAPE = model.Shape(vocabulary=60, width=32, layers=5, heads=2, hidden=48)


@pytest.fixture(scope="module")
def oracle() -> model.Llama:
    """Untrained, but sure of itself: fresh embeddings are so small that every law would be flat."""
    random = model.Llama(SHAPE, seed=3)
    with torch.no_grad():
        random.embedding *= 20
    return random


@pytest.fixture(scope="module")
def answer(oracle: model.Llama) -> modules.Answer:
    return modules.answer_of(oracle)


@pytest.fixture(scope="module")
def texts() -> corpus.Documents:
    """Counting by steps of one to three: what comes next can be learned."""
    return corpus.frame([[2 + (start + step * i) % 57 for i in range(14)] for start in range(40) for step in (1, 2, 3)])


@pytest.fixture(scope="module")
def rows(oracle: model.Llama, texts: corpus.Documents) -> states.Rows:
    return states.Rows({"a": states.Cached(texts, states.streams(oracle, texts))}, {"a": 1.0}, seed=5)


def stirred(kind: str, oracle: model.Llama) -> modules.Head:
    """A head whose weights all matter, unlike fresh ones that may begin at zero."""
    head = export.make(kind, oracle, seed=1)
    generator = torch.Generator().manual_seed(2)
    with torch.no_grad():
        for parameter in head.parameters():
            parameter += 0.1 * torch.randn(parameter.shape, generator=generator)
    return head


def test_packed_rows_hold_the_streams_of_documents_read_alone(
    oracle: model.Llama, rows: states.Rows, answer: modules.Answer
) -> None:
    batch = rows.batch(0, 2, 50)
    begins = (batch.places == 0).nonzero().tolist()
    assert len(begins) > 4
    with torch.inference_mode():
        p = losses.target_laws(batch, answer, SHAPE.layers)
        for row, first in begins:
            document = batch.words[row, first : first + int(batch.places[row, first:].argmax()) + 1]
            document = document[:16]
            alone = oracle(document[None])[0].softmax(-1)
            assert torch.allclose(p[row, first : first + len(document)], alone, atol=2e-3)


@pytest.mark.parametrize("kind", export.KINDS)
def test_a_guess_knows_nothing_later_than_the_words_drafted_before_it(kind: str, oracle: model.Llama) -> None:
    """Slip s after word n may depend on words up to n + s only; Medusa's heads on words before n only."""
    head = stirred(kind, oracle)
    words = np.random.default_rng(0).integers(2, 60, 20).astype(np.uint16)
    other = words.copy()
    other[10:] = (other[10:] - 2 + 7) % 58 + 2
    with torch.inference_mode():
        before, after = (head.guesses(states.whole(w, oracle), 4) for w in (words, other))
    for slip, (a, b) in enumerate(zip(before, after, strict=True)):
        known = 11 if kind == "medusa" else 10 - slip  # the first n whose guess may have changed
        assert torch.equal(a[0, 1:known], b[0, 1:known])
        assert not torch.allclose(a[0, known], b[0, known])


GROUPED = model.Shape(vocabulary=60, width=32, layers=5, heads=4, hidden=48, shared=2, epsilon=1e-5, theta=1e5)


@pytest.mark.parametrize("shape", [SHAPE, GROUPED])
@pytest.mark.parametrize("kind", ["mtp", "eagle"])
def test_an_unrolled_chain_equals_drafting_word_by_word(kind: str, shape: model.Shape) -> None:
    """The chain as decoding does it: entries one after the other, drafted ones made of the block's own output."""
    oracle = model.Llama(shape, seed=3)
    head = stirred(kind, oracle)
    assert isinstance(head, Chained)
    words = np.random.default_rng(1).integers(2, 60, 16).astype(np.uint16)
    batch = states.whole(words, oracle)
    with torch.inference_mode():
        guessed = head.guesses(batch, 4)
        true = head.feature(batch)[0]
        for n in (1, 5, 11):
            features = list(true[:n])
            for slip in range(4):
                last = n + slip
                g = chain_by_hand(head, features, batch.words[0, 1 : last + 1])
                assert torch.allclose(guessed[slip][0, n], g, atol=1e-4)
                features.append(g)


def chain_by_hand(head: Chained, features: list[Tensor], words: Tensor) -> Tensor:
    """Output of the last entry of a plain causal pass over (feature of word m - 1, word m), m from 1."""
    w = {name: tensor.float() for name, tensor in head.tensors().items()}
    shape = head.shape

    def unit(x: Tensor) -> Tensor:
        return modules.unit(x, shape.epsilon)

    x = torch.cat([unit(torch.stack(features)), unit(head.embedding[words])], -1)
    x = F.linear(x * torch.cat([w["norm_hidden"], w["norm_embedding"]]), w["join"])
    n, d = x.shape
    half = d // shape.heads // 2
    angle = torch.arange(1, n + 1)[:, None] * shape.theta ** (-torch.arange(half) / half)

    def turned(rows: Tensor) -> Tensor:
        pairs = rows.view(n, -1, 2, half)
        a, b, cos, sin = pairs[:, :, 0], pairs[:, :, 1], angle.cos()[:, None], angle.sin()[:, None]
        return torch.stack([a * cos - b * sin, b * cos + a * sin], 2).view(n, -1, 2 * half).transpose(0, 1)

    inner = unit(x) * w["attn_norm"]
    q, k = turned(F.linear(inner, w["q"])), turned(F.linear(inner, w["k"]))
    v = F.linear(inner, w["v"]).view(n, -1, 2 * half).transpose(0, 1)
    k, v = (part.repeat_interleave(shape.shared, 0) for part in (k, v))
    found = F.scaled_dot_product_attention(q, k, v, is_causal=True).transpose(0, 1).reshape(n, d)
    x = x + F.linear(found, w["o"])
    inner = unit(x) * w["mlp_norm"]
    return (x + F.linear(F.silu(F.linear(inner, w["gate"])) * F.linear(inner, w["up"]), w["down"]))[-1]


def test_a_fresh_medusa_is_the_targets_own_answer(oracle: model.Llama, answer: modules.Answer) -> None:
    batch = states.whole(np.arange(2, 20, dtype=np.uint16), oracle)
    with torch.inference_mode():
        logits = answer(export.make("medusa", oracle).guesses(batch, 4)[3])
        assert torch.allclose(logits[0, 1:], oracle(batch.words)[0, :-1], atol=1e-4)


def test_loss_and_its_gradient_are_those_of_plain_cross_entropy(answer: modules.Answer) -> None:
    generator = torch.Generator().manual_seed(0)
    x = torch.randn(7, SHAPE.width, generator=generator, requires_grad=True)
    p = torch.randn(7, SHAPE.vocabulary, generator=generator).softmax(-1)
    words = torch.arange(7)
    value = losses.soft_cross_entropy(x, answer, p, words)
    value.backward()  # type: ignore[no-untyped-call]
    got, x.grad = x.grad, None
    log_q = answer(x).log_softmax(-1)
    plain = -0.9 * (p * log_q).sum(-1).mean() + 0.1 * F.nll_loss(log_q, words)
    plain.backward()
    assert torch.allclose(value, plain, atol=1e-5)
    assert got is not None and x.grad is not None
    assert torch.allclose(got, x.grad, atol=1e-6)


def test_only_words_of_one_document_are_tested() -> None:
    places = torch.tensor([[0, 1, 2, 3, 0, 1, 2]])
    batch = states.Batch(torch.zeros_like(places), places, {})
    assert losses.tested(batch, 0).tolist() == [[False, True, True, False, False, True]]
    assert losses.tested(batch, 1).tolist() == [[False, True, False, False, False]]


@pytest.mark.parametrize("kind", export.KINDS)
def test_training_lowers_the_loss_and_the_file_gives_the_same_numbers(
    kind: str, oracle: model.Llama, rows: states.Rows, answer: modules.Answer, tmp_path: Path
) -> None:
    head = export.make(kind, oracle, seed=1)
    unseen = rows.batch(10_000, 4, 48)

    def batch_loss(head: modules.Head, step: int, count: int, length: int) -> Tensor:
        return losses.loss(head, rows.batch(step, count, length), answer, SHAPE.layers)

    with torch.inference_mode():
        before = float(losses.loss(head, unseen, answer, SHAPE.layers))
    frozen = oracle.embedding.detach().clone()
    plan = Plan(steps=25, decay=10, stretch=0, warmup=3, tokens=192, short=48, muon_rate=0.01)
    train(head, plan, batch_loss, tmp_path / "head.pt", lambda step: "")
    assert torch.equal(frozen, oracle.embedding)
    with torch.inference_mode():
        assert float(losses.loss(head, unseen, answer, SHAPE.layers)) < before - 0.01
    export.save(head, tmp_path, "abc", {})
    again = export.load(tmp_path, oracle)
    with torch.inference_mode():
        for a, b in zip(head.guesses(unseen, 4), again.guesses(unseen, 4), strict=True):
            assert torch.allclose(a, b, atol=2e-2)
        export.save(again, tmp_path / "twice", "abc", {})
    assert (tmp_path / "twice" / "model.safetensors").read_bytes() == (tmp_path / "model.safetensors").read_bytes()


def rounds(expected: list[list[float]], passed: list[list[float]], last: int) -> Rounds:
    sums = Rounds(len(expected))
    sums.add(torch.tensor(expected), torch.tensor(passed), 0, last)
    return sums


def test_a_perfect_draft_writes_k_and_one_words_a_haul() -> None:
    result = rounds([[1.0] * 11] * 2, [[1.0] * 11] * 2, 9).result()
    assert result.alpha == (1.0, 1.0)
    assert result.tokens_per_haul == 3.0


def test_a_slip_counts_only_where_a_round_gets_to_it() -> None:
    """First slips: yes after words 0 and 3, no after word 2; the second is reached twice and passes once."""
    first, second = [1.0, 0.0, 0.0, 1.0, 0.0, 0.0], [0.0, 1.0, 1.0, 1.0, 0.0, 0.0]
    result = rounds([first, second], [first, second], 5).result()
    # rounds begin after word 0 (one accepted, word 2 is the target's), 2 (none), 3 (both: the text ends)
    assert result.tested == (3.0, 2.0)
    assert result.alpha == pytest.approx((2 / 3, 1 / 2))
    assert result.tokens_per_haul == pytest.approx(5 / 3)


def test_measured_tokens_per_haul_are_those_of_played_rounds() -> None:
    """The sums over where rounds may begin equal the mean over many rounds played with dice."""
    rng = np.random.default_rng(4)
    passed = rng.uniform(0.2, 1.0, (3, 41)).astype(np.float32)
    result = rounds(passed.tolist(), passed.tolist(), 40).result()
    hauls, runs = 0, 3000
    for _ in range(runs):
        n = 0
        while n < 40:
            slip = 0
            while slip < 3 and n + 1 + slip <= 40 and rng.random() < passed[slip, n]:
                slip += 1
            n += slip + 1
            hauls += 1
    assert result.tokens_per_haul == pytest.approx(40 * runs / hauls, rel=0.01)


def test_a_head_that_is_the_target_is_always_accepted(oracle: model.Llama, answer: modules.Answer) -> None:
    class Perfect(modules.Head):
        kind = "perfect"

        def guesses(self, batch: states.Batch, slips: int) -> list[Tensor]:
            return [batch.streams[SHAPE.layers].roll(-slip, 1) for slip in range(slips)]

    from tower.training.generate import write

    for temperature in (0, 1):
        written = write(oracle, torch.tensor([[0, 5, 9], [0, 7, 8]]), temperature, 30, seed=1)
        documents = [np.array(text, np.uint16) for text in written]
        result = measure(Perfect(), oracle, answer, documents, 2, temperature)
        assert result.alpha == pytest.approx([1.0] * 4, abs=1e-4)
