"""Any text goes to ids and back; what a token adds to a text; how it looks."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.models.words import byte_level, marked_spaces
from tower.decoding.errors import PromptError
from tower.models.errors import ModelError
from tower.models.pairs import PAIRS
from tower.models.text import Text, read_text

SPEC = PAIRS["tower"]
OURS = read_text(SPEC.target, begin=SPEC.begin)
TEXTS = st.text(st.characters(exclude_categories=("Cs",)), max_size=40)


@given(TEXTS)
@example("")
@example("<|end|><|begin|> <0x41> \x00\r\n\t　 ")
@example("當北風吹過第七座橋，沉睡的鐘將再次響起。 The bell 😀👩‍🚀 龘")
def test_any_text_comes_back(text: str) -> None:
    ids = OURS.encode(text)
    assert OURS.decode(ids) == text
    assert not {0, 1} & set(ids)  # what is typed never becomes a special token


@given(TEXTS)
def test_pieces_join_to_the_text(text: str) -> None:
    ids = OURS.encode_prompt(text + "x", 10_000)
    pieces = [OURS.raw(ids[:i], word) for i, word in enumerate(ids)]
    assert "".join(pieces) == text + "x"
    assert ids[0] == OURS.begin and pieces[0] == ""


@given(st.lists(st.integers(0, OURS.size - 1), max_size=30))
def test_pieces_of_any_ids_join_to_what_they_decode_to(ids: list[int]) -> None:
    pieces = "".join(OURS.raw(ids[:i], word) for i, word in enumerate(ids))
    whole = OURS.decode(ids)
    # bytes of an unfinished character wait for the next word; in a text that ends there they show as U+FFFD
    assert whole == pieces or (whole.startswith(pieces) and set(whole[len(pieces) :]) == {"\ufffd"})


def test_a_split_character_comes_with_its_last_token() -> None:
    ids = OURS.encode("😀")
    assert [OURS.text(word) for word in ids] == ["<0xF0>", "<0x9F>", "<0x98>", "<0x80>"]
    assert [OURS.raw(ids[:i], word) for i, word in enumerate(ids)] == ["", "", "", "😀"]


def test_slips_show_what_cannot_be_seen() -> None:
    texts = (" the", "\n", "\t", "\u200b", "鐘")
    shown = {text: "".join(OURS.text(word) for word in OURS.encode(text)) for text in texts}
    assert shown[" the"] == "␣the"
    assert shown["\n"] == "⏎"
    assert shown["鐘"] == "鐘"
    assert all("\n" not in text and "\t" not in text and "\u200b" not in text for text in shown.values())
    assert OURS.text(0) == "<|begin|>"


@pytest.mark.parametrize("make", [byte_level, marked_spaces])
@given(text=TEXTS)
def test_other_kinds_of_vocabularies(make: object, text: str) -> None:
    words: Text = make()  # type: ignore[operator]
    text = text.replace("▁", "")  # spells a space where spaces are marked so
    ids = words.encode(text)
    assert words.decode(ids) == text
    assert "".join(words.raw(ids[:i], word) for i, word in enumerate(ids)) == text


@pytest.mark.parametrize(
    ("prompt", "context", "code"),
    [
        ("", 512, "prompt-empty"),
        (" \n\t", 512, "prompt-empty"),
        ("a" + "\ud800", 512, "prompt-encoding"),
        ("the bell " * 300, 512, "prompt-too-long"),
    ],
)
def test_prompts_that_cannot_be_continued(prompt: str, context: int, code: str) -> None:
    with pytest.raises(PromptError) as error:
        OURS.encode_prompt(prompt, context)
    assert error.value.code == code
    if code == "prompt-too-long":
        assert error.value.values == {"length": len(OURS.encode(prompt)) + 1, "most": context - 1}


def test_the_longest_prompt_leaves_room_for_one_word() -> None:
    words = OURS.encode("the bell rings " * 9)
    assert len(OURS.encode_prompt("the bell rings " * 9, len(words) + 2)) == len(words) + 1
    with pytest.raises(PromptError):
        OURS.encode_prompt("the bell rings " * 9, len(words) + 1)


def test_a_folder_without_a_tokenizer(tmp_path: Path) -> None:
    with pytest.raises(ModelError) as missing:
        read_text(tmp_path)
    assert missing.value.code == "tokenizer-missing"
    (tmp_path / "tokenizer.json").write_text("{}")
    with pytest.raises(ModelError) as broken:
        read_text(tmp_path)
    assert broken.value.code == "tokenizer-unreadable"
