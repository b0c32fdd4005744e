"""Cells are fixed by p alone, and every arm's exact law on them is right: checked by going through all paths."""

from __future__ import annotations

import itertools
from collections import defaultdict

import numpy as np
import pytest

from tests.decoding.heads import drafter_of, featured
from tests.decoding.tables import TableModel, pair
from tower.decoding.distribution import Warp, one_hot
from tower.decoding.drafters.base import Draft
from tower.decoding.draws import Draws
from tower.decoding.rulebook import RULES
from tower.decoding.rules import Rule
from tower.experiments.tally.arms import Arm
from tower.experiments.tally.cells import Cells, cell_of, unfold
from tower.experiments.tally.ground import Ground
from tower.experiments.tally.guesses import Guess, LookupGuess, SmallGuess
from tower.experiments.tally.pooling import LEAST, pool
from tower.experiments.tally.trees import TreeGuess

PROMPT = (3, 5, 1, 3, 5)
SIZE, TOKENS, RUNS = 6, 3, 400
EOS = 2
EXACT = [code for code, rule in RULES.items() if rule.exact]


def ground(drafter: str, warp: Warp, k: int) -> tuple[Ground, TableModel, Guess]:
    target, draft = pair(8, size=SIZE, spread=1.5)
    target.eos_ids = frozenset({EOS})
    guess: Guess = SmallGuess(draft) if drafter == "small" else LookupGuess(SIZE)
    return Ground(target, guess, warp, PROMPT, k=k, tokens=TOKENS), target, guess


def every_path(target: TableModel, guess: Guess, rule: Rule | None, warp: Warp, k: int) -> dict[tuple[int, ...], float]:
    """The law over all outcomes by the definition: rule by rule piece, word by word, no tree shared, no batch."""
    law: dict[tuple[int, ...], float] = defaultdict(float)

    def go(words: tuple[int, ...], slips: int, chance: float) -> None:
        if chance == 0:
            return
        if len(words) == TOKENS or (words and words[-1] == EOS):
            law[words] += chance
            return
        text = [*PROMPT, *words]
        p = warp(target.logits_after(text)).astype(np.float64)
        there = False
        if rule is not None and slips < k:
            q, offered = guess.laws([text], [slips], warp)
            there = bool(offered[0])
        if rule is None or not there:
            for word in range(SIZE):
                go((*words, word), 0, chance * p[word])
            return
        q = q[0].astype(np.float64)
        accept = rule.accept(p, q)
        for slip, drawn in enumerate(rule.drawn(q)):
            go((*words, slip), slips + 1, chance * drawn * accept[slip])
            if drawn * (1 - accept[slip]) > 0:
                for word, again in enumerate(rule.replacement(p, q, slip)):
                    go((*words, word), 0, chance * drawn * (1 - accept[slip]) * again)

    go((), 0, 1.0)
    return law


def on_cells(cells: Cells, ground: Ground, law: dict[tuple[int, ...], float]) -> np.ndarray:
    filled = np.zeros(len(cells.p))
    numbering = cells.numbering()
    for words, chance in law.items():
        path = 0
        for word in words:
            path = ground.paths.child(path, word)
        filled[cell_of(path, numbering, ground.paths, cells.rest)] += chance
    return filled


@pytest.mark.parametrize("k", [1, 2, 4])
@pytest.mark.parametrize("drafter", ["small", "prompt-lookup"])
@pytest.mark.parametrize("code", ["plain", *RULES])
def test_the_law_of_an_arm_is_that_of_all_its_paths(code: str, drafter: str, k: int) -> None:
    rule = None if code == "plain" else RULES[code]()
    warp = Warp(0.9, 0, 0.97)
    here, target, guess = ground(drafter, warp, k)
    cells = unfold(here, [Arm(), Arm(rule)], RUNS)
    law = every_path(target, guess, rule, warp, k)
    assert sum(law.values()) == pytest.approx(1, abs=1e-6)
    assert cells.laws[1] == pytest.approx(on_cells(cells, here, law), abs=2e-6)
    assert cells.p == pytest.approx(on_cells(cells, here, every_path(target, guess, None, warp, k)), abs=2e-6)
    bias = np.abs(cells.laws[1] - cells.p).sum() / 2
    if code == "plain" or code in EXACT:
        assert bias < 2e-6
    elif drafter == "small":
        assert bias > 1e-3


