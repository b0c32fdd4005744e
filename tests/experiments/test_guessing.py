"""The learner's game against the embedded oracle."""

from __future__ import annotations

import pytest

from tower.decoding.errors import PromptError
from tower.decoding.trace_schema import load
from tower.experiments.guessing import Guessing, joined
from tower.models.runs import start_plain
from tower.models.settings import RunSettings


@pytest.mark.parametrize(
    ("before", "typed", "together"),
    [
        ("the bridge,", "the sleeping", " the sleeping"),
        ("the bridge", ", the", ", the"),
        ("the bridge ", "the", "the"),
        ("第七座橋，", "沉睡的", "沉睡的"),
        ("the bell", "  will ", " will"),
        ("she said", '"No"', ' "No"'),
    ],
)
def test_words_meet_with_a_space(before: str, typed: str, together: str) -> None:
    assert joined(before, typed) == together


@pytest.mark.parametrize("prompt", ["當北風吹過第七座橋，", "When the north wind has crossed the seventh bridge,"])
def test_the_oracles_own_words_all_pass(prompt: str) -> None:
    plain = start_plain(RunSettings(prompt=prompt, max_new_tokens=4))
    for _ in plain:
        pass
    game = Guessing(prompt)
    a_round = game.guess(plain.text)
    kept = [slip.verdict for slip in a_round.drafts]
    assert kept[0] == "accepted" and game.text.startswith(prompt + plain.text[:1])
    assert load(game.document()).trace.settings.drafter == "you"
    assert game.of_the_draft()["totals"]["tokens"] == len(a_round.tokens)


def test_nonsense_still_gets_a_word_and_long_rows_are_cut() -> None:
    game = Guessing("When the north wind")
    a_round = game.guess("qqq zzz qqq zzz qqq zzz qqq zzz qqq zzz")
    assert len(a_round.tokens) >= 1 and len(a_round.drafts) == 8 and game.dropped > 0
    while not game.over:
        game.guess("and")
    assert len(load(game.document()).trace.tokens) == 48


def test_half_a_character_is_refused_and_costs_nothing() -> None:
    game = Guessing("When")
    with pytest.raises(PromptError):
        game.guess("\ud800")
    assert game.document()["rounds"] == []
