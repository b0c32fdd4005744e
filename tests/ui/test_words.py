"""Both languages say the same things: same keys, same placeholders, nothing empty, nothing simplified."""

from __future__ import annotations

import string

import pytest
from opencc import OpenCC

from tower.ui import words

EN, ZH = words.catalogue("en"), words.catalogue("zh-Hant")

# What OpenCC's s2twp would rewrite although it is written this way in Taiwan
TAIWAN_TOO = ("台", "點擊", "前綴", "圖像", "大多只", "分布", "打開", "代碼", "參數", "只減")


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def test_both_languages_have_the_same_keys() -> None:
    assert set(EN) == set(ZH)


def test_same_placeholders_and_nothing_empty() -> None:
    assert not [key for key in EN if not EN[key].strip() or not ZH[key].strip()]
    assert not [key for key in EN if placeholders(EN[key]) != placeholders(ZH[key])]


def test_chinese_is_traditional_as_in_taiwan() -> None:
    convert = OpenCC("s2twp").convert
    changed = {}
    for key, text in ZH.items():
        for phrase in TAIWAN_TOO:
            text = text.replace(phrase, "\n")
        if convert(text) != text:
            changed[key] = (text, convert(text))
    assert not changed


def test_every_chinese_letter_is_in_big5() -> None:
    letters = {letter for text in ZH.values() for letter in text if "\u4e00" <= letter <= "\u9fff"}
    assert not [letter for letter in letters if not _in_big5(letter)]


def _in_big5(letter: str) -> bool:
    try:
        letter.encode("big5")
    except UnicodeEncodeError:
        return False
    return True


def test_english_has_no_chinese_letters() -> None:
    allowed = {key for key in EN if key.startswith("stage.stamp")}
    assert not [key for key, text in EN.items() if key not in allowed and any("\u4e00" <= c <= "\u9fff" for c in text)]


def test_unknown_language_is_an_error() -> None:
    with pytest.raises(KeyError):
        words.catalogue("xx")
