"""Drafters that live on a target's hidden states, on heads whose laws are known."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.decoding.branching import Branches, branches  # noqa: F401 - a fixture
from tests.decoding.heads import CHAINS, CODES, TableChain, TableHeads, drafter_of, featured, run_of_head
from tests.decoding.runs import ended, run_of
from tests.decoding.tables import TableModel, greedy_text, pair, random_table
from tests.decoding.test_law_of_a_round import WARPS, difference, first_words, law_of_target
from tower.decoding.distribution import Warp
from tower.decoding.drafters.base import OneHot
from tower.decoding.drafters.eagle import EagleTree
from tower.decoding.drafters.medusa import Medusa, MedusaTree
from tower.decoding.drafters.mtp import Mtp
from tower.decoding.draws import Draws
from tower.decoding.errors import DraftError, LogitsError
from tower.decoding.rulebook import rule_of
from tower.decoding.rules import law
from tower.decoding.trace_schema import load

PROMPTS = [[int(word) for word in np.random.default_rng(i).integers(0, 23, 1 + i % 9)] for i in range(50)]


class Plainly:
    """Texts of numbers for a trace."""

    def text(self, token: int) -> str:
        return str(token)

    def raw(self, before: object, token: int) -> str:
        return f" {token}"


@pytest.mark.parametrize("k", [1, 2, 4, 7])
@pytest.mark.parametrize("code", CODES)
def test_greedy_text_is_the_targets(code: str, k: int) -> None:
    plain, draft = pair(50, error=0.8)
    target = featured(plain)
    accepted = rejected = 0
    for prompt in PROMPTS:
        run = ended(run_of_head(code, target, draft, prompt, k=k))
        assert list(run.written) == greedy_text(plain, prompt, 20)
        totals = run.trace().totals
        accepted, rejected = accepted + totals.accepted, rejected + totals.tested - totals.accepted
    assert accepted > 50 and rejected > 50


@pytest.mark.parametrize("temperature", [0.0, 0.9])
@pytest.mark.parametrize("code", ["early-exit", "mtp", "eagle"])
def test_chains_of_the_same_law_are_the_same_draft(code: str, temperature: float) -> None:
    """A head that guesses like a small model writes the same slips from the same luck, round for round."""
    plain, draft = pair(51)
    warp = Warp(temperature, top_p=0.95 if temperature else 1.0)
    for seed, prompt in enumerate(PROMPTS):
        if len(prompt) < 2:
            continue  # nothing has been read yet that a head could go on from
        small = ended(run_of(plain, draft, prompt, warp=warp, seed=seed))
        run = ended(run_of_head(code, featured(plain), draft, prompt, warp=warp, draws=Draws(seed)))
        for ours, theirs in zip(run.rounds, small.rounds, strict=True):
            assert replace(ours, cache=theirs.cache) == theirs


@pytest.mark.parametrize("code", CODES)
def test_traces_read_back(code: str) -> None:
    plain, draft = pair(52)
    for temperature in (0.0, 1.0):
        run = ended(run_of_head(code, featured(plain), draft, [1, 2, 3], warp=Warp(temperature)))
        trace = run.trace()
        assert trace.settings.drafter == code and trace.settings.drafter_parameters == dict(run._drafter.parameters)
        assert load(trace.to_json(Plainly())).trace == trace
        assert all(slip.q_top for a_round in trace.rounds for slip in a_round.drafts)


@pytest.mark.parametrize("temperature", [0.0, 0.7, 1.0])
@pytest.mark.parametrize("code", ["medusa-tree", "eagle-tree"])
def test_a_certain_slip_shows_the_law_behind_it(code: str, temperature: float) -> None:
    """q is one-hot, and yet the trace tells how likely the head found the word, and what else it thought of."""
    plain, draft = pair(68)
    first = next(run_of_head(code, featured(plain), draft, [1, 2, 3], warp=Warp(temperature)))
    text = [1, 2, 5] if code == "medusa-tree" else [1, 2, 3]
    own = Warp(1)(draft.logits_after(text))
    for slip in first.drafts:
        assert slip.q == 1 and slip.q_top == ((slip.id, 1.0),) and slip.q_raw_top is not None
        if slip.parent < 0:
            assert slip.q_raw == pytest.approx(float(own[slip.id]), rel=1e-4)
            assert [word for word, _ in slip.q_raw_top] == [int(word) for word in np.argsort(-own)[:8]]
    assert (first.last.p_raw_top is None) == (temperature == 1)


def test_cache_lengths() -> None:
    """A draft equal to the target keeps all: entries of drafted words are made anew from the target's own states."""
    target, _ = pair(53)
    mtp = ended(run_of_head("mtp", featured(target), target, [1, 2, 3], max_new_tokens=10))
    assert [r.cache.draft for r in mtp.rounds] == [(1, 5, 2), (2, 10, 7)]
    exit_ = ended(run_of_head("early-exit", featured(target), target, [1, 2, 3], max_new_tokens=10))
    assert [r.cache.draft for r in exit_.rounds] == [(2, 6, 6), (7, 11, 11)]
    medusa = ended(run_of_head("medusa", featured(target), target, [1, 2, 3]))
    assert {r.cache.draft for r in medusa.rounds} == {None}
    assert {r.draft_steps for r in medusa.rounds[:-1]} == {1}


