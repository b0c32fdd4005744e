"""The heads in the box: greedy text is the target's, drafts are what training meant, acceptance what it found."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
import torch

from tests.models.beginnings import beginnings
from tests.models.together import alone_and_together
from tower.decoding.decoder import autoregressive, speculative
from tower.decoding.distribution import Warp, overlap
from tower.decoding.draws import Draws
from tower.decoding.rulebook import rule_of
from tower.experiments.tally.chains import ChainGuess
from tower.experiments.tally.settings import TallySettings
from tower.experiments.tally.start import start as start_tally
from tower.experiments.tally.statistics import judge
from tower.models.heads.kinds import KIND_OF, KINDS, TREES
from tower.models.loading import Pair, load_pair
from tower.models.runs import start, start_plain
from tower.models.settings import RunSettings
from tower.training import model
from tower.training.heads import export, modules, states
from tower.training.prophecies import prophecies

WORDS = 16
CHAINS = [code for code in KIND_OF if code not in TREES]


@pytest.fixture(scope="module")
def pair() -> Pair:
    return load_pair("tower")


@pytest.fixture(scope="module")
def plain(pair: Pair) -> dict[str, tuple[int, ...]]:
    """What the target writes alone after each of 52 beginnings."""
    texts = {}
    for prompt in beginnings()[::2]:
        run = start(RunSettings(prompt, drafter="none", max_new_tokens=WORDS), pair)
        texts[prompt] = tuple(word for a_round in run for word in a_round.tokens)
    return texts


@pytest.mark.parametrize("k", [3, 8])
@pytest.mark.parametrize("code", KIND_OF)
def test_greedy_text_is_the_targets(pair: Pair, plain: dict[str, tuple[int, ...]], code: str, k: int) -> None:
    assert len(plain) >= 50
    kept = returned = 0
    for prompt, words in plain.items():
        run = start(RunSettings(prompt, drafter=code, k=k, max_new_tokens=WORDS), pair)
        assert tuple(word for a_round in run for word in a_round.tokens) == words, prompt
        totals = run.trace().totals
        kept, returned = kept + totals.accepted, returned + totals.tested - totals.accepted
    assert kept > 20 and returned > 20  # both ways through a round were taken


@pytest.mark.parametrize("code", CHAINS)
def test_drafts_are_what_training_meant(pair: Pair, code: str) -> None:
    """On a text of the target's own: the logits of four slips, from training's modules and from ours, word by word."""
    ids = pair.text.encode_prompt("When the north wind has crossed", 512)
    draws = Draws(3)
    text = [*ids, *_written(autoregressive(pair.new_target(), Warp(1), draws, ids, max_new_tokens=24))]
    oracle = model.load(pair.spec.target)
    assert pair.spec.heads is not None
    head = export.load(pair.spec.heads / KIND_OF[code], oracle)
    with torch.inference_mode():
        slips = head.guesses(states.whole(np.array(text, dtype=np.uint16), oracle), 4)
        expected = [modules.answer_of(oracle)(slip[0]).numpy() for slip in slips]
    target = pair.new_target()
    drafter = pair.drafter(code, target)
    guess = ChainGuess(drafter, target)
    for last in (3, 9, 20):  # the last written word
        texts = [text[: last + 1 + slip] for slip in range(4)]
        laws, offered = guess.laws(texts, range(4), Warp(1))
        assert offered.all()
        scored = laws.max(axis=0) > 0  # the draft's vocabulary: nothing is drafted that it lacks
        theirs = Warp(1)(np.where(scored, np.stack([rows[last] for rows in expected]), -np.inf))
        assert 2000 < scored.sum() == drafter.parameters["words"]
        np.testing.assert_allclose(laws, theirs, atol=2e-3)


def _written(run: Any) -> tuple[int, ...]:
    for _ in run:
        pass
    return tuple(run.written)


@pytest.mark.parametrize("code", CHAINS)
def test_acceptance_is_what_training_found(pair: Pair, code: str) -> None:
    """Slip by slip, on new prophecies: training's forecast from whole texts, and what rounds of decoding did."""
    assert pair.spec.heads is not None
    config = json.loads((pair.spec.heads / KIND_OF[code] / "config.json").read_text(encoding="utf-8"))
    measured, rule = config["measured"], rule_of("speculative")
    for temperature in (0, 1):
        tested, kept, chance = np.zeros(4), np.zeros(4), np.zeros(4)
        forecast, weight = np.zeros(4), np.zeros(4)
        for language, kind in (("en", "prophecy-en"), ("zh-Hant", "prophecy-zh")):
            found = measured[f"{kind}-T{temperature}"]
            forecast += np.multiply(found["alpha"], found["tested"])
            weight += found["tested"]
            for number, whole in enumerate(prophecies(language, 8, 3)):
                ids = pair.text.encode_prompt(whole, 512)[: measured["prompt"] + 1]
                target = pair.new_target()
                drafter = pair.drafter(code, target)
                run = speculative(
                    target, drafter, rule, Warp(temperature), Draws(number), ids, k=4, max_new_tokens=48, detail=1
                )
                for a_round in run:
                    for place, slip in enumerate(a_round.drafts):
                        if slip.accept is not None:
                            tested[place] += 1
                            kept[place] += slip.verdict == "accepted"
                            chance[place] += slip.overlap or 0
        forecast /= weight
        rate = kept / np.maximum(tested, 1)
        assert tested[0] > 100
        for place in range(4):
            # two samples of few, dependent words: four standard errors of both, and as much again as texts differ
            error = 4 * np.sqrt(0.25 / max(tested[place], 1) + 0.25 / max(weight[place], 1)) + 0.04
            assert abs(rate[place] - forecast[place]) < error, (temperature, place, rate, forecast)
        assert np.abs(chance - kept).max() < 4 * np.sqrt(tested.max() / 4) + 1


