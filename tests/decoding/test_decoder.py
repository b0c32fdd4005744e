"""What every engine must pass: text, lengths, ends, numbers that are none, on models whose laws are known."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from tests.decoding.runs import GREEDY, ended, run_of
from tests.decoding.tables import TableModel, greedy_text, pair, random_table
from tower.decoding.decoder import autoregressive
from tower.decoding.distribution import Warp
from tower.decoding.draws import Draws
from tower.decoding.errors import LogitsError
from tower.decoding.target import Scores


@pytest.mark.parametrize("k", [1, 2, 4, 8])
@pytest.mark.parametrize("lookup", [False, True], ids=["small", "prompt-lookup"])
def test_greedy_identity(lookup: bool, k: int) -> None:
    """Over 100 prompts: word for word what the target alone writes greedily."""
    rng = np.random.default_rng(k)
    # a memory of two words makes texts that repeat, so that lookup finds something
    target, draft = pair(30, size=9 if lookup else 23, memory=2 if lookup else None)
    accepted = drafted = 0
    for _ in range(100):
        prompt = rng.integers(0, target.vocab_size, rng.integers(1, 12)).tolist()
        run = ended(run_of(target, None if lookup else draft, prompt, k=k, max_new_tokens=16, detail=1))
        assert list(run.written) == greedy_text(target, prompt, 16)
        totals = run.trace().totals
        accepted, drafted = accepted + totals.accepted, drafted + totals.drafted
    assert 0.1 * drafted < accepted < 0.95 * drafted  # or the identity would have been easy


def test_a_poor_draft_of_a_hundred_words() -> None:
    target, _ = pair(1)
    stranger = TableModel(random_table(99))
    run = ended(run_of(target, stranger, [3, 1, 4], k=5, max_new_tokens=100))
    assert list(run.written) == greedy_text(target, [3, 1, 4], 100)
    assert (run.trace().totals.alpha or 0) < 0.3


def test_plain_decoding_is_the_target_alone() -> None:
    target, _ = pair(2)
    run = ended_plain = autoregressive(target, GREEDY, Draws(0), [5], max_new_tokens=12)
    rounds = list(ended_plain)
    assert list(run.written) == greedy_text(target, [5], 12)
    assert all(a_round.drafts == () and a_round.emitted is not None for a_round in rounds)
    assert {a_round.emitted.kind for a_round in rounds if a_round.emitted} == {"plain"}
    assert target.passes == [1] * 12
    assert run.trace().settings.drafter == "none" and run.trace().settings.rule is None


@pytest.mark.parametrize("temperature", [0, 1])
def test_a_draft_that_is_the_target(temperature: float) -> None:
    """k = 5: six words every round, greedy or not."""
    table = random_table(3)
    run = ended(run_of(TableModel(table), TableModel(table), [1], warp=Warp(temperature), k=5, max_new_tokens=60))
    assert [len(a_round.tokens) for a_round in run.rounds] == [6] * 10
    assert {a_round.emitted.kind for a_round in run.rounds if a_round.emitted} == {"bonus"}
    assert run.trace().totals.alpha == 1


def test_acceptance_is_the_overlap() -> None:
    """A draft of random weights at temperature 1: accepted / tested near the mean of sum min(p, q)."""
    target, draft = TableModel(random_table(4, spread=1.0)), TableModel(random_table(5, spread=1.0))
    tested = accepted = 0
    overlaps = []
    for seed in range(12):
        run = ended(run_of(target, draft, [seed], warp=Warp(1), seed=seed, k=3, max_new_tokens=80, detail=1))
        totals = run.trace().totals
        tested, accepted = tested + totals.tested, accepted + totals.accepted
        overlaps.append((totals.mean_overlap or 0) * totals.tested)
    rate, overlap = accepted / tested, sum(overlaps) / tested
    assert 0.2 < overlap < 0.8
    assert abs(rate - overlap) < 3 * np.sqrt(overlap * (1 - overlap) / tested)


def test_what_comes_after_a_rejection_is_not_tested() -> None:
    """Where the draft is right, wrong, right, right: one accepted, one rejected, two discarded."""
    target = TableModel(np.eye(6)[[1, 2, 3, 4, 5, 0]] * 9, memory=1)
    target.logits_after = lambda words: np.eye(6, dtype=np.float32)[(words[-1] + 1) % 6]  # type: ignore[method-assign]
    draft = TableModel(np.zeros((1, 6)))
    # after 0: 1, then 3 (should be 2), then 4, 5 (right again after 3)
    script = {0: 1, 1: 3, 3: 4, 4: 5}
    draft.logits_after = lambda words: np.eye(6, dtype=np.float32)[script.get(words[-1], 0)]  # type: ignore[method-assign]
    a_round = next(run_of(target, draft, [0], k=4))
    assert [slip.verdict for slip in a_round.drafts] == ["accepted", "rejected", "discarded", "discarded"]
    assert a_round.tokens == (1, 2)
    assert a_round.emitted is not None and a_round.emitted.kind == "correction"
    assert [slip.accept for slip in a_round.drafts] == [1, 0, None, None]
    assert a_round.drafts[1].residual_top == ((2, 1.0),)
    totals = run_totals = run_of(target, draft, [0], k=4)
    next(run_totals)
    assert (totals.trace().totals.tested, totals.trace().totals.accepted) == (2, 1)
    assert totals.trace().totals.accepted_by_position == ((1, 1), (1, 0))


def test_equal_maxima_are_one_index_everywhere() -> None:
    table = np.tile(np.array([0, 2, 2, 2], dtype=np.float32), (3, 1))
    run = ended(run_of(TableModel(table), TableModel(table[:, ::1]), [0], k=3, max_new_tokens=9))
    assert set(run.written) == {1}
    assert run.trace().totals.alpha == 1
    assert all(slip.p_top == ((1, 1.0),) for a_round in run.rounds for slip in a_round.drafts)
    assert all(slip.p_raw_top and slip.p_raw_top[0][0] == 1 for a_round in run.rounds for slip in a_round.drafts)


@pytest.mark.parametrize("limit", [1, 2, 3, 7, 20])
@pytest.mark.parametrize("temperature", [0, 1])
def test_the_length_is_exact(limit: int, temperature: float) -> None:
    target, draft = pair(6, error=0.2)
    run = ended(run_of(target, draft, [1, 2], warp=Warp(temperature), k=8, max_new_tokens=limit))
    assert len(run.written) == limit and run.finish == "length"
    assert all(len(a_round.drafts) <= 8 for a_round in run.rounds)
    with pytest.raises(StopIteration):
        next(run)


@pytest.mark.parametrize("room", [1, 2, 3, 5])
def test_near_the_end_of_the_context(room: int) -> None:
    """Prompt of context - room: exactly `room` words more, no overflow (the tables would raise)."""
    target, draft = pair(7, error=0.2, context=24)
    run = ended(run_of(target, draft, [1] * (24 - room), k=8, max_new_tokens=99))
    assert len(run.written) == room and run.finish == "context"


def test_a_draft_with_a_shorter_context_drafts_less_and_then_nothing() -> None:
    target, draft = pair(8, error=0.0)
    draft.context = 16
    run = ended(run_of(target, draft, [1] * 10, k=4, max_new_tokens=30))
    assert list(run.written) == greedy_text(target, [1] * 10, 30)
    drafted = [len(a_round.drafts) for a_round in run.rounds]
    assert drafted[0] == 4 and drafted[-1] == 0
    run = ended(run_of(target, draft, [1] * 20, k=4, max_new_tokens=5))
    assert list(run.written) == greedy_text(target, [1] * 20, 5)


def test_without_an_end_of_text_it_runs_to_the_limit() -> None:
    target, draft = pair(9)
    assert target.eos_ids == frozenset()
    assert ended(run_of(target, draft, [2], max_new_tokens=50)).finish == "length"


@pytest.mark.parametrize("k", [1, 4, 8])
@pytest.mark.parametrize("temperature", [0, 1])
def test_end_of_text(temperature: float, k: int) -> None:
    """Wherever it falls, in a draft or as the target's own word: it is written, and nothing after it is."""
    inside = 0
    for seed in range(25):
        target, draft = pair(10, error=0.3, size=12)
        target.eos_ids = frozenset({5, 7})
        run = ended(run_of(target, draft, [seed % 12, 1], warp=Warp(temperature), seed=seed, k=k, max_new_tokens=60))
        words = list(run.written)
        if run.finish == "length":
            assert not {5, 7} & set(words)
            continue
        assert run.finish == "eos" and words[-1] in {5, 7} and not {5, 7} & set(words[:-1])
        last = run.rounds[-1]
        if last.emitted is None:
            inside += 1
            verdicts = [slip.verdict for slip in last.drafts]
            kept = verdicts.count("accepted")
            assert verdicts == ["accepted"] * kept + ["cut"] * (len(verdicts) - kept)
            assert all(slip.accept is None for slip in last.drafts[kept:])
            assert last.cache.target[2] == last.start + kept == target.length
        if temperature == 0:
            assert words == greedy_text(target, [seed % 12, 1], len(words))
    assert inside > 2


