"""The pair in the box: greedy text equals transformers', sampled text follows the target's law, runs repeat exactly."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
import torch
from scipy.stats import chi2

from tests.models.beginnings import beginnings
from tests.models.together import alone_and_together
from tower.decoding.trace_schema import load
from tower.models.general import load_general
from tower.models.loading import Pair, load_pair
from tower.models.runs import start, start_plain, start_run
from tower.models.settings import RunSettings

WORDS = 16


@pytest.fixture(scope="module")
def pair() -> Pair:
    return load_pair("tower")


@pytest.fixture(scope="module")
def expected(pair: Pair) -> dict[str, list[int]]:
    """What transformers' plain greedy generation writes after each beginning."""
    model = load_general(pair.spec.target)
    texts = {}
    for prompt in beginnings():
        ids = torch.tensor([pair.text.encode_prompt(prompt, 512)])
        with torch.inference_mode():
            answer = model.generate(ids, attention_mask=torch.ones_like(ids), max_new_tokens=WORDS, do_sample=False)
        texts[prompt] = answer[0, ids.shape[1] :].tolist()
    return texts


def test_there_are_a_hundred_beginnings(expected: dict[str, list[int]]) -> None:
    assert len(expected) >= 100


@pytest.mark.parametrize("drafter", ["small", "prompt-lookup"])
@pytest.mark.parametrize("k", [1, 2, 4, 8])
def test_greedy_text_is_transformers_text(pair: Pair, expected: dict[str, list[int]], drafter: str, k: int) -> None:
    kept = returned = 0
    for prompt, words in expected.items():
        run = start(RunSettings(prompt, drafter=drafter, k=k, max_new_tokens=WORDS), pair)
        got = [word for a_round in run for word in a_round.tokens]
        assert got == words, prompt
        kept += run.trace().totals.accepted
        returned += run.trace().totals.tested - run.trace().totals.accepted
    assert kept > 20 and returned > 20  # both ways through a round were taken


def test_plain_decoding_is_transformers_text(pair: Pair, expected: dict[str, list[int]]) -> None:
    for prompt, words in list(expected.items())[::4]:
        run = start(RunSettings(prompt, drafter="none", max_new_tokens=WORDS), pair)
        assert [word for a_round in run for word in a_round.tokens] == words


def _chance_of_counts(pair: Pair, rule: str, runs: int) -> float:
    """p-value of the first two words of many runs against the target's own law, on cells fixed beforehand."""
    beginning = "When the north wind has crossed the seventh bridge, the sleeping bell will ring again."
    settings = RunSettings(beginning, rule=rule, temperature=1.0, top_k=40, k=2, max_new_tokens=3)
    target = pair.new_target()
    prompt = pair.text.encode_prompt(settings.prompt, target.context)
    first = settings.warp(target.score_batch([prompt]))[0].astype(np.float64)
    likely = [int(word) for word in np.argsort(-first)[:12]]
    seconds = settings.warp(target.score_batch([[*prompt, word] for word in likely])).astype(np.float64)
    chances = {
        (word, int(after)): first[word] * row[after]
        for word, row in zip(likely, seconds, strict=True)
        for after in np.flatnonzero(row)
        if first[word] * row[after] * runs >= 8
    }
    counts: Counter[tuple[int, int] | None] = Counter()
    for seed in range(runs):
        run = start(RunSettings(**{**vars(settings), "seed": seed}), pair)
        words: list[int] = []
        while len(words) < 2 and run.finish == "running":
            words += next(run).tokens
        cell = tuple(words[:2])
        counts[cell if cell in chances else None] += 1
    rest = 1 - sum(chances.values())
    assert len(chances) >= 5 and rest * runs > 8
    statistic = sum((counts[cell] - chance * runs) ** 2 / (chance * runs) for cell, chance in chances.items())
    statistic += (counts[None] - rest * runs) ** 2 / (rest * runs)
    return float(chi2.sf(statistic, len(chances)))


def test_sampled_words_follow_the_targets_law(pair: Pair) -> None:
    assert _chance_of_counts(pair, "speculative", 600) > 0.001


def test_the_same_test_finds_a_wrong_rule(pair: Pair) -> None:
    assert _chance_of_counts(pair, "argmax-soft-q", 600) < 1e-6


@pytest.mark.parametrize("temperature", [0.0, 0.8])
def test_the_same_settings_make_the_same_trace(pair: Pair, temperature: float) -> None:
    settings = RunSettings("風從北方來，", temperature=temperature, seed=5, max_new_tokens=40)
    first, second = start(settings, pair), start(settings, pair)
    while first.finish == "running" or second.finish == "running":  # two tabs, taking turns
        next(first, None)
        next(second, None)
    assert first.trace() == second.trace()
    other = start(RunSettings("風從北方來，", temperature=temperature, seed=6, max_new_tokens=40), pair)
    for _ in other:
        pass
    assert (other.trace().tokens == first.trace().tokens) == (temperature == 0)


def test_runs_in_threads_do_not_disturb_each_other(pair: Pair) -> None:
    settings = [RunSettings("The keeper", temperature=0.9, seed=seed, max_new_tokens=24) for seed in range(4)]
    alone, together = alone_and_together(settings, pair)
    assert together == alone


def test_a_run_is_a_document_that_reads_back() -> None:
    settings = RunSettings("The bell 😀", temperature=0.7, seed=3, max_new_tokens=20)
    run = start_run(settings)
    next(run)
    halfway = load(run.trace_json())
    assert halfway.trace.finish == "running"
    for _ in run:
        pass
    loaded = load(run.trace_json())
    assert loaded.trace == run.trace()
    assert loaded.document["prompt"]["text"] == settings.prompt
    assert set(loaded.document["made_with"]["weights"]) == {"target", "draft"}
    written = "".join(token["raw"] for a_round in loaded.document["rounds"] for token in a_round["tokens"])
    assert run.text.startswith(written)
    plain = start_plain(settings)
    assert next(plain).emitted is not None and plain.trace().settings.drafter == "none"


def test_a_prompt_as_long_as_the_context_allows(pair: Pair) -> None:
    words = pair.text.encode("the bell " * 400)[: pair.new_target().context - 4]
    prompt = pair.text.decode(words)
    run = start(RunSettings(prompt, k=8, max_new_tokens=64), pair)
    for _ in run:
        pass
    assert run.finish in ("context", "eos")
    assert len(run.prompt) + len(run.trace().tokens) <= pair.new_target().context
