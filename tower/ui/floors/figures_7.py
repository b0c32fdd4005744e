"""The figures of floor 7's texts, read off the traces of its scripted rounds."""

from __future__ import annotations

from typing import Any

from tower.experiments.scripted import K, plain_scene, scene

BEATS = ("draft", "haul", "stamp", "write")


def figures(language: str) -> dict[str, str]:
    """first, second: words of the rounds; words, hauls, drafted: of both; plain_hauls: without Mogu."""
    document = scene("story", language)
    first, second = document["rounds"]
    totals = document["totals"]
    moon = scene("story", language, moon=True)["rounds"][0]["drafts"][_returned(first)]
    fresh = first["cache"]["target"]
    return {
        "k": str(K),
        "prints": str(K + 1),
        "prompt": document["prompt"]["text"],
        "first": str(len(first["tokens"])),
        "second": str(len(second["tokens"])),
        "words": str(totals["tokens"]),
        "hauls": str(totals["hauls"]),
        "drafted": str(totals["drafted"]),
        "plain_hauls": str(plain_scene("story", language, totals["tokens"])["totals"]["hauls"]),
        "returned": first["drafts"][_returned(first)]["text"],
        "corrected": first["emitted"]["text"],
        "torn": first["drafts"][-1]["text"],
        "bonus": second["emitted"]["text"],
        "p": f"{moon['p']:.2f}",
        "q": f"{moon['q']:.2f}",
        "accept": f"{moon['accept']:.3f}",
        "u": f"{moon['u']:.3f}",
        "before": str(fresh[0]),
        "full": str(fresh[1]),
        "kept": str(fresh[2]),
        "one": str(first_wrong_words(language)),
    }


def _returned(a_round: dict[str, Any]) -> int:
    return next(at for at, slip in enumerate(a_round["drafts"]) if slip["verdict"] == "rejected")


def first_wrong_words(language: str) -> int:
    """Words that a round writes whose first slip is wrong."""
    [a_round] = scene("first-wrong", language, rounds=1)["rounds"]
    return len(a_round["tokens"])


def right_answer(language: str) -> str:
    """The quiz's choices are numbers of words."""
    return f"n{first_wrong_words(language)}"


def changed_by_the_moon(language: str) -> str:
    """The one beat in which the full-moon run differs from the greedy one."""
    dark, moon = (scene("story", language, moon=full)["rounds"] for full in (False, True))
    differs = {
        "draft": [_guesses(one) != _guesses(other) for one, other in zip(dark, moon, strict=True)],
        "haul": [one["cache"] != other["cache"] for one, other in zip(dark, moon, strict=True)],
        "stamp": [_checks(one) != _checks(other) for one, other in zip(dark, moon, strict=True)],
        "write": [one["tokens"] != other["tokens"] for one, other in zip(dark, moon, strict=True)],
    }
    [beat] = [beat for beat in BEATS if any(differs[beat])]
    return beat


def _guesses(a_round: dict[str, Any]) -> list[int]:
    return [slip["id"] for slip in a_round["drafts"]]


def _checks(a_round: dict[str, Any]) -> list[Any]:
    return [(slip["accept"], slip["u"]) for slip in a_round["drafts"]] + [a_round["emitted"]["kind"]]
