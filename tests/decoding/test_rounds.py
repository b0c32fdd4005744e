"""What a round says of itself: caches, hauls, accounts, numbers, luck; and what can be asked of a run."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from tests.decoding.runs import ended, run_of
from tests.decoding.tables import TableModel, pair, random_table
from tower.decoding.decoder import Run, speculative
from tower.decoding.distribution import Warp
from tower.decoding.drafters.small_model import SmallModel
from tower.decoding.draws import Draws
from tower.decoding.errors import PromptError, SettingError
from tower.decoding.rulebook import rule_of


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
