from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from tests.decoding.tables import TableModel, greedy_text, pair
from tower.decoding.decoder import speculative
from tower.decoding.distribution import Warp
from tower.decoding.drafters.base import Draft, Drafter, OneHot
from tower.decoding.drafters.prompt_lookup import PromptLookup, followers
from tower.decoding.drafters.small_model import SmallModel
from tower.decoding.draws import Draws
from tower.decoding.errors import DraftError, LogitsError, SettingError
from tower.decoding.rulebook import rule_of

RULE = rule_of("speculative")


@pytest.mark.parametrize(
    ("text", "copied"),
    [
        ([1, 2, 3, 9, 1, 2, 3], [9, 1, 2, 3]),
        ([1, 2, 3, 9, 8, 2, 3, 7, 1, 2, 3], [9, 8, 2, 3, 7, 1, 2, 3]),  # three words before the later two
        ([2, 3, 5, 2, 3, 6, 2, 3], [6, 2, 3]),  # the latest of equals
        ([7, 1, 7], [1, 7]),  # a single word
        ([4, 4], [4]),  # overlapping its own end, however few follow
        ([4, 4, 4, 4], [4]),
        ([1, 2, 3], []),
        ([1], []),
    ],
)
def test_what_followed_the_latest_time(text: list[int], copied: list[int]) -> None:
    assert followers(text, 3, 1) == copied


def test_lookup_drafts_certain_words() -> None:
    draft = PromptLookup().propose([1, 2, 3, 9, 1, 2, 3], 2, Warp(1), Draws(0), lambda q: q)
    assert draft == Draft((9, 1), (OneHot(9), OneHot(1)), (-1, 0), (None, None), (None, None))
    assert PromptLookup(2, 2).propose([7, 1, 7], 4, Warp(1), Draws(0), lambda q: q) == Draft()
    with pytest.raises(SettingError):
        PromptLookup(1, 2)


def test_every_copied_word_is_tested() -> None:
    """A poisoned repeat: the copy begins right and goes on wrong; no word of it is written that the target disowns."""
    target, _ = pair(40, size=50)
    wanted = greedy_text(target, [1, 2, 3], 3)
    for wrong_at in range(3):
        poison = wanted.copy()
        poison[wrong_at] = (poison[wrong_at] + 1) % 50
        prompt = [1, 2, 3, *poison, 1, 2, 3]
        text = greedy_text(target, prompt, 12)
        run = speculative(target, PromptLookup(), RULE, Warp(0), Draws(0), prompt, k=4, max_new_tokens=12)
        first = next(run)
        assert len(first.drafts) == 4
        for slip in first.drafts:
            assert (slip.accept is None) == (slip.verdict == "discarded")
        assert [word for a_round in [first, *run] for word in a_round.tokens] == text


def test_lookup_without_a_repeat_is_a_plain_round() -> None:
    target, _ = pair(41)
    first = next(speculative(target, PromptLookup(), RULE, Warp(1), Draws(0), [1, 2, 3], k=4, max_new_tokens=9))
    assert first.drafts == () and first.emitted is not None and first.emitted.kind == "plain"
    assert first.cache.target == (2, 3, 3) and first.cache.draft is None and first.draft_steps == 0
    assert first.last.p_top == first.emitted.p_top


class Faulty:
    """A small model that fails, or lies, when told to."""

    name, max_k = "faulty", 8

    def __init__(self, inner: SmallModel) -> None:
        self.inner, self.spoil = inner, None  # type: ignore[var-annotated]

    @property
    def parameters(self) -> Mapping[str, float]:
        return {}

    def start(self, prompt: Sequence[int], features: Any | None = None) -> int:
        return self.inner.start(prompt, features)

    def propose(self, context: Sequence[int], k: int, warp: Warp, draws: Draws, drawn: Any) -> Draft:
        draft = self.inner.propose(context, k, warp, draws, drawn)
        return draft if self.spoil is None else self.spoil(draft)

    def commit(self, context: Sequence[int], features: Any | None, rows: Sequence[int]) -> int:
        return self.inner.commit(context, features, rows)


