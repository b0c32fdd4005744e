"""The tally's runs are the decoder's own: same luck, same words, run by run."""

from __future__ import annotations

import numpy as np
import pytest

from tests.decoding.heads import CHAINS, CODES, drafter_of, featured
from tests.decoding.tables import TableModel, pair
from tower.decoding.decoder import Run, autoregressive, speculative
from tower.decoding.distribution import Warp
from tower.decoding.drafters.base import Drafter
from tower.decoding.drafters.prompt_lookup import PromptLookup
from tower.decoding.drafters.small_model import SmallModel
from tower.decoding.draws import Draws
from tower.decoding.rulebook import RULES
from tower.decoding.rules import Rule
from tower.experiments.tally.arms import Arm
from tower.experiments.tally.chains import ChainGuess
from tower.experiments.tally.count import Count
from tower.experiments.tally.ground import Ground
from tower.experiments.tally.guesses import Guess, LookupGuess, SmallGuess
from tower.experiments.tally.statistics import judge
from tower.experiments.tally.trees import TreeGuess

PROMPT = (3, 5, 1, 3, 5)
SIZE = 12
RUNS, SAMPLE = 600, 25
WARPS = {"warm": Warp(1.3), "cool": Warp(0.7, 6), "nucleus": Warp(1.0, 0, 0.9), "greedy": Warp(0)}


def models(eos: bool = True) -> tuple[TableModel, TableModel]:
    target, draft = pair(3, size=SIZE)
    target.eos_ids = frozenset({2}) if eos else frozenset()
    return target, draft


def tally(drafter: str, rule: Rule | None, warp: Warp, *, k: int, tokens: int, seed: int = 5) -> Count:
    target, draft = models()
    guess: Guess | TreeGuess
    if drafter in CODES:
        seen = featured(target)
        guess = (ChainGuess if drafter in CHAINS else TreeGuess)(drafter_of(drafter, draft, seen), seen)
    else:
        guess = SmallGuess(draft) if drafter == "small" else LookupGuess(SIZE)
    return Count(Ground(target, guess, warp, PROMPT, k=k, tokens=tokens), [Arm(rule)], RUNS, seed)


def decoded(run: Run, tokens: int) -> tuple[int, ...]:
    """The first words of whole rounds, drafts as long as ever."""
    while len(run.written) < tokens and run.finish == "running":
        next(run)
    return run.written[:tokens]


@pytest.mark.parametrize("warp", WARPS)
@pytest.mark.parametrize("drafter", ["small", "prompt-lookup"])
@pytest.mark.parametrize("code", RULES)
def test_every_run_writes_what_the_decoder_writes(code: str, drafter: str, warp: str) -> None:
    rule = RULES[code]()
    for k, tokens in ((1, 3), (3, 3), (2, 2)):
        count = tally(drafter, rule, WARPS[warp], k=k, tokens=tokens)
        count.advance()
        words = count.outcomes(0)
        for run in range(SAMPLE):
            target, draft = models()
            guesser: Drafter = SmallModel(draft) if drafter == "small" else PromptLookup()
            engine = speculative(
                target, guesser, rule, WARPS[warp], Draws(5, run), PROMPT, k=k, max_new_tokens=tokens + k
            )
            assert words[run] == decoded(engine, tokens), (run, k, tokens)


@pytest.mark.parametrize("warp", WARPS)
@pytest.mark.parametrize("drafter", CODES)
@pytest.mark.parametrize("code", ["speculative", "typical", "argmax-draft"])
def test_so_do_runs_of_drafters_on_hidden_states(code: str, drafter: str, warp: str) -> None:
    rule = RULES[code]()
    for k, tokens in ((1, 3), (3, 3)):
        count = tally(drafter, rule, WARPS[warp], k=k, tokens=tokens)
        count.advance()
        words = count.outcomes(0)
        for run in range(12):
            target, draft = models()
            seen = featured(target)
            engine = speculative(
                seen, drafter_of(drafter, draft, seen), rule, WARPS[warp], Draws(5, run), PROMPT, k=k,
                max_new_tokens=tokens + k,
            )  # fmt: skip
            assert words[run] == decoded(engine, tokens), (run, k, tokens)


