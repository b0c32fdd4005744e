"""Two tokenizers on one sentence: nothing is left out, whatever they do; a file that is no tokenizer is told."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tower.experiments.other_vocabulary import KINDS, characters_of, shared_text
from tower.models.errors import ModelError
from tower.models.pairs import pair_spec
from tower.ui.accounts.segments import segments
from tower.ui.accounts.vocabulary import read_tokenizer

LETTERS = st.text(st.characters(codec="utf-8", exclude_categories=("Cs",)), max_size=40)


@given(LETTERS, st.sampled_from(KINDS))
def test_nothing_is_left_out(sentence: str, kind: str) -> None:
    ours, theirs = shared_text(), characters_of(kind=kind)
    found = segments(sentence, ours, theirs)
    assert "".join(one.text for one in found) == sentence
    assert [id for one in found for id in one.ours] == ours.encode(sentence)
    assert [id for one in found for id in one.theirs] == theirs.encode(sentence)


def test_pieces_are_as_small_as_both_allow() -> None:
    found = segments("北風吹過第七座橋", shared_text(), characters_of())
    assert [one.text for one in found] == ["北風", "吹過", "第七", "座", "橋"]
    assert all(len(one.ours) == 1 and len(one.theirs) == len(one.text) for one in found)


def test_the_same_vocabulary_agrees_everywhere() -> None:
    assert all(one.ours == one.theirs for one in segments("The north wind 北風", shared_text(), shared_text()))


def test_any_tokenizer_file_can_be_brought() -> None:
    content = Path(pair_spec("tower").target / "tokenizer.json").read_bytes()
    assert read_tokenizer("tokenizer.json", content).encode("北風") == shared_text().encode("北風")


@pytest.mark.parametrize("content", [b"", b"{}", b"\xff\xfe", b'{"model": {"type": "None"}}'])
def test_a_file_that_is_no_tokenizer_is_told(content: bytes) -> None:
    with pytest.raises(ModelError) as refused:
        read_tokenizer("shoe.json", content)
    assert refused.value.code == "tokenizer-unreadable"
