"""What the scripted models say: the prophecy of the tower with its two rounds, and two cases for questions.

Plain data. One word is one token here; real tokenizers cut otherwise, the procedure is the same. The likeliest word of
each law is what is said at temperature 0; the whole laws are there for nights of full moon. The probabilities are
invented for teaching, and the same in both languages wherever the words correspond.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tower.experiments.scripted_models import Laws, Lexicon


@dataclass(frozen=True, slots=True)
class Script:
    """prompt: words already in the book. target, draft: the laws of the Oracle and of Mogu.

    moon_seed: the luck of the recorded night of full moon; None where the script has none.
    """

    lexicon: Lexicon
    prompt: tuple[str, ...]
    target: Laws
    draft: Laws
    moon_seed: int | None = None


def _chain(words: Sequence[str], reach: int = 2) -> Laws:
    """Laws under which `words` follow each other for sure; up to `reach` words are looked back."""
    return {tuple(words[max(0, at - reach) : at]): {words[at]: 1.0} for at in range(1, len(words))}


def _story(
    language: str,
    prompt: Sequence[str],
    *,
    sleeping: str, bell: str, city: str, tower: str, valley: str,
    will: str, shall: str, soon: str, again: str, ring: str, wake: str,
    stop: str, comma: str, waking: str, rousing: str, whole: str, every: str,
    moon_seed: int,
) -> Script:  # fmt: skip
    """The two rounds with their neighbours, so that other nights find words too. Names: the English words."""
    known = _chain(prompt)
    places: dict[tuple[str, ...], dict[str, float]] = {
        (sleeping, city): {will: 0.8, shall: 0.2},
        (sleeping, tower): {will: 0.8, shall: 0.2},
        (city,): {stop: 0.9, comma: 0.1},
        (tower,): {stop: 0.9, comma: 0.1},
        (valley,): {stop: 0.9, comma: 0.1},
        (wake,): {stop: 0.6, comma: 0.4},
        (ring,): {comma: 0.6, stop: 0.4},
        (stop,): {prompt[0]: 1.0},
    }
    target = {
        **known, **places,
        (sleeping,): {bell: 0.70, city: 0.20, tower: 0.10},
        (bell,): {will: 0.80, shall: 0.20},
        (shall,): {again: 0.60, ring: 0.40},
        (will,): {again: 0.55, soon: 0.25, ring: 0.20},
        (soon,): {ring: 0.65, wake: 0.35},
        (soon, ring): {stop: 0.70, comma: 0.30},
        (again,): {ring: 0.85, wake: 0.15},
        (again, ring): {comma: 0.75, stop: 0.25},
        (comma,): {waking: 0.80, rousing: 0.20},
        (waking,): {whole: 0.85, every: 0.15},
        (rousing,): {whole: 0.80, every: 0.20},
        (waking, whole): {city: 0.75, tower: 0.15, valley: 0.10},
        (rousing, whole): {city: 0.75, tower: 0.15, valley: 0.10},
        (every,): {city: 0.40, tower: 0.30, valley: 0.30},
    }  # fmt: skip
    draft = {
        **known, **places,
        (sleeping,): {bell: 0.60, city: 0.30, tower: 0.10},
        (bell,): {will: 0.70, shall: 0.30},
        (shall,): {again: 0.50, ring: 0.50},
        (will,): {soon: 0.60, again: 0.25, ring: 0.15},
        (soon,): {ring: 0.80, wake: 0.20},
        (again,): {ring: 0.90, wake: 0.10},
        (comma,): {waking: 0.70, rousing: 0.30},
        (waking,): {whole: 0.80, every: 0.20},
        (rousing,): {whole: 0.80, every: 0.20},
        (waking, whole): {city: 0.50, tower: 0.40, valley: 0.10},
        (rousing, whole): {city: 0.50, tower: 0.40, valley: 0.10},
        (every,): {city: 0.50, tower: 0.40, valley: 0.10},
    }  # fmt: skip
    words = [*prompt, bell, city, tower, valley, will, shall, soon, again, ring, wake, stop, comma, waking, rousing,
             whole, every]  # fmt: skip
    return Script(Lexicon(tuple(dict.fromkeys(words)), language == "en"), tuple(prompt), target, draft, moon_seed)


def _quiz(language: str, prompt: Sequence[str], guesses: Sequence[str], prints: Sequence[str]) -> Script:
    """One round in which Mogu says `guesses` and the Oracle prints one word more, each after its own prefix."""
    text = list(prompt)
    said = {tuple(text): {prints[0]: 1.0}}
    for guess, printed in zip(guesses, prints[1:], strict=True):
        text.append(guess)
        said[tuple(text)] = {printed: 1.0}
    words = dict.fromkeys([*prompt, *guesses, *prints])
    return Script(Lexicon(tuple(words), language == "en"), tuple(prompt), said, _chain([*prompt, *guesses]))


STORY: Mapping[str, Script] = {
    "zh-Hant": _story(
        "zh-Hant",
        ("當", "北風", "吹過", "第七", "座", "橋", "，", "沉睡", "的"),
        sleeping="的", bell="鐘", city="城", tower="塔", valley="山谷",
        will="將", shall="終將", soon="會", again="再次", ring="響起", wake="醒來",
        stop="。", comma="，", waking="喚醒", rousing="驚動", whole="整座", every="每座",
        moon_seed=4,
    ),
    "en": _story(
        "en",
        ("When", "the", "north", "wind", "has", "crossed", "the", "seventh", "bridge", ",", "the", "sleeping"),
        sleeping="sleeping", bell="bell", city="city", tower="tower", valley="valley",
        will="will", shall="shall", soon="soon", again="again", ring="ring", wake="wake",
        stop=".", comma=",", waking="waking", rousing="rousing", whole="the", every="every",
        moon_seed=87,
    ),
}  # fmt: skip
"""Floor 7: the two rounds with which the prophecy ends."""

QUIZ: Mapping[str, Script] = {
    "zh-Hant": _quiz(
        "zh-Hant", ("當", "北風"), ("吹過", "第七", "座", "塔"), ("吹過", "第七", "道", "門", "前")
    ),
    "en": _quiz(
        "en", ("When", "the", "north", "wind"), ("crosses", "seven", "bridges", "at"),
        ("crosses", "seven", "gates", "by", "night"),
    ),
}  # fmt: skip
"""Floor 4's question: the third slip is returned."""

FIRST_WRONG: Mapping[str, Script] = {
    "zh-Hant": _quiz(
        "zh-Hant", ("當", "北風"), ("停下", "第七", "座", "橋"), ("吹過", "第七", "座", "橋", "，")
    ),
    "en": _quiz(
        "en", ("When", "the", "north", "wind"), ("stops", "the", "seventh", "bridge"),
        ("crosses", "the", "seventh", "bridge", ","),
    ),
}  # fmt: skip
"""Floor 7's question: the very first slip is returned, whatever the others are."""