def test_a_stop_inside_a_draft() -> None:
    table = random_table(11)
    prompt, wanted = [1, 2], greedy_text(TableModel(table), [1, 2], 30)
    asked: list[list[int]] = []

    def stop(words: Sequence[int]) -> bool:
        asked.append(list(words))
        return len(words) >= 7

    run = ended(run_of(TableModel(table), TableModel(table), prompt, k=5, max_new_tokens=30, stop=stop))
    assert list(run.written) == wanted[:7] and run.finish == "stop"
    assert asked == [wanted[: n + 1] for n in range(7)]  # once for every word, in order
    assert [slip.verdict for slip in run.rounds[-1].drafts] == ["accepted"] + ["cut"] * 4
    assert run.trace().totals.tested == 6 and run.trace().totals.tokens == 7


@pytest.mark.parametrize("temperature", [0.01, 0])
def test_cold_gives_numbers(temperature: float) -> None:
    target, draft = pair(12, spread=20.0)
    run = ended(run_of(target, draft, [1], warp=Warp(temperature), max_new_tokens=30))
    numbers = [
        number
        for a_round in run.rounds
        for slip in a_round.drafts
        for number in (slip.q, slip.p, slip.q_raw, slip.p_raw, slip.overlap or 0, slip.accept or 0)
    ]
    assert np.isfinite(numbers).all() and min(numbers) >= 0 and max(numbers) <= 1
    assert list(run.written) == greedy_text(target, [1], 30)


@pytest.mark.parametrize("bad", [np.nan, np.inf])
def test_logits_that_are_no_numbers_end_the_run_and_nothing_else(bad: float) -> None:
    target, draft = pair(13)
    run = run_of(target, draft, [1, 2], k=3)
    first, cached = next(run), target.length
    table = target.table.copy()
    target.table[:] = bad
    with pytest.raises(LogitsError):
        next(run)
    assert target.length == cached and run.rounds == [first] and run.finish == "running"
    target.table[:] = table
    ended(run)  # the words so far were kept, and the rest is as if nothing had happened
    assert list(run.written) == greedy_text(target, [1, 2], 20)


def test_a_wrong_number_of_rows_is_refused() -> None:
    target, draft = pair(14)
    target.score = lambda ids, parents=None: Scores(np.zeros((1, 23), dtype=np.float32))  # type: ignore[method-assign]
    with pytest.raises(LogitsError) as error:
        next(run_of(target, draft, [1]))
    assert error.value.code == "logits-shape"