@pytest.mark.parametrize("code", CODES)
def test_a_text_of_one_word(code: str) -> None:
    """Nothing has been read that a head could go on from: the first round is a plain one, then drafting begins."""
    plain, _ = pair(54)
    run = ended(run_of_head(code, featured(plain), plain, [3]))
    assert list(run.written) == greedy_text(plain, [3], 20)
    assert bool(run.rounds[0].drafts) == (code == "early-exit") and len(run.rounds[1].drafts) > 0


def test_k_is_cut_to_the_heads() -> None:
    target, draft = pair(55)
    run = run_of_head("medusa", featured(target), draft, [1, 2], k=9)
    assert run.k == 4 and run.notices[0].code == "k-clamped"


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("words", [1, 2, 3])
def test_no_word_too_many(code: str, words: int) -> None:
    plain, _ = pair(56)
    run = ended(run_of_head(code, featured(plain), plain, [1, 2], k=8, max_new_tokens=words))
    assert list(run.written) == greedy_text(plain, [1, 2], words) and run.finish == "length"


@pytest.mark.parametrize("code", CODES)
def test_the_end_of_the_context(code: str) -> None:
    plain, draft = pair(57, context=24)
    for length in (20, 21, 22, 23):
        prompt = [int(word) for word in np.random.default_rng(length).integers(0, 23, length)]
        run = ended(run_of_head(code, featured(plain), draft, prompt, k=8))
        assert list(run.written) == greedy_text(plain, prompt, 24 - length) and run.finish == "context"


@pytest.mark.parametrize("code", CODES)
def test_an_end_inside_a_draft(code: str) -> None:
    plain, _ = pair(58)
    wanted = greedy_text(plain, [1, 2], 20)
    for at in (1, 2, 3, 7):
        target = featured(TableModel(plain.table, eos_ids=frozenset({wanted[at]})))
        run = ended(run_of_head(code, target, plain, [1, 2]))
        assert list(run.written) == wanted[: wanted.index(wanted[at]) + 1] and run.finish == "eos"


