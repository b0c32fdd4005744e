"""The law of what whole rounds write, by taking every outcome of every draw, against the target's law alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pytest

from tests.decoding.branching import Branches, Quarters, branches  # noqa: F401 - a fixture
from tests.decoding.tables import TableModel, greedy_text, pair, random_table
from tests.decoding.trees import SHAPES, Tree
from tower.decoding.decoder import autoregressive, speculative
from tower.decoding.distribution import Floats, Warp, sample_many
from tower.decoding.drafters.prompt_lookup import PromptLookup
from tower.decoding.drafters.small_model import SmallModel
from tower.decoding.draws import Draws
from tower.decoding.rulebook import RULES, rule_of
from tower.decoding.rules import law

Paths = dict[tuple[int, ...], float]

WARPS = [Warp(1), Warp(0.6), Warp(1.4, top_k=2), Warp(1, top_p=0.8), Warp(0)]


def law_of_target(target: TableModel, prompt: Sequence[int], words: int, warp: Warp) -> Paths:
    """Product of p along every path of `words` words."""
    paths: Paths = {(): 1.0}
    for _ in range(words):
        paths = {
            (*path, word): chance * float(p)
            for path, chance in paths.items()
            for word, p in enumerate(warp(target.logits_after([*prompt, *path])))
            if p > 0
        }
    return paths


def difference(one: Mapping[Any, float], other: Mapping[Any, float]) -> float:
    return max(abs(one.get(path, 0) - other.get(path, 0)) for path in {*one, *other})


def first_words(run: Any, words: int) -> tuple[int, ...]:
    while run.finish == "running" and len(run.written) < words:
        next(run)
    return run.written[:words]


@pytest.mark.parametrize("warp", WARPS, ids=str)
@pytest.mark.parametrize("code", ["speculative", "sample-match", "argmax-draft"])
def test_one_round_of_a_small_model(branches: Branches, code: str, warp: Warp) -> None:  # noqa: F811
    target, draft = pair(4, size=3, spread=1.0)
    wanted = law_of_target(target, [1, 2], 1, warp)
    found = branches.law_of(
        lambda: first_words(
            speculative(target, SmallModel(draft), rule_of(code), warp, branches, [1, 2], k=2, max_new_tokens=9), 1
        )
    )
    assert difference(found, wanted) < 2e-6  # laws are float32


@pytest.mark.parametrize("warp", WARPS, ids=str)
def test_every_word_of_a_round_follows_the_target(branches: Branches, warp: Warp) -> None:  # noqa: F811
    """Round one alone: given how many words it wrote, nothing is promised; together with plain decoding of the rest,
    the whole text follows the target. So the round is completed by the target's own law."""
    target, draft = pair(9, size=3, spread=1.0)

    def run() -> tuple[int, ...]:
        return next(
            speculative(target, SmallModel(draft), rule_of("speculative"), warp, branches, [0], k=2, max_new_tokens=3)
        ).tokens

    completed: Paths = {}
    for path, chance in branches.law_of(run).items():
        for rest, p in law_of_target(target, [0, *path], 3 - len(path), warp).items():
            completed[path + rest] = completed.get(path + rest, 0) + chance * p
    assert difference(completed, law_of_target(target, [0], 3, warp)) < 2e-6


@pytest.mark.parametrize("warp", WARPS, ids=str)
def test_rounds_with_prompt_lookup(branches: Branches, warp: Warp) -> None:  # noqa: F811
    """The prompt ends as it began, so that three words are copied and tested; then on to three words in all."""
    target, _ = pair(2, size=3, spread=1.0)
    prompt = [0, 1, 2, 2, 1, 0, 1]
    found = branches.law_of(
        lambda: first_words(
            speculative(target, PromptLookup(), rule_of("speculative"), warp, branches, prompt, k=3, max_new_tokens=3),
            3,
        )
    )
    assert difference(found, law_of_target(target, prompt, 3, warp)) < 2e-6


@pytest.mark.parametrize("code", RULES)
def test_every_rule_writes_its_own_law(branches: Branches, code: str) -> None:  # noqa: F811
    """The first word of a round has the law that `law` computes, right or wrong."""
    target, draft = pair(6, size=4, spread=1.0)
    warp, rule = Warp(0.9), rule_of(code)
    p, q = warp(target.logits_after([3, 3])), warp(draft.logits_after([3, 3]))
    found = branches.law_of(
        lambda: first_words(
            speculative(target, SmallModel(draft), rule, warp, branches, [3, 3], k=1, max_new_tokens=9), 1
        )
    )
    wanted = {(word,): float(chance) for word, chance in enumerate(law(rule, p.astype(float), q.astype(float)))}
    assert difference(found, wanted) < 2e-6


def test_plain_decoding(branches: Branches) -> None:  # noqa: F811
    target, _ = pair(5, size=3)
    found = branches.law_of(
        lambda: tuple(r.tokens[0] for r in autoregressive(target, Warp(), branches, [1], max_new_tokens=3))
    )
    assert difference(found, law_of_target(target, [1], 3, Warp())) < 2e-6