def every_path_of_trees(drafter: str, rule: Rule, warp: Warp, k: int) -> tuple[Ground, dict[tuple[int, ...], float]]:
    """The same for rounds of trees: each round's own draft, its slips tested child by child."""
    target, draft = pair(8, size=SIZE, spread=1.5)
    target.eos_ids = frozenset({EOS})
    law: dict[tuple[int, ...], float] = defaultdict(float)

    def begin(words: tuple[int, ...], chance: float) -> None:
        text = [*PROMPT, *words]
        if chance == 0 or over(words):
            law[words] += chance
            return
        seen = featured(target)
        guesser = drafter_of(drafter, draft, seen)
        guesser.start(text, seen.prefill(text[:-1]))
        test(guesser.propose(text, k, warp, Draws(0), rule.drawn), -1, words, chance)

    def test(slips: Draft, node: int, words: tuple[int, ...], chance: float) -> None:
        left = warp(target.logits_after([*PROMPT, *words])).astype(np.float64)
        for child in [i for i, parent in enumerate(slips.parents) if parent == node]:
            word = slips.ids[child]
            certain = one_hot(word, SIZE, np.float64)
            kept = rule.accept(left, certain)[word]
            longer = (*words, word)
            if over(longer):
                law[longer] += chance * kept
            else:
                test(slips, child, longer, chance * kept)
            if kept >= 1:
                return
            left, chance = np.asarray(rule.replacement(left, certain, word), dtype=np.float64), chance * (1 - kept)
        for word in range(SIZE):
            begin((*words, word), chance * left[word])

    def over(words: tuple[int, ...]) -> bool:
        return len(words) == TOKENS or words[-1:] == (EOS,)

    begin((), 1.0)
    seen = featured(target)
    guess = TreeGuess(drafter_of(drafter, draft, seen), seen)
    return Ground(target, guess, warp, PROMPT, k=k, tokens=TOKENS), law


@pytest.mark.parametrize("k", [1, 2, 4])
@pytest.mark.parametrize("drafter", ["medusa-tree", "eagle-tree"])
@pytest.mark.parametrize("code", RULES)
def test_so_is_the_law_of_an_arm_that_drafts_trees(code: str, drafter: str, k: int) -> None:
    here, law = every_path_of_trees(drafter, RULES[code](), Warp(0.9, 0, 0.97), k)
    cells = unfold(here, [Arm(), Arm(RULES[code]())], RUNS)
    assert sum(law.values()) == pytest.approx(1, abs=1e-6)
    assert cells.laws[1] == pytest.approx(on_cells(cells, here, law), abs=2e-6)
    if code in EXACT:
        assert cells.laws[1] == pytest.approx(cells.p, abs=2e-6)
    elif code in ("resample-from-p", "softmax-residual"):
        assert np.abs(cells.laws[1] - cells.p).sum() / 2 > 1e-3


def test_cells_do_not_depend_on_what_is_counted_and_expect_enough() -> None:
    one, two = (ground("small", Warp(), 2)[0] for _ in range(2))
    alone = unfold(one, [Arm()], RUNS)
    both = unfold(two, [Arm(), Arm(RULES["threshold"]())], RUNS)
    assert np.array_equal(alone.p, both.p)
    assert [one.paths.words(path) for path in alone.paths] == [two.paths.words(path) for path in both.paths]
    assert (alone.p[alone.p > 0] * RUNS >= LEAST - 1e-9).all()
    assert alone.p.sum() == pytest.approx(1, abs=1e-6)
    assert any(alone.open) and not all(alone.open)
    own = [chance for chance, is_open in zip(alone.p, alone.open, strict=False) if not is_open]
    assert own == sorted(own, reverse=True)


def test_more_runs_make_finer_cells() -> None:
    sizes = [len(unfold(ground("small", Warp(), 2)[0], [Arm()], runs).p) for runs in (100, 1000, 10_000)]
    assert sizes[0] < sizes[1] < sizes[2]


def test_what_the_warp_cuts_off_is_a_cell_that_nothing_may_enter() -> None:
    cells = unfold(ground("small", Warp(1.0, 2), 2)[0], [Arm(), Arm(RULES["softmax-residual"]())], 100_000)
    assert cells.p[cells.rest] == 0
    assert cells.laws[0][cells.rest] == 0 and cells.laws[1][cells.rest] > 0.05


def test_greedy_has_one_cell_and_an_empty_one() -> None:
    cells = unfold(ground("small", Warp(0), 2)[0], [Arm()], RUNS)
    assert cells.p.tolist() == [1.0, 0.0]


def test_pooling_takes_in_the_unlikeliest_until_the_rest_expects_enough() -> None:
    own, rest = pool(np.array([0.5, 0.3, 0.06, 0.1]), 0.04, 100)
    assert own.tolist() == [0, 1, 3] and rest == pytest.approx(0.1)
    own, rest = pool(np.array([0.5, 0.5, 0.0]), 0.0, 100)
    assert own.tolist() == [0, 1] and rest == 0
    own, rest = pool(np.array([0.5, 0.5 - 1e-12]), 1e-12, 100)
    assert rest == 0


def test_every_cell_has_an_outcome_and_every_outcome_a_cell() -> None:
    here = ground("small", Warp(), 2)[0]
    cells = unfold(here, [Arm()], RUNS)
    numbering = cells.numbering()
    found = set()
    for words in itertools.product(range(SIZE), repeat=TOKENS):
        path = 0
        for word in words:
            path = here.paths.child(path, word)
            if here.paths.ended(path):
                break
        found.add(cell_of(path, numbering, here.paths, cells.rest))
    assert found | {cells.rest} == set(range(len(cells.p)))
