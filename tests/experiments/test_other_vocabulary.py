"""The foreign vocabulary is refused by the engine's own check, for the reason that it is foreign."""

from __future__ import annotations

import pytest

from tower.experiments.other_vocabulary import SAME_SIZE, SMALLER, characters_of, misread, refusal, shared_text
from tower.models.vocabulary import check_same_words


def test_another_size_is_refused_with_both_sizes() -> None:
    error = refusal(kind=SMALLER)
    assert error is not None and error.code == "vocabulary-size"
    assert error.values["target"] == shared_text().size and error.values["draft"] == characters_of(kind=SMALLER).size
    differing = error.values["differing"]
    assert differing and all(ours != theirs for _, ours, theirs in differing)


def test_the_same_size_with_other_words_is_refused_too() -> None:
    assert characters_of(kind=SAME_SIZE).size == shared_text().size
    error = refusal(kind=SAME_SIZE)
    assert error is not None and error.code == "vocabulary-words"
    assert error.values["target"] != error.values["draft"]


def test_the_pairs_own_vocabulary_passes() -> None:
    check_same_words(shared_text(), shared_text())


@pytest.mark.parametrize("sentence", ["當北風吹過第七座橋", "When the north wind", "", "🦔"])
def test_the_cousin_spells_every_letter_and_is_misread(sentence: str) -> None:
    ids = characters_of().encode(sentence)
    assert len(ids) == len(sentence)
    assert misread(sentence) != sentence or not sentence