@pytest.mark.parametrize("problem", ["no numbers", "boom", "the pass fails", "the end fails"])
@pytest.mark.parametrize("code", CODES)
def test_a_round_that_fails_leaves_no_trace(code: str, problem: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever fails, wherever in the round: the target is as it was, and so is the next attempt."""
    plain, draft = pair(59)
    draft = TableModel(draft.table)
    for warp in (Warp(0), Warp(1)):
        wanted = ended(run_of_head(code, featured(plain), draft, [1, 2, 3], warp=warp)).rounds
        target = featured(plain)
        run = run_of_head(code, target, draft, [1, 2, 3], warp=warp)
        next(run), next(run)
        cached, table, drafter = list(target.cache), draft.table.copy(), run._drafter
        with monkeypatch.context() as broken:
            if problem == "no numbers":
                draft.table[:] = np.nan
            else:
                places = {"boom": (drafter, "propose"), "the pass fails": (target, "keep")}
                at, name = places.get(problem, (drafter, "commit"))
                whole = getattr(at, name)

                def fail(*given: object, whole=whole) -> None:  # type: ignore[no-untyped-def]
                    whole(*given)
                    raise MemoryError

                broken.setattr(at, name, fail)
            with pytest.raises(LogitsError if problem == "no numbers" else MemoryError):
                next(run)
        assert target.cache == cached and run.rounds == wanted[:2]
        draft.table[:] = table
        assert [*run.rounds, *run] == wanted


@pytest.mark.parametrize("code", CODES)
def test_a_drafter_follows_any_text(code: str) -> None:
    """One drafter for several runs, one of them left in the middle: each run is as with a drafter of its own."""
    plain, draft = pair(60)
    target = featured(plain)
    shared = drafter_of(code, draft, target)
    for prompt in ([1, 2, 3, 4], [1, 2, 3, 4], [1, 2], [7, 8, 9]):
        run = run_of_head(code, target, draft, prompt)
        run._drafter = shared
        target.reset()
        shared.start(prompt, target.prefill(prompt[:-1]))
        if prompt == [1, 2]:
            next(run)
            continue
        assert ended(run).rounds == ended(run_of_head(code, featured(plain), draft, prompt)).rounds


def test_states_that_do_not_come_are_missed() -> None:
    target, draft = pair(61)
    for code in ("medusa", "mtp", "eagle-tree"):
        with pytest.raises(DraftError) as error:
            run_of_head(code, target, draft, [1, 2])
        assert error.value.code == "draft-features"


@pytest.mark.parametrize("code", ["eagle-tree", "medusa-tree"])
def test_a_tree_is_the_likeliest_one(code: str) -> None:
    """All paths by brute force: the sixteen likeliest, as products of the draft's probabilities, are the tree."""
    plain, draft = pair(62, size=6, spread=1.0)
    target = featured(plain)
    context, warp = [1, 2, 3], Warp(1)
    if code == "eagle-tree":
        drafter = EagleTree(TableChain(draft), width=99, least=0)
        laws = lambda path: warp(draft.logits_after([*context, *path]))  # noqa: E731
    else:
        drafter = MedusaTree(TableHeads(draft), least=0)
        laws = lambda path: warp(draft.logits_after([*context[:-1], 5 + len(path)]))  # noqa: E731
    drafter.start(context, target.prefill(context[:-1]))
    for k in (1, 2, 3):
        found = drafter.propose(context, k, warp, Draws(0), lambda q: q)
        worth = {(): 1.0}
        for _ in range(k):
            longest = max(map(len, worth))
            for path in [path for path in worth if len(path) == longest]:
                worth |= {(*path, word): worth[path] * float(p) for word, p in enumerate(laws(path))}
        del worth[()]
        paths: list[tuple[int, ...]] = []
        for word, parent in zip(found.ids, found.parents, strict=True):
            paths.append((*(() if parent < 0 else paths[parent]), word))
        assert set(paths) == set(sorted(worth, key=lambda path: -worth[path])[:16])
        assert all(isinstance(q, OneHot) for q in found.q) and len(set(paths)) == len(paths)
        for path, row in zip(paths, found.logits, strict=True):
            np.testing.assert_array_equal(warp(row), laws(path[:-1]))


@pytest.mark.parametrize("kind", [EagleTree, MedusaTree])
def test_a_tree_leaves_out_what_is_hardly_likely(kind: type) -> None:
    """Of the whole tree those nodes that are likely enough; and one word even where none is."""
    plain, draft = pair(69)
    target = featured(plain)
    context, wide = [1, 2, 3], {} if kind is MedusaTree else {"width": 99}

    def drafted(least: float) -> list[tuple[tuple[int, ...], float]]:
        drafter = kind((TableHeads if kind is MedusaTree else TableChain)(draft), least=least, **wide)
        target.reset()
        drafter.start(context, target.prefill(context[:-1]))
        found = drafter.propose(context, 3, Warp(1), Draws(0), lambda q: q)
        paths: list[tuple[int, ...]] = []
        worths: list[float] = []
        for word, parent, row in zip(found.ids, found.parents, found.logits, strict=True):
            paths.append((*(() if parent < 0 else paths[parent]), word))
            worths.append((1 if parent < 0 else worths[parent]) * float(Warp(1)(row)[word]))
        return sorted(zip(paths, worths, strict=True))

    whole, likely = drafted(0), drafted(0.1)
    assert len(whole) == 16 > len(likely) == sum(worth > 0.1 for _, worth in whole) > 1
    assert [path for path, _ in likely] == [path for path, worth in whole if worth > 0.1]
    assert len(drafted(0.99)) == 1


def test_a_tree_saves_hauls() -> None:
    plain, draft = pair(63, error=1.5)
    hauls = {code: 0 for code in CODES}
    for code in hauls:
        for prompt in PROMPTS[1::5]:
            hauls[code] += len(ended(run_of_head(code, featured(plain), draft, prompt, k=3)).rounds)
    assert hauls["eagle-tree"] < hauls["eagle"] and hauls["medusa-tree"] < hauls["medusa"]


@pytest.mark.parametrize("rule", ["speculative", "typical", "lenience", "threshold", "sample-match", "argmax-draft"])
@pytest.mark.parametrize("code", CHAINS)
def test_every_rule_writes_its_own_law_on_chains(branches: Branches, code: str, rule: str) -> None:  # noqa: F811
    """The first word of a round, right or wrong, as computed from the rule's three pieces."""
    plain, draft = pair(64, size=4, spread=1.0)
    warp = Warp(0.9)
    p = warp(plain.logits_after([3, 2]))
    q = warp(draft.logits_after([3, 5] if code == "medusa" else [3, 2]))
    found = branches.law_of(
        lambda: first_words(
            run_of_head(code, featured(plain), draft, [3, 2], warp=warp, rule=rule, draws=branches, k=1), 1
        )
    )
    exact = {(word,): float(chance) for word, chance in enumerate(law(rule_of(rule), p.astype(float), q.astype(float)))}
    assert difference(found, exact) < 2e-6


@pytest.mark.parametrize("warp", WARPS, ids=str)
@pytest.mark.parametrize("code", CODES)
def test_a_round_follows_the_targets_law(branches: Branches, code: str, warp: Warp) -> None:  # noqa: F811
    """Every outcome of every draw of one round, completed by the target's own law to three words."""
    plain, draft = pair(65, size=3, spread=1.0)
    target = featured(plain)

    def run() -> tuple[int, ...]:
        return next(run_of_head(code, target, draft, [0, 1], warp=warp, draws=branches, k=2, max_new_tokens=3)).tokens

    completed: dict[tuple[int, ...], float] = {}
    for path, chance in branches.law_of(run).items():
        for rest, p in law_of_target(plain, [0, 1, *path], 3 - len(path), warp).items():
            completed[path + rest] = completed.get(path + rest, 0) + chance * p
    assert difference(completed, law_of_target(plain, [0, 1], 3, warp)) < 2e-6


@pytest.mark.parametrize("code", CODES)
def test_texts_of_many_seeds(code: str) -> None:
    """Real draws over several rounds against the exact law: chi-square at fixed seeds."""
    from scipy.stats import chi2

    plain = TableModel(random_table(20, rows=40, size=4, spread=0.9), memory=3)
    draft = TableModel(plain.table + 0.7 * random_table(21, rows=40, size=4, spread=1.0), memory=3)
    target, words, n = featured(plain), 3, 400
    expected = law_of_target(plain, [0, 1, 2], words, Warp(1))
    counts: dict[tuple[int, ...], int] = {}
    for seed in range(n):
        run = run_of_head(code, target, draft, [0, 1, 2], warp=Warp(1), draws=Draws(seed), k=3, max_new_tokens=5)
        path = first_words(run, words)
        counts[path] = counts.get(path, 0) + 1
    large = {path: p * n for path, p in expected.items() if p * n >= 5}
    rest = n - sum(large.values())
    statistic = sum((counts.get(path, 0) - e) ** 2 / e for path, e in large.items())
    seen_rest = n - sum(counts.get(path, 0) for path in large)
    statistic += (seen_rest - rest) ** 2 / rest
    assert rest > 5 and chi2.sf(statistic, len(large)) > 0.005


@pytest.mark.parametrize("rule", ["typical", "lenience"])
@pytest.mark.parametrize("code", ["medusa-tree", "eagle-tree"])
def test_lossy_rules_keep_more_of_a_tree(code: str, rule: str) -> None:
    plain, draft = pair(66, size=9, error=1.5, spread=1.0)
    words = {}
    for name in ("speculative", rule):
        runs = [
            ended(run_of_head(code, featured(plain), draft, prompt, warp=Warp(1), rule=name, draws=Draws(seed)))
            for seed, prompt in enumerate([[1, 2], [3, 4], [5, 6], [7, 8]] * 3)
        ]
        words[name] = sum(len(run.rounds) for run in runs)
    assert words[rule] < words["speculative"]


def test_protocols() -> None:
    target, draft = pair(67)
    names = [drafter_of(code, draft, target).name for code in CODES]
    assert names == list(CODES)
    assert Medusa(TableHeads(draft, heads=3)).max_k == 3 and Mtp(TableChain(draft)).max_k > 8
