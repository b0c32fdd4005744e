"""A person's guesses are tested by the same rule as anybody's: greedy text stays the target's own."""

from __future__ import annotations

from tests.decoding.tables import TableModel, greedy_text, random_table
from tower.decoding.decoder import speculative
from tower.decoding.distribution import Warp
from tower.decoding.drafters.handwritten import Handwritten
from tower.decoding.draws import Draws
from tower.decoding.rulebook import rule_of

PROMPT = [1, 2, 3]


def game(temperature: float = 0.0, seed: int = 0) -> tuple[object, Handwritten, list[int]]:
    target = TableModel(random_table(5))
    drafter = Handwritten()
    run = speculative(
        target, drafter, rule_of("speculative"), Warp(temperature), Draws(seed), PROMPT, k=8, max_new_tokens=30
    )
    return run, drafter, greedy_text(TableModel(random_table(5)), PROMPT, 30)


def test_right_guesses_pass_and_wrong_ones_cost_no_word() -> None:
    run, drafter, text = game()
    drafter.lay([*text[:2], (text[2] + 1) % 23, text[3]])
    first = next(run)  # type: ignore[call-overload]
    assert [slip.verdict for slip in first.drafts] == ["accepted", "accepted", "rejected", "discarded"]
    assert list(first.tokens) == text[:3]
    assert all(slip.q == 1 for slip in first.drafts)
    second = next(run)  # type: ignore[call-overload] # nothing laid: nothing drafted, still a word
    assert second.drafts == () and list(second.tokens) == text[3:4]
    drafter.lay(text[4:20])  # more than the tray holds
    third = next(run)  # type: ignore[call-overload]
    assert len(third.drafts) == 8 and list(third.tokens) == text[4:13]


def test_at_a_temperature_a_guess_passes_with_p() -> None:
    run, drafter, text = game(1.0, 3)
    drafter.lay(text[:3])
    a_round = next(run)  # type: ignore[call-overload]
    tested = [slip for slip in a_round.drafts if slip.accept is not None]
    assert tested and all(abs(slip.accept - slip.p) < 1e-6 for slip in tested)