def test_the_overlap_of_a_slip_is_the_heads(pair: Pair) -> None:
    """A sampled slip's overlap with the target's law, computed anew from both laws."""
    settings = RunSettings("The keeper", drafter="eagle", temperature=1, k=1, max_new_tokens=12)
    run = start(settings, pair)
    text = list(run.prompt)
    target, reader = pair.new_target(), pair.new_target()
    guess = ChainGuess(pair.drafter("eagle", target), target)
    for a_round in run:
        if a_round.drafts:
            q = guess.laws([text], [0], Warp(1))[0][0]
            p = Warp(1)(reader.score_batch([text]))[0]
            assert a_round.drafts[0].overlap == pytest.approx(float(overlap(p, q)), abs=1e-4)
            assert a_round.drafts[0].q == pytest.approx(float(q[a_round.drafts[0].id]), rel=1e-2)
        text += a_round.tokens


def test_the_trace_names_the_head(pair: Pair) -> None:
    weights = {}
    for code in ("small", *KIND_OF):
        run = start(RunSettings("鐘", drafter=code, max_new_tokens=4), pair)
        next(run)
        weights[code] = dict(run.trace().made_with.weights)
    assert set(weights["small"]) == {"target", "draft"}
    assert all(set(weights[code]) == {"target", "draft", kind} for code, kind in KIND_OF.items())
    assert len({weights[kind][kind] for kind in KINDS}) == len(KINDS)
    assert set(start_plain(RunSettings("鐘", drafter="eagle")).trace().made_with.weights) == {"target", "draft"}


def test_runs_in_threads_do_not_disturb_each_other(pair: Pair) -> None:
    settings = [RunSettings("The keeper", drafter=code, temperature=0.9, max_new_tokens=16) for code in KIND_OF]
    alone, together = alone_and_together(settings, pair)
    assert together == alone


@pytest.mark.parametrize("code", ["medusa", "eagle"])
def test_counted_words_are_consistent_with_p(pair: Pair, code: str) -> None:
    settings = TallySettings("今晚的月亮很", drafter=code, temperature=1, top_k=20, runs=2000, tokens=2, seed=17)
    count = start_tally(settings, pair)
    count.advance()
    verdict = judge(count.board.counts[0], count.cells.p, settings.runs)
    assert verdict.p_value is not None and verdict.p_value > 1e-5
    assert np.abs(count.cells.laws[0] - count.cells.p).sum() / 2 < 1e-5
    assert count.board.tested[0] > 1000


def test_a_text_up_to_the_end_of_the_context(pair: Pair) -> None:
    words = pair.text.encode("the bell " * 400)[: pair.new_target().context - 4]
    for code in KIND_OF:
        run = start(RunSettings(pair.text.decode(words), drafter=code, k=8, max_new_tokens=64), pair)
        for _ in run:
            pass
        assert run.finish in ("context", "eos")
        assert len(run.prompt) + len(run.trace().tokens) <= pair.new_target().context
