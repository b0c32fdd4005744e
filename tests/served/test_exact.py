"""A served target writes what the same model at hand writes, and is asked for no more than that takes."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from tests.served.fake import Fake, prompts_of, serving
from tests.served.runs import PROMPTS, begun, close, written
from tower.decoding.trace_schema import load
from tower.models.loading import load_pair

TOLERANCE = 1e-5


def whole(body: dict[str, Any]) -> bool:
    return -1 in (body["logprobs"], body.get("prompt_logprobs"))


@pytest.mark.parametrize("prompt", PROMPTS)
@pytest.mark.parametrize("drafter", ["small", "prompt-lookup", "none"])
def test_greedy(server: Fake, prompt: str, drafter: str) -> None:
    ours, theirs = (written(pair, prompt, drafter=drafter) for pair in ("tower", "served"))
    close(ours, theirs, TOLERANCE)
    assert not any(map(whole, server.asked))
    assert theirs.totals.hauls == len(theirs.rounds) == len(server.asked)


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("drafter", ["small", "prompt-lookup"])
def test_sampling_from_the_same_luck(server: Fake, seed: int, drafter: str) -> None:
    settings: dict[str, Any] = {"temperature": 1.0, "seed": seed, "drafter": drafter}
    ours, theirs = (written(pair, **settings) for pair in ("tower", "served"))
    close(ours, theirs, TOLERANCE)
    residuals = sum(a_round.emitted is not None and a_round.emitted.kind == "residual" for a_round in theirs.rounds)
    assert theirs.totals.hauls == len(theirs.rounds) + residuals == len(server.asked)
    # the whole vocabulary comes for one place at a time: the last of a round, or the one that a residual is drawn from
    assert all(whole(body) and body.get("prompt_logprobs", 8) == 8 for body in server.asked)
    about_slips = sum("prompt_logprobs" in body for body in server.asked)
    assert about_slips == sum(bool(a_round.drafts) for a_round in theirs.rounds)


def test_a_residual_is_the_one_at_hand(server: Fake) -> None:
    settings: dict[str, Any] = {"temperature": 1.0, "drafter": "small", "max_new_tokens": 40}
    pairs = [written(pair, seed=seed, **settings) for seed in (2, 3) for pair in ("tower", "served")]
    seen = 0
    for ours, theirs in zip(pairs[::2], pairs[1::2], strict=True):
        for a, b in zip(ours.rounds, theirs.rounds, strict=True):
            for one, other in zip(a.drafts, b.drafts, strict=True):
                if other.verdict == "rejected":
                    assert one.residual_top is not None and other.residual_top is not None
                    assert other.overlap == pytest.approx(one.overlap, abs=TOLERANCE)
                    assert dict(other.residual_top) == pytest.approx(dict(one.residual_top), abs=1e-3)
                    seen += 1
                elif other.verdict == "accepted":  # nobody asked for more than its own probability
                    assert other.overlap is None and other.residual_top is None
        assert theirs.totals.mean_overlap is None  # those that are known are the returned ones, no fair sample
    assert seen > 0


@pytest.mark.parametrize(("settings", "asks_whole"), [
    ({"temperature": 0.7}, True),
    ({"temperature": 0.7, "top_p": 0.8}, True),
    ({"temperature": 0.7, "top_k": 12}, False),
    ({"temperature": 1.4, "top_k": 20, "top_p": 0.9}, False),
    ({"temperature": 1.0, "rule": "typical"}, True),
    ({"temperature": 1.0, "rule": "sample-match"}, True),
    ({"temperature": 1.0, "rule": "lenience"}, True),
])  # fmt: skip
def test_other_laws_and_rules(server: Fake, settings: dict[str, Any], asks_whole: bool) -> None:
    ours, theirs = (written(pair, seed=5, max_new_tokens=16, **settings) for pair in ("tower", "served"))
    close(ours, theirs, TOLERANCE)
    assert any(map(whole, server.asked)) == asks_whole


def test_what_is_asked_is_what_is_counted(server: Fake) -> None:
    run = begun("served", temperature=1.0, seed=2)
    before, longest = len(server.asked), 0
    for a_round in run:
        bodies = server.asked[before:]
        before += len(bodies)
        lengths = [len(prompt) for body in bodies for prompt in prompts_of(body)]
        places, reached = sum(lengths), max(lengths)
        # a text is computed anew with each question, but for the words that no earlier one held
        new = reached - (a_round.start - 1 if longest else 0)
        longest = reached
        assert a_round.served is not None
        assert a_round.served.hauls == len(bodies) and a_round.served.received > 0
        assert a_round.served.recomputed == places - new
    assert before > len(run.rounds)  # something was returned


def test_what_the_server_remembers_is_not_computed_again(server: Fake) -> None:
    forgetful = written("served").totals.served
    server.remembers = 16
    mindful = written("served").totals.served
    assert forgetful is not None and mindful is not None
    assert 0 < mindful.recomputed < forgetful.recomputed


def test_whole_rows_are_counted_as_the_server_reads_them(server: Fake) -> None:
    """Several prompts in one question: it begins with the first, and reads the others together."""
    trace = written("served", temperature=0.7, k=3, max_new_tokens=12)
    for a_round in trace.rounds:
        assert a_round.served is not None and a_round.served.hauls == (2 if a_round.drafts else 1)
    assert len(server.asked) == len(trace.rounds)


def test_a_served_run_is_a_trace_like_any_other(server: Fake) -> None:
    run = begun("served", temperature=1.0, seed=2)
    for _ in run:
        pass
    document = run.trace_json()
    loaded = load(json.dumps(document))
    assert loaded.trace == run.trace() and loaded.document == document
    assert document["totals"]["served"]["hauls"] == document["totals"]["hauls"] > len(document["rounds"])
    assert document["settings"]["pair"] == "served" and document["made_with"]["weights"]["target"] == "served: oracle"
    assert server.address not in json.dumps(document)


def test_experiments_read_whole_rows(server: Fake) -> None:
    prefixes = [[0, 5], [0, 5, 9, 12], *([0, word] for word in range(20, 30))]
    ours, theirs = (load_pair(pair).new_target().score_batch(prefixes) for pair in ("tower", "served"))
    ours -= ours.max(axis=1, keepdims=True)
    theirs -= theirs.max(axis=1, keepdims=True)
    assert abs(ours - theirs).max() < 1e-4


def test_the_context_is_used_to_its_end(point: Callable[[Fake], None]) -> None:
    """And not beyond: the server wants room for a word behind each prompt."""
    with serving(Fake(context=24)) as fake:
        point(fake)
        trace = written("served")
    assert trace.finish == "context" and len(trace.prompt) + len(trace.tokens) == 23
    assert trace.tokens == written("tower").tokens[: len(trace.tokens)]
