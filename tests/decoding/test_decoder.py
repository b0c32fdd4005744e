"""What every engine must pass: text, limits, ends, caches, accounts, on models whose laws are known."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from tests.decoding.tables import TableModel, greedy_text, pair, random_table
from tower.decoding.decoder import Run, autoregressive, speculative
from tower.decoding.distribution import Warp
from tower.decoding.drafters.prompt_lookup import PromptLookup
from tower.decoding.drafters.small_model import SmallModel
from tower.decoding.draws import Draws
from tower.decoding.errors import LogitsError, PromptError, SettingError
from tower.decoding.rulebook import rule_of
from tower.decoding.target import Scores

RULE = rule_of("speculative")
GREEDY = Warp(0)


def run_of(
    target: TableModel,
    draft: TableModel | None,
    prompt: Sequence[int],
    *,
    warp: Warp = GREEDY,
    seed: int = 0,
    k: int = 4,
    **wishes: Any,
) -> Run:
    drafter = PromptLookup() if draft is None else SmallModel(draft)
    return speculative(target, drafter, RULE, warp, Draws(seed), prompt, k=k, **{"max_new_tokens": 20, **wishes})


def ended(run: Run) -> Run:
    for _ in run:
        pass
    return run


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


@pytest.mark.parametrize("temperature", [0, 1])
def test_caches_round_by_round(temperature: float) -> None:
    """[L-1, L+k, L+accepted] for the target; the draft lags one word after a round in which all was kept."""
    target, draft = pair(15, error=0.6)
    run = run_of(target, draft, [3, 1, 4, 1, 5], warp=Warp(temperature), k=3, max_new_tokens=60)
    full = rejected = 0
    for a_round in run:
        length, k = a_round.start, len(a_round.drafts)
        kept = [slip.verdict for slip in a_round.drafts].count("accepted")
        assert a_round.cache.target == (length - 1, length + k, length + kept)
        text = [3, 1, 4, 1, 5, *run.written]
        assert target.cache == text[:-1]
        assert a_round.cache.draft is not None
        _before, after, draft_kept = a_round.cache.draft
        assert draft.cache == text[:draft_kept]
        all_kept = k > 0 and kept == k
        full, rejected = full + all_kept, rejected + (kept < k)
        if k:
            assert after == length + k - 1
            assert draft_kept == (length + k - 1 if all_kept else length + kept)
            assert len(text) - 1 - draft_kept == (1 if all_kept else 0)
    assert full > 3 and rejected > 3
    # one word behind: fed with the bonus in one pass of two rows
    lagging = [a_round.cache.draft[0] < a_round.start - 1 for a_round in run.rounds if a_round.drafts]  # type: ignore[index]
    assert draft.passes.count(2) == sum(lagging) > 3


def test_a_haul_is_one_pass_and_the_prompt_is_none() -> None:
    target, draft = pair(16)
    run = ended(run_of(target, draft, [1, 2, 3, 4], k=4, max_new_tokens=30))
    assert run.prefill.tokens == 3
    assert target.passes == [len(a_round.drafts) + 1 for a_round in run.rounds]
    totals = run.trace().totals
    assert totals.hauls == len(run.rounds) == len(target.passes)
    assert totals.draft_steps == totals.drafted == len(draft.passes)


def test_the_accounts_follow_from_the_rounds() -> None:
    target, draft = pair(17)
    run = ended(run_of(target, draft, [1], warp=Warp(1), k=4, max_new_tokens=64))
    totals = run.trace().totals
    slips = [slip for a_round in run.rounds for slip in a_round.drafts]
    tested = [slip for slip in slips if slip.accept is not None]
    assert totals.tokens == 64 == totals.accepted + totals.hauls
    assert totals.drafted == len(slips) > totals.tested == len(tested)
    assert totals.alpha == pytest.approx(sum(slip.verdict == "accepted" for slip in tested) / len(tested))
    assert totals.mean_overlap == pytest.approx(np.mean([slip.overlap for slip in tested]))
    assert totals.tokens_per_haul == pytest.approx(64 / totals.hauls)
    assert sum(tested for tested, _ in totals.accepted_by_position) == totals.tested
    assert sum(kept for _, kept in totals.accepted_by_position) == totals.accepted
    for (_, kept), (tested_next, _) in pairwise(totals.accepted_by_position):
        assert tested_next <= kept  # a word is tested only when all before it were kept


@pytest.mark.parametrize("warp", [Warp(0), Warp(1), Warp(0.7, 5, 0.9)], ids=str)
def test_numbers_of_a_round(warp: Warp) -> None:
    """Everything noted about a slip, against the laws themselves."""
    target, draft = pair(18, size=300)
    run = run_of(target, draft, [7, 7], warp=warp, k=4, max_new_tokens=40)
    for a_round in run:
        text = [7, 7, *run.written][: a_round.start]
        for i, slip in enumerate(a_round.drafts):
            before = text + [other.id for other in a_round.drafts[:i]]
            p_raw, q_raw = Warp(1)(target.logits_after(before)), Warp(1)(draft.logits_after(before))
            p, q = warp(target.logits_after(before)), warp(draft.logits_after(before))
            assert slip.parent == i - 1
            assert (slip.p, slip.q) == pytest.approx((p[slip.id], q[slip.id]))
            assert (slip.p_raw, slip.q_raw) == pytest.approx((p_raw[slip.id], q_raw[slip.id]))
            assert slip.overlap == pytest.approx(np.minimum(p, q).sum())
            assert_top(slip.p_top, p), assert_top(slip.q_top, q)
            if warp.plain:
                assert slip.p_raw_top is None and slip.q_raw_top is None
            else:
                assert_top(slip.p_raw_top, p_raw), assert_top(slip.q_raw_top, q_raw)
            if slip.accept is not None:
                assert slip.accept == pytest.approx(min(1, p[slip.id] / q[slip.id]))
                if slip.accept < 1:
                    left = np.maximum(p - q, 0)
                    assert_top(slip.residual_top, left / left.sum())
                else:
                    assert slip.residual_top is None
            if slip.accept is not None and not warp.greedy:
                assert slip.u == Draws(0).uniform(a_round.start + i, 1)  # type: ignore[arg-type]
                assert (slip.u < slip.accept) == (slip.verdict == "accepted")
            else:
                assert slip.u is None
        assert a_round.emitted is not None
        at = [*text, *a_round.tokens[:-1]]
        assert a_round.emitted.p == pytest.approx(warp(target.logits_after(at))[a_round.emitted.id])
        assert_top(a_round.emitted.p_top, warp(target.logits_after(at)))
        assert (a_round.emitted.u is None) == warp.greedy
        assert_top(a_round.last.p_top, warp(target.logits_after(text + [slip.id for slip in a_round.drafts])))


def assert_top(top: tuple[tuple[int, float], ...] | None, law: np.ndarray) -> None:
    assert top is not None
    order = np.argsort(-law, kind="stable")[:8]
    assert [chance for _, chance in top] == pytest.approx([law[i] for i in order if law[i] > 0], abs=1e-6)
    assert all(chance == pytest.approx(law[word], abs=1e-6) for word, chance in top)


def test_determinism_and_luck_at_its_address() -> None:
    target, draft = pair(19)
    one = ended(run_of(target, draft, [1], warp=Warp(1), seed=5, max_new_tokens=40)).trace()
    two = ended(run_of(target, draft, [1], warp=Warp(1), seed=5, max_new_tokens=40)).trace()
    assert one == two
    assert one != ended(run_of(target, draft, [1], warp=Warp(1), seed=6, max_new_tokens=40)).trace()
    # continuing from a written beginning as a new prompt meets the same luck: the first round's slips are the same
    cut = one.rounds[3].start
    text = [1, *one.tokens]
    again = next(run_of(target, draft, text[:cut], warp=Warp(1), seed=5, max_new_tokens=40 - cut + 1))
    assert again.drafts == one.rounds[3].drafts and again.tokens == one.rounds[3].tokens


def test_stopping_anywhere_leaves_whole_rounds() -> None:
    target, draft = pair(20)
    whole = ended(run_of(target, draft, [1, 2], max_new_tokens=40)).trace()
    run = run_of(target, draft, [1, 2], max_new_tokens=40)
    for count in range(len(whole.rounds)):
        partial = run.trace()
        assert partial.rounds == whole.rounds[:count] and partial.finish == "running"
        assert target.length == 1 + len(run.written)
        next(run)
    assert run.trace() == whole


def test_two_runs_side_by_side_equal_their_solo_runs() -> None:
    """Two readers, one pair of weights, each with caches and luck of their own."""
    table, noisy = random_table(21), random_table(21) + random_table(22)

    def start(seed: int) -> Run:
        return run_of(TableModel(table), TableModel(noisy), [seed], warp=Warp(1), seed=seed, max_new_tokens=40)

    solo = [ended(start(seed)).trace() for seed in (1, 2)]
    runs = [start(1), start(2)]
    while any(run.finish == "running" for run in runs):
        for run in runs:
            next(run, None)
    assert [run.trace() for run in runs] == solo


def test_k_beyond_the_drafter_is_lowered_and_said() -> None:
    target, draft = pair(23)
    run = run_of(target, draft, [1], k=100)
    assert run.k == SmallModel.max_k
    assert [(notice.code, notice.values) for notice in run.notices] == [("k-clamped", {"k": 100, "max_k": 32})]
    assert run_of(target, draft, [1], k=4).notices == ()


@pytest.mark.parametrize(
    ("prompt", "wishes", "kind", "code"),
    [
        ([], {}, PromptError, "prompt-empty"),
        ([1] * 256, {}, PromptError, "prompt-too-long"),
        ([23], {}, PromptError, "prompt-word"),
        ([-1], {}, PromptError, "prompt-word"),
        ([1], {"k": 0}, SettingError, "k-range"),
        ([1], {"max_new_tokens": 0}, SettingError, "length-range"),
        ([1], {"detail": 0}, SettingError, "detail-range"),
    ],
)
def test_wishes_that_cannot_be(prompt: list[int], wishes: dict[str, int], kind: type[ValueError], code: str) -> None:
    target, draft = pair(24)
    with pytest.raises(kind) as error:
        run_of(target, draft, prompt, **wishes)  # type: ignore[arg-type]
    assert error.value.code == code  # type: ignore[attr-defined]
    assert target.length == 0


@pytest.mark.parametrize("code", ["argmax-draft", "argmax-soft-q"])
def test_rules_that_draft_the_likeliest_word(code: str) -> None:
    target, draft = pair(25, spread=1.0)
    run = speculative(target, SmallModel(draft), rule_of(code), Warp(1), Draws(0), [1], k=3, max_new_tokens=20)
    text = [1]
    for a_round in run:
        for i, slip in enumerate(a_round.drafts):
            before = text + [other.id for other in a_round.drafts[:i]]
            assert slip.id == draft.logits_after(before).argmax()
            assert slip.q == pytest.approx(Warp(1)(draft.logits_after(before))[slip.id])  # shown as it is: soft
        text += a_round.tokens
    assert run.trace().settings.rule == code
