"""The class's dial: everybody's own luck, always the same; together p under an exact rule, not under a wrong one."""

from __future__ import annotations

import numpy as np
import pytest

from tests.classroom.rooms import DIAL
from tower.classroom import together
from tower.classroom.question import Dial
from tower.decoding.rulebook import RULES
from tower.decoding.rules import law


def whole_class(question: Dial, members: int = 150, each: int = 40) -> list[int]:
    total = np.zeros(len(question.p), dtype=int)
    for member in range(members):
        seed = together.seed_of(f"token-{member}", "ROOM1", 1)
        total += together.counts(question, together.slips(question, seed, 0, each))
    return total.tolist()  # type: ignore[no-any-return]


@pytest.mark.parametrize("rule", ["speculative", "resample-from-p"])
def test_the_class_together_follows_the_rules_own_law(rule: str) -> None:
    question = DIAL.model_copy(update={"rule": rule})
    counted = whole_class(question)
    p, q = question.laws()
    assert together.law_in_the_long_run(question) == pytest.approx(law(RULES[rule](), p, q))
    expected = together.law_in_the_long_run(question) * sum(counted)
    assert ((np.array(counted) - expected) ** 2 / expected).sum() < 16.3  # chi square, 2 degrees, about 1 in 3,500
    far = together.distance(counted, p)
    assert far is not None
    if RULES[rule].exact:
        assert far < 4 * together.usual_distance(sum(counted), p)
    else:
        assert far > 10 * together.usual_distance(sum(counted), p)


def test_a_draw_is_the_same_in_any_batch() -> None:
    seed = together.seed_of("a", "ROOM1", 1)
    assert together.slips(DIAL, seed, 0, 9) == together.slips(DIAL, seed, 0, 4) + together.slips(DIAL, seed, 4, 5)


def test_members_rooms_and_turns_have_their_own_luck() -> None:
    seeds = [together.seed_of(member, room, turn) for member in "ab" for room in ("R1", "R2") for turn in (1, 2)]
    assert len(set(seeds)) == len(seeds)
    assert len({tuple(slip.u for slip in together.slips(DIAL, seed, 0, 3)) for seed in seeds}) == len(seeds)


@pytest.mark.parametrize("code", list(RULES))
def test_every_rule_keeps_and_writes_as_its_chances_say(code: str) -> None:
    question = DIAL.model_copy(update={"rule": code})
    for slip in together.slips(question, 7, 0, 60):
        assert slip.kept == (slip.u < slip.accept) and (slip.written == slip.word if slip.kept else True)


def test_before_the_first_draw_there_is_no_distance() -> None:
    assert together.distance([0, 0, 0], DIAL.laws()[0]) is None