@pytest.mark.parametrize("warp", WARPS)
def test_the_control_is_plain_decoding(warp: str) -> None:
    count = tally("small", None, WARPS[warp], k=2, tokens=3)
    count.advance()
    words = count.outcomes(0)
    for run in range(SAMPLE):
        engine = autoregressive(models()[0], WARPS[warp], Draws(5, run), PROMPT, max_new_tokens=3)
        assert words[run] == decoded(engine, 3)


def test_each_beginning_is_scored_once() -> None:
    class Watched(TableModel):
        asked: list[tuple[int, ...]] = []  # noqa: RUF012 - one test, one list

        def score_batch(self, prefixes):  # type: ignore[no-untyped-def]
            Watched.asked.extend(tuple(prefix) for prefix in prefixes)
            return super().score_batch(prefixes)

    target, draft = models()
    watched = Watched(target.table)
    arms = [Arm(), *(Arm(RULES[code]()) for code in ("speculative", "resample-from-p"))]
    count = Count(Ground(watched, SmallGuess(draft), Warp(), PROMPT, k=3, tokens=3), arms, RUNS, 0)
    count.advance()
    assert len(Watched.asked) == len(set(Watched.asked)) == count.ground.scored


def test_what_does_not_fit_into_memory_is_asked_again_and_counts_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = tally("small", RULES["speculative"](), Warp(), k=2, tokens=3)
    whole.advance()
    monkeypatch.setattr("tower.experiments.tally.ground._KEPT_BYTES", 4 * SIZE * 3)
    short = tally("small", RULES["speculative"](), Warp(), k=2, tokens=3)
    short.advance()
    assert short.ground.scored > whole.ground.scored
    assert np.array_equal(short.board.counts, whole.board.counts)


def test_stopping_and_going_on_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tower.experiments.tally.count._BATCH", 4)
    whole = tally("small", RULES["speculative"](), Warp(), k=2, tokens=3)
    whole.advance()
    halting = tally("small", RULES["speculative"](), Warp(), k=2, tokens=3)
    seen = []
    while not halting.board.done:
        halting.advance(0)  # one batch of beginnings, then stop
        seen.append(halting.board.counted)
        assert halting.board.counts.sum() == halting.board.counted
        assert judge(halting.board.counts[0], halting.cells.p, RUNS).code != "counting" or not halting.board.done
    assert len(set(seen)) > 3  # it did stop on the way, with runs already counted
    assert np.array_equal(halting.board.counts, whole.board.counts)
    assert np.array_equal(np.array(halting.board.curve), np.array(whole.board.curve))
    assert halting.outcomes(0) == whole.outcomes(0)


def test_what_was_counted_is_an_unbroken_beginning_of_the_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tower.experiments.tally.count._BATCH", 2)
    whole = tally("small", RULES["speculative"](), Warp(1.3), k=2, tokens=3)
    whole.advance()
    halting = tally("small", RULES["speculative"](), Warp(1.3), k=2, tokens=3)
    while not 0 < halting.board.counted < RUNS:
        halting.advance(0)
    assert halting.outcomes(0) == whole.outcomes(0)[: halting.board.counted]


def test_other_seeds_are_other_runs() -> None:
    one, two = (tally("small", RULES["speculative"](), Warp(), k=2, tokens=3, seed=seed) for seed in (5, 6))
    one.advance()
    two.advance()
    same = np.mean([a == b for a, b in zip(one.outcomes(0), two.outcomes(0), strict=True)])
    chance = float((one.cells.p[:-1] ** 2).sum())
    assert abs(same - chance) < 4 * (chance / RUNS) ** 0.5 + 0.02
    assert set(one.outcomes(0)[:40]) != set(two.outcomes(0)[:40])
