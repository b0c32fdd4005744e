"""The prophecy grammars: same seed, same words; what comes back later comes back right."""

from __future__ import annotations

import random
import re
from collections import Counter

import pytest

from tower.training.prophecies import (
    en_lexicon,
    en_patterns,
    en_scene,
    en_tales,
    prophecies,
    zh_lexicon,
    zh_patterns,
    zh_scene,
)

COUNT = 1500
ENGLISH = list(prophecies("en", COUNT, 5))
CHINESE = list(prophecies("zh-Hant", COUNT, 5))


@pytest.mark.parametrize("language", ["en", "zh-Hant"])
def test_seed_fixes_the_text_and_other_seeds_differ(language: str) -> None:
    first, again, other = (list(prophecies(language, 50, seed)) for seed in (5, 5, 6))
    assert first == again
    assert len(set(first) & set(other)) == 0


def test_hundreds_of_thousands_of_sentences_extrapolated_from_a_sample() -> None:
    for texts, end in ((ENGLISH, r"(?<=[.?])\s"), (CHINESE, r"(?<=[。？])")):
        assert len(set(texts)) > 0.999 * COUNT
        sentences = [s for text in texts for s in re.split(end, text) if s]
        # most sentences of 3,000 prophecies occur once: the supply is far from used up
        assert sum(n == 1 for n in Counter(sentences).values()) > 2.5 * COUNT


def test_lengths() -> None:
    for texts, low, high in ((ENGLISH, 100, 750), (CHINESE, 30, 230)):
        assert all(low < len(text) < high for text in texts)


def test_english_articles_and_sentences() -> None:
    for text in ENGLISH:
        assert not re.search(r"\ba [aeiou]|\ban [^aeiouh]|  |\bthe the\b| [.,;]", text, re.IGNORECASE), text
        assert all(s[0].isupper() or s[0] == '"' for s in re.split(r"(?<=[.?]) (?!says|asks)", text)), text


@pytest.mark.parametrize("seed", range(60))
def test_english_pronouns_agree_with_the_name(seed: int) -> None:
    text = " ".join(en_tales.seasons(en_scene.Scene(random.Random(seed))))  # one person only
    names = set(re.findall(r"[A-Z][a-z]+", text))
    women, men = names & set(en_lexicon.WOMEN), names & set(en_lexicon.MEN)
    she, he = re.search(r"\b(she|her|hers)\b", text), re.search(r"\b(he|him|his)\b", text)
    assert not (she and he)
    assert not (women and he) and not (men and she)


@pytest.mark.parametrize("seed", range(40))
def test_english_counting_goes_down_by_one(seed: int) -> None:
    lines = en_patterns.dwindling(en_scene.Scene(random.Random(seed)))
    numbers = [lex for line in lines for lex in re.findall(r"then there (?:were|was) (no more|\w+)", line)]
    first = en_lexicon.NUMBERS.index(lines[0].split()[0].lower())
    expected = [en_lexicon.NUMBERS[first - i - 1] if first - i - 1 else "no more" for i in range(len(numbers))]
    assert numbers == expected


@pytest.mark.parametrize("seed", range(40))
def test_refrains_return_word_by_word(seed: int) -> None:
    for plan, scene in ((en_patterns.refrain, en_scene.Scene), (zh_patterns.refrain, zh_scene.Scene)):
        lines = plan(scene(random.Random(seed)))
        assert lines.count(lines[0]) >= 3


def test_chinese_measure_words_fit() -> None:
    nouns = "|".join(zh_lexicon.THINGS)
    adjectives = "|".join(sorted({a for _, table in zh_lexicon.THINGS.values() for a in table.split("|")}))
    seen = 0
    for text in CHINESE:
        for measure, phrase in re.findall(
            rf"[一那]([把盞枚封面根支本張粒個隻顆條])((?:{adjectives})?(?:{nouns}))", text
        ):
            noun = next(n for n in sorted(zh_lexicon.THINGS, key=len, reverse=True) if phrase.endswith(n))
            seen += 1
            assert zh_lexicon.THINGS[noun][0] == measure, (measure, phrase, text)
    assert seen > COUNT


def test_chinese_punctuation_is_full_width() -> None:
    for text in CHINESE:
        assert not re.search(r"[A-Za-z0-9 ,.;:?|{}]|，，|。。|的的", text), text


def test_the_storys_own_sentences_occur() -> None:
    chinese_text, english_text = "".join(prophecies("zh-Hant", 10_000, 1)), "".join(prophecies("en", 10_000, 1))
    assert "當北風吹過第七座橋，沉睡的鐘將再次響起，喚醒整座城。" in chinese_text
    assert (
        "When the north wind has crossed the seventh bridge, the sleeping bell will ring again, waking" in english_text
    )
    looks = Counter(re.findall("今晚的月亮很(.)", chinese_text))
    shares = [looks[look] / looks.total() for look in "圓亮美"]
    assert shares == pytest.approx([0.5, 0.3, 0.2], abs=0.04)


def test_chinese_is_traditional() -> None:
    opencc = pytest.importorskip("opencc")
    convert = opencc.OpenCC("s2t").convert
    characters = sorted({c for text in CHINESE for c in text})
    # one by one, so that no phrase table interferes; these are also ordinary traditional characters
    assert [c for c in characters if convert(c) != c and c not in "划吃才只後面里了松"] == []
