"""What floors 5 and 6 have recorded is measured right: small measurements, checked against the definitions."""

from __future__ import annotations

import numpy as np
import pytest

from tower.decoding.distribution import overlap, softmax
from tower.experiments import flatter_dials, gain_by_k, next_words
from tower.models.loading import Pair, load_pair
from tower.theory.accounts import tokens_per_haul

TEXT = "When the north wind has crossed the seventh bridge, the sleeping bell will ring again."


@pytest.fixture(scope="module")
def pair() -> Pair:
    return load_pair("tower")


def test_overlaps_are_those_of_one_pass_a_word(pair: Pair) -> None:
    found = flatter_dials.sweep(pair, [TEXT])
    assert pair.new_draft is not None
    ids = pair.text.encode_prompt(TEXT, 512)
    prefixes = [ids[:n] for n in range(flatter_dials.OPENING + 1, len(ids))]
    p, q = (model.score_batch(prefixes).astype(float) for model in (pair.new_target(), pair.new_draft()))
    heats = flatter_dials.TEMPERATURES
    assert found["places"] == len(prefixes)
    assert found["both"][heats.index(1.0)] == pytest.approx(overlap(softmax(p), softmax(q)).mean(), abs=1e-4)
    assert found["target"][heats.index(1.0)] == pytest.approx(found["both"][heats.index(1.0)])
    assert found["both"][heats.index(0.0)] == pytest.approx(np.mean(p.argmax(1) == q.argmax(1)))
    assert found["target"][heats.index(2.0)] == pytest.approx(overlap(softmax(p, 2.0), softmax(q)).mean(), abs=1e-4)


def test_next_words_are_the_likeliest_of_both_models_and_the_rest(pair: Pair) -> None:
    found = next_words.next_words(pair, TEXT[:20])
    assert found["vocabulary"] == pair.text.size and len(found["words"]) == next_words.SHOWN
    assert sum(found["p"]) == pytest.approx(1) and sum(found["q"]) == pytest.approx(1)
    assert found["p"][:-1] == sorted(found["p"][:-1], reverse=True)
    assert 0 <= found["shared"] <= sum(map(min, found["p"], found["q"])) + 1e-9


def test_gains_come_with_their_account(pair: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gain_by_k, "KS", (1, 4))
    found = gain_by_k.measure(pair, prompts=1, words=12)
    assert [point["k"] for point in found["points"]] == [1, 4] and set(found["v"]) == {"1", "4"}
    for point in found["points"]:
        assert 0 <= point["alpha"] <= 1 and point["gain"] > 0
        assert 1 <= point["tokens_per_haul"] <= tokens_per_haul(1, point["k"])
    assert found["words"] == 12 and found["c"] > 0