def boom(draft: Draft) -> Draft:
    raise RuntimeError("the desk burns")


def impossible(draft: Draft) -> Draft:
    law = np.array(draft.q[0])
    law[draft.ids[0]] = 0
    return replace(draft, q=(law, *draft.q[1:]))


SPOILS = {
    "draft-logits": lambda draft: replace(draft, logits=(None, *draft.logits[1:])),
    "draft-impossible": impossible,
    "draft-word": lambda draft: replace(draft, ids=(999, *draft.ids[1:])),
    "draft-parent": lambda draft: replace(draft, parents=(0, *draft.parents[1:])),
    "draft-lengths": lambda draft: replace(draft, ids=draft.ids[:-1]),
    "draft-vocabulary": lambda draft: replace(draft, q=(np.append(draft.q[0], 0), *draft.q[1:])),
    "draft-too-deep": lambda draft: Draft(
        *(part * 2 for part in (draft.ids, draft.q)), tuple(range(-1, 7)), draft.u * 2, draft.logits * 2
    ),
}


@pytest.mark.parametrize("problem", [*SPOILS, "no numbers", "boom"])
def test_errors_in_drafting_leave_the_target_untouched(problem: str) -> None:
    target, draft = pair(42)
    drafter = Faulty(SmallModel(draft))
    whole = speculative(target, drafter, RULE, Warp(1), Draws(3), [1, 2], k=4, max_new_tokens=30)
    wanted = [a_round for a_round in whole]
    run = speculative(target, drafter, RULE, Warp(1), Draws(3), [1, 2], k=4, max_new_tokens=30)
    next(run)
    cached, passes = list(target.cache), len(target.passes)
    table = draft.table.copy()
    if problem == "no numbers":
        draft.table[:] = np.nan
    else:
        drafter.spoil = boom if problem == "boom" else SPOILS[problem]
    with pytest.raises({"boom": RuntimeError, "no numbers": LogitsError}.get(problem, DraftError)) as error:
        next(run)
    assert problem in ("boom", "no numbers") or error.value.code == problem  # type: ignore[attr-defined]
    assert target.cache == cached and len(target.passes) == passes and run.rounds == wanted[:1]
    drafter.spoil, draft.table[:] = None, table
    assert [run.rounds[0], *run] == wanted  # the desk is back, and so is the luck


def test_a_target_that_fails_in_mid_pass_is_rolled_back() -> None:
    target, draft = pair(43)
    run = speculative(target, SmallModel(draft), RULE, Warp(0), Draws(0), [1, 2], k=4, max_new_tokens=30)
    next(run)
    cached, score = list(target.cache), target.score

    def fail(ids: Sequence[int], parents: Sequence[int] | None = None) -> Any:
        score(ids, parents)
        raise MemoryError

    target.score = fail  # type: ignore[method-assign]
    with pytest.raises(MemoryError):
        next(run)
    assert target.cache == cached
    target.score = score  # type: ignore[method-assign]
    for _ in run:
        pass
    assert list(run.written) == greedy_text(target, [1, 2], 30)


def test_the_small_model_follows_any_context() -> None:
    """After words it never proposed, and after a text that parted from its own: the same draft as from scratch."""
    _, model = pair(44)
    old = SmallModel(model)
    old.start([1, 2, 3])
    for context in ([1, 2, 3], [1, 2, 3, 4, 5, 6], [1, 2, 9, 9], [7]):
        fresh = SmallModel(TableModel(model.table))
        fresh.start(context)
        one = old.propose(context, 3, Warp(1), Draws(1), lambda q: q)
        two = fresh.propose(context, 3, Warp(1), Draws(1), lambda q: q)
        assert one.ids == two.ids and one.u == two.u
        assert old.commit([*context, *one.ids, 0], None, [0]) == len(context) + 2
        assert model.cache == [*context, *one.ids[:2]]


def test_protocol() -> None:
    drafters: list[Drafter] = [PromptLookup(), SmallModel(pair()[1])]
    assert [drafter.name for drafter in drafters] == ["prompt-lookup", "small"]
    assert dict(drafters[0].parameters) == {"longest": 3, "shortest": 1}
