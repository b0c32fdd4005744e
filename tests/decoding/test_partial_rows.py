"""A target that sends rows known only in part: the same words, and whole rows fetched only where a word is drawn."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np
import pytest

from tests.decoding.tables import TableModel, pair
from tower.decoding.decoder import speculative
from tower.decoding.distribution import Warp, softmax
from tower.decoding.drafters.base import Drafter
from tower.decoding.drafters.prompt_lookup import PromptLookup
from tower.decoding.drafters.small_model import SmallModel
from tower.decoding.draws import Draws
from tower.decoding.rulebook import rule_of
from tower.decoding.target import Scores
from tower.decoding.trace import Served, Trace

PROMPT = [1, 5, 2, 1, 5]
KNOWN = 4


class Sparing:
    """The table's rows, but all except the last hold only the drafted word and KNOWN likeliest words. fetched: how many
    rows were asked for whole."""

    def __init__(self, table: TableModel) -> None:
        self._table, self.fetched = table, 0

    def __getattr__(self, name: str) -> object:
        return getattr(self._table, name)

    def score(self, ids: Sequence[int], parents: Sequence[int] | None = None) -> Scores:
        whole = self._table.score(ids, parents).logits
        rows = whole.copy()
        for row, word in enumerate(ids[1:]):
            law = softmax(whole[row].astype(np.float64))
            known = {word, *np.argsort(-law)[:KNOWN]}
            others = [i for i in range(len(law)) if i not in known]
            law[others] = law[others].sum() / len(others)
            rows[row] = np.log(law)
        fetch = {row: partial(self._fetch, whole[row]) for row in range(len(ids) - 1)}
        return Scores(rows, partial=fetch, served=Served(1, 0, 10))

    def _fetch(self, row: np.ndarray) -> Scores:
        self.fetched += 1
        return Scores(row[None], served=Served(1, 7, 100))


def run(sparing: bool, seed: int, drafter: str, rule: str) -> tuple[Trace, int]:
    table, draft = pair(3, error=0.8)
    target = Sparing(table) if sparing else table
    guess: Drafter = SmallModel(draft) if drafter == "small" else PromptLookup()
    decoding = speculative(
        target, guess, rule_of(rule), Warp(1.0), Draws(seed), PROMPT, k=4, max_new_tokens=30, detail=KNOWN
    )  # fmt: skip
    for _ in decoding:
        pass
    return decoding.trace(), target.fetched if isinstance(target, Sparing) else 0


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("drafter", ["small", "prompt-lookup"])
@pytest.mark.parametrize("rule", ["speculative", "sample-match", "subtract-one"])
def test_the_same_words_from_the_same_luck(seed: int, drafter: str, rule: str) -> None:
    (whole, _), (sparing, fetched) = run(False, seed, drafter, rule), run(True, seed, drafter, rule)
    assert sparing.tokens == whole.tokens
    residuals = 0
    for ours, theirs in zip(whole.rounds, sparing.rounds, strict=True):
        assert ours.emitted is not None and theirs.emitted is not None
        assert theirs.emitted.p == pytest.approx(ours.emitted.p, abs=1e-6)
        residuals += theirs.emitted.kind == "residual"
        for one, other in zip(ours.drafts, theirs.drafts, strict=True):
            assert (one.id, one.verdict, one.u) == (other.id, other.verdict, other.u)
            assert (other.p, other.accept) == pytest.approx((one.p, one.accept), abs=1e-5)
            assert dict(other.p_top) == pytest.approx(dict(one.p_top), abs=1e-5)
            # what would take more than is known is left open, and nothing is made up
            if other.verdict != "rejected":
                assert other.residual_top is None
                assert drafter == "prompt-lookup" or other.overlap is None
    assert fetched == residuals
    assert sparing.totals.served == Served(len(whole.rounds) + residuals, 7 * residuals, 0)
    assert sparing.totals.served is not None
    assert sparing.totals.served.received == 10 * len(whole.rounds) + 100 * residuals
    assert sparing.totals.hauls == len(whole.rounds) + residuals
    assert sparing.totals.tokens_per_haul == len(whole.tokens) / sparing.totals.hauls


def test_something_was_fetched() -> None:
    assert sum(run(True, seed, "small", "speculative")[1] for seed in range(6)) > 0
