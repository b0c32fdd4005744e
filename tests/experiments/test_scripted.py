"""The scripted scenes are what the tower's tale says, and what the decoder makes of them, number by number."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tower.decoding.trace_schema import load
from tower.experiments.scripted import plain_scene, run, scene, story
from tower.experiments.scripted_laws import STORY

LANGUAGES = ("zh-Hant", "en")


def texts(parts: list[dict[str, Any]]) -> list[str]:
    return [part["text"] for part in parts]


def verdicts(a_round: dict[str, Any]) -> list[str]:
    return [slip["verdict"] for slip in a_round["drafts"]]


def prints(a_round: dict[str, Any]) -> list[str]:
    return [law[0][1] for law in (*(slip["p_top"] for slip in a_round["drafts"]), a_round["last"]["p_top"])]


@pytest.mark.parametrize(
    ("language", "rounds"),
    [
        ("zh-Hant", ["鐘 將 會 響起 | 鐘 將 再次 響起 。 | 鐘 將 再次",
                     "響起 ， 喚醒 整座 | 響起 ， 喚醒 整座 城 | 響起 ， 喚醒 整座 城"]),
        ("en", ["bell will soon ring | bell will again ring . | bell will again",
                "ring , waking the | ring , waking the city | ring , waking the city"]),
    ],
)  # fmt: skip
def test_two_rounds_write_eight_words(language: str, rounds: list[str]) -> None:
    document = scene("story", language)
    for a_round, told in zip(document["rounds"], rounds, strict=True):
        guesses, printed, written = (part.split() for part in told.split("|"))
        assert (texts(a_round["drafts"]), prints(a_round), texts(a_round["tokens"])) == (guesses, printed, written)
    first, second = document["rounds"]
    assert verdicts(first) == ["accepted", "accepted", "rejected", "discarded"]
    assert verdicts(second) == ["accepted"] * 4
    assert (first["emitted"]["kind"], second["emitted"]["kind"]) == ("correction", "bonus")
    totals = document["totals"]
    assert (totals["tokens"], totals["hauls"], totals["drafted"], totals["draft_steps"]) == (8, 2, 8, 8)
    assert document["finish"] == "length"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_torn_slip_agrees_with_its_print(language: str) -> None:
    torn = scene("story", language)["rounds"][0]["drafts"][3]
    assert torn["verdict"] == "discarded" and torn["id"] == torn["p_top"][0][0] and torn["accept"] is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_full_moon_changes_the_check_and_nothing_else(language: str) -> None:
    dark, moon = scene("story", language), scene("story", language, moon=True)
    for before, after in zip(dark["rounds"], moon["rounds"], strict=True):
        assert texts(before["drafts"]) == texts(after["drafts"])
        assert texts(before["tokens"]) == texts(after["tokens"])
        assert before["cache"] == after["cache"]
    first, second = moon["rounds"]
    returned = first["drafts"][2]
    assert verdicts(first) == ["accepted", "accepted", "rejected", "discarded"]
    assert returned["accept"] == pytest.approx(0.25 / 0.60) and returned["u"] >= returned["accept"]
    assert [chance for _, _, chance in returned["residual_top"]] == pytest.approx([6 / 7, 1 / 7])
    assert (first["emitted"]["kind"], second["emitted"]["kind"]) == ("residual", "bonus")
    assert all(slip["u"] is not None for slip in second["drafts"])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("moon", [False, True])
def test_scenes_are_traces_that_anyone_could_have_written(language: str, moon: bool) -> None:
    document = scene("story", language, moon=moon)
    assert load(document).document["totals"]["tokens"] == 8
    for name in ("quiz", "first-wrong"):
        load(scene(name, language, rounds=1))
    load(plain_scene("story", language, 8))


@pytest.mark.parametrize("language", LANGUAGES)
def test_plain_decoding_writes_the_same_in_eight_hauls(language: str) -> None:
    plain, with_mogu = plain_scene("story", language, 8), scene("story", language)
    assert plain["totals"]["hauls"] == 8
    written = [token["id"] for a_round in with_mogu["rounds"] for token in a_round["tokens"]]
    assert [token["id"] for a_round in plain["rounds"] for token in a_round["tokens"]] == written


@pytest.mark.parametrize(
    ("language", "written"), [("zh-Hant", ["吹過", "第七", "道"]), ("en", ["crosses", "seven", "gates"])]
)
def test_question_of_floor_four(language: str, written: list[str]) -> None:
    [a_round] = scene("quiz", language, rounds=1)["rounds"]
    assert texts(a_round["tokens"]) == written and verdicts(a_round)[3] == "discarded"
    expected = {"zh-Hant": ["吹過", "第七", "道", "門", "前"], "en": ["crosses", "seven", "gates", "by", "night"]}
    assert prints(a_round) == expected[language]


@pytest.mark.parametrize("language", LANGUAGES)
def test_question_of_floor_seven(language: str) -> None:
    [a_round] = scene("first-wrong", language, rounds=1)["rounds"]
    assert verdicts(a_round) == ["rejected", "discarded", "discarded", "discarded"]
    assert len(a_round["tokens"]) == 1


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("zh-Hant", "當北風吹過第七座橋，沉睡的鐘將再次響起，喚醒整座城"),
        (
            "en",
            "When the north wind has crossed the seventh bridge, the sleeping bell will again ring, waking the city",
        ),
    ],
)
def test_the_prophecy_grows_from_its_first_word_to_its_last(language: str, text: str) -> None:
    assert "".join(story(language)) == text
    assert story(language)[0] == text[: len(story(language)[0])] and len(story(language)) > 16


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_night_finds_words(language: str) -> None:
    for seed in range(200):
        play = run(STORY[language], temperature=1.0, seed=seed, words=20)
        assert sum(len(a_round.tokens) for a_round in play) == 20


@pytest.mark.parametrize("language", LANGUAGES)
def test_laws_are_laws(language: str) -> None:
    script = STORY[language]
    for laws in (script.target, script.draft):
        sums = [sum(law.values()) for law in laws.values()]
        assert np.allclose(sums, 1)
        assert set(laws) >= {("響起",) if language == "zh-Hant" else ("ring",)}