@pytest.mark.parametrize("warp", [Warp(1), Warp(0.5, top_k=2), Warp(0)], ids=str)
@pytest.mark.parametrize("shape", SHAPES)
def test_a_tree_of_certain_words(branches: Branches, shape: str, warp: Warp) -> None:  # noqa: F811
    """Candidates tested child by child under the one-hot rule: whatever they are, the text follows the target."""
    target, _ = pair(12, size=3, spread=1.0)
    parents, words = SHAPES[shape]
    drafter = Tree(parents, words, np.ones(3) / 3, lambda q, slip: 0)

    def run() -> tuple[int, ...]:
        return next(
            speculative(target, drafter, rule_of("speculative"), warp, branches, [1], k=3, max_new_tokens=9)
        ).tokens

    completed: Paths = {}
    for path, chance in branches.law_of(run).items():
        for rest, p in law_of_target(target, [1, *path], 3 - len(path), warp).items():
            completed[path + rest] = completed.get(path + rest, 0) + chance * p
    assert difference(completed, law_of_target(target, [1], 3, warp)) < 2e-6


def test_a_tree_at_the_end_of_the_context() -> None:
    """Fewer places than slips: the tree loses its last slips, the cache does not overflow, the text stays."""
    target, _ = pair(12, size=3, spread=1.0, context=12)
    parents, words = SHAPES["siblings"]  # all words there are: one is always kept, two written a round
    drafter = Tree(parents, words, np.ones(3) / 3, lambda q, slip: 0)
    run = speculative(target, drafter, rule_of("speculative"), Warp(0), Draws(0), [1] * 6, k=3, max_new_tokens=9)
    assert [len(a_round.drafts) for a_round in run] == [3, 3, 2, 0]
    assert run.finish == "context" and list(run.written) == greedy_text(target, [1] * 6, len(run.written))


def test_siblings_drawn_from_the_same_law(branches: Branches) -> None:  # noqa: F811
    """Two independent draws from q for one position: the second meets what the first left of p."""
    target, _ = pair(13, size=3, spread=1.0)
    q = np.array([0.6, 0.1, 0.3], dtype=np.float32)

    def draw(q: Floats, slip: int) -> int:
        return branches.decide([float(chance) for chance in q])

    drafter = Tree((-1, -1), (None, None), q, draw)
    found = branches.law_of(
        lambda: first_words(
            speculative(target, drafter, rule_of("speculative"), Warp(), branches, [2], k=1, max_new_tokens=9), 1
        )
    )
    assert difference(found, law_of_target(target, [2], 1, Warp())) < 2e-6


@pytest.mark.parametrize(("lookup", "temperature", "k"), [(False, 1.0, 3), (False, 0.7, 2), (True, 1.3, 4)])
def test_texts_of_many_seeds(lookup: bool, temperature: float, k: int) -> None:
    """Real draws over several rounds, where a discarded draft's draw serves again: chi-square at fixed seeds."""
    from scipy.stats import chi2

    target = TableModel(random_table(20, rows=40, size=4, spread=0.9), memory=3)
    draft = TableModel(target.table + 0.7 * random_table(21, rows=40, size=4, spread=1.0), memory=3)
    warp, prompt, words, n = Warp(temperature, top_p=0.97), [0, 1, 2, 0, 1], 3, 1000
    expected = law_of_target(target, prompt, words, warp)
    counts: dict[tuple[int, ...], int] = {}
    for seed in range(n):
        drafter = PromptLookup() if lookup else SmallModel(draft)
        run = speculative(
            target, drafter, rule_of("speculative"), warp, Draws(seed), prompt, k=k, max_new_tokens=words + 2, detail=1
        )
        path = first_words(run, words)
        counts[path] = counts.get(path, 0) + 1
    assert set(counts) <= set(expected)
    large = {path: p * n for path, p in expected.items() if p * n >= 5}
    rest = n - sum(large.values())
    statistic = sum((counts.get(path, 0) - e) ** 2 / e for path, e in large.items())
    seen_rest = n - sum(counts.get(path, 0) for path in large)
    statistic += (seen_rest - rest) ** 2 / rest if rest >= 1 else 0
    assert chi2.sf(statistic, len(large) - (rest < 1)) > 0.005


def test_draws_that_serve_again() -> None:
    """A discarded slip's draw meets its position once more in the next round. Every combination of four values of
    each draw, for laws in quarters: the count of texts is exact."""
    quarters = np.array([[1, 3], [3, 1]]) / 4
    table = np.log(quarters[np.random.default_rng(1).integers(0, 2, 50)])
    target, draft = TableModel(table), TableModel(np.zeros((1, 2)))
    grid = Quarters()
    found = grid.law_of(
        lambda: first_words(
            speculative(
                target, SmallModel(draft), rule_of("speculative"), Warp(), grid, [0], k=2, max_new_tokens=3, detail=1
            ),
            3,
        )
    )
    assert grid.served_again > 100
    assert difference(found, law_of_target(target, [0], 3, Warp())) < 2e-6


def test_counting_notices_a_wrong_rule() -> None:
    """The same count with a biased rule must fail, or the test above proves nothing."""
    p, q = np.array([0.40, 0.35, 0.25]), np.array([0.20, 0.60, 0.20])
    wrong = law(rule_of("resample-from-p"), p, q)
    counts = np.bincount(sample_many(wrong, np.random.default_rng(0).random(4000)), minlength=3)
    assert ((counts - 4000 * p) ** 2 / (4000 * p)).sum() > 50
