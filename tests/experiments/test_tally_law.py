"""Counting and arithmetic agree: exact rules follow p, wrong ones visibly do not and follow their own law instead.

Fixed seeds. A p-value below ONE_IN is a failure: with some 400 of them, an honest suite fails once in 2,500 seeds.
"""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.decoding.heads import drafter_of, featured
from tests.decoding.tables import pair
from tower.decoding.distribution import Warp
from tower.decoding.rulebook import RULES
from tower.decoding.rules import law
from tower.experiments.tally.arms import Arm
from tower.experiments.tally.count import Count
from tower.experiments.tally.ground import Ground
from tower.experiments.tally.guesses import Guess, LookupGuess, SmallGuess
from tower.experiments.tally.statistics import judge
from tower.experiments.tally.toy import ToyCount
from tower.experiments.tally.trees import TreeGuess

ONE_IN = 1e-6
EXACT = [code for code, rule in RULES.items() if rule.exact]
WRONG = [code for code, rule in RULES.items() if not rule.exact]
DIALS = {
    "moon": ([0.5, 0.3, 0.2], [0.8, 0.1, 0.1]),
    "paper": ([0.40, 0.35, 0.25], [0.20, 0.60, 0.20]),
    "strangers": ([0.6, 0.4, 0.0, 0.0], [0.0, 0.0, 0.7, 0.3]),
    "zeros": ([0.5, 0.0, 0.3, 0.2, 0.0], [0.2, 0.4, 0.0, 0.1, 0.3]),
    "certain": ([0.5, 0.3, 0.2], [1.0, 0.0, 0.0]),
}


@pytest.mark.parametrize("dials", DIALS)
@pytest.mark.parametrize("code", RULES)
def test_frequencies_agree_with_the_law(code: str, dials: str) -> None:
    p, q = map(np.array, DIALS[dials])
    rule = RULES[code]()
    count = ToyCount(p, q, [Arm(), Arm(rule)], 300_000, 11)
    count.advance()
    board = count.board
    written = law(rule, p, q)
    own = [*written[list(count.cells.paths)], written.sum() - written[list(count.cells.paths)].sum()]
    assert count.cells.laws[1] == pytest.approx(own, abs=1e-6)
    verdict = judge(board.counts[1], np.where(count.cells.laws[1] < 1e-9, 0, count.cells.laws[1]), 300_000)
    assert verdict.code in ("certain", "one-cell") or (verdict.p_value or 0) > ONE_IN
    assert (judge(board.counts[0], board.p, 300_000).p_value or 1) > ONE_IN
    spread = np.sqrt(board.tested[1] * 0.25)
    assert abs(board.accepted[1] - board.expected[1]) < 5 * spread
    if code in EXACT:
        assert (judge(board.counts[1], board.p, 300_000).p_value or 1) > ONE_IN


@pytest.mark.parametrize("code", WRONG)
def test_wrong_rules_are_caught_on_the_papers_dials(code: str) -> None:
    p, q = map(np.array, DIALS["paper"])
    count = ToyCount(p, q, [Arm(RULES[code]())], 100_000, 3)
    count.advance()
    assert np.abs(count.cells.laws[0] - count.cells.p).sum() / 2 > 0.01
    assert judge(count.board.counts[0], count.board.p, 100_000).p_value == pytest.approx(0, abs=1e-9)
    flat = count.board.curve[-1][0]
    assert flat == pytest.approx(np.abs(count.cells.laws[0] - count.cells.p).sum() / 2, abs=0.01)  # it stays there


def laws(size: int) -> st.SearchStrategy[np.ndarray]:
    weight = st.one_of(st.just(0.0), st.floats(1e-6, 1.0))
    return st.lists(weight, min_size=size, max_size=size).filter(lambda w: sum(w) > 0).map(
        lambda w: np.array(w) / sum(w)
    )  # fmt: skip


@settings(max_examples=200, deadline=None)
@given(st.integers(2, 8).flatmap(lambda size: st.tuples(laws(size), laws(size))))
def test_exact_rules_write_p_whatever_the_dials(dials: tuple[np.ndarray, np.ndarray]) -> None:
    p, q = dials
    for code in EXACT:
        assert law(RULES[code](), p, q) == pytest.approx(p, abs=1e-12)


def test_toy_counts_depend_on_the_seed_alone() -> None:
    p, q = map(np.array, DIALS["moon"])
    arms = [Arm(), Arm(RULES["speculative"]())]
    whole, halting = ToyCount(p, q, arms, 400_000, 9), ToyCount(p, q, arms, 400_000, 9)
    whole.advance()
    stops = 0
    while not halting.board.done:
        halting.advance(0)
        stops += 1
    assert stops > 2
    assert np.array_equal(whole.board.counts, halting.board.counts)
    other = ToyCount(p, q, arms, 400_000, 10)
    other.advance()
    assert not np.array_equal(whole.board.counts, other.board.counts)


WARPS = [Warp(0.7), Warp(1.0), Warp(1.3), Warp(1.0, 6), Warp(0.7, 0, 0.9), Warp(1.3, 8, 0.95)]


@pytest.mark.parametrize("drafter", ["small", "prompt-lookup", "medusa-tree", "eagle-tree"])
@pytest.mark.parametrize("warp", WARPS, ids=str)
def test_whole_rounds_follow_p_under_exact_rules_and_not_under_a_wrong_one(drafter: str, warp: Warp) -> None:
    target, draft = pair(4, size=15)
    guess: Guess | TreeGuess
    if drafter.endswith("-tree"):
        seen = featured(target)
        guess = TreeGuess(drafter_of(drafter, draft, seen), seen)
    else:
        guess = SmallGuess(draft) if drafter == "small" else LookupGuess(15)
    ground = Ground(target, guess, warp, (3, 5, 1, 3, 5), k=2, tokens=3)
    arms = [Arm(), *(Arm(RULES[code]()) for code in (*EXACT, "resample-from-p"))]
    count = Count(ground, arms, 4000, 21)
    count.advance()
    p_values = [judge(counts, count.cells.p, 4000).p_value for counts in count.board.counts]
    assert all(value is not None and value > ONE_IN for value in p_values[:-1])
    own = judge(count.board.counts[-1], count.cells.laws[-1], 4000).p_value
    assert own is not None and own > ONE_IN
    assert p_values[-1] is not None and p_values[-1] < ONE_IN
