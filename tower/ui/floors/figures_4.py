"""The figures of floor 4's texts: the two recorded weeks, and the question's case as the decoder plays it."""

from __future__ import annotations

from typing import Any

from tower.experiments.scripted import K, scene
from tower.ui.recordings import recording

EASY, ARCHAIC = "floor_4_easy", "floor_4_archaic"


def figures(language: str) -> dict[str, str]:
    """easy_*, archaic_*: of the recorded weeks. quiz_*: the question's prefix, slips, prints, and possible answers."""
    return {
        "k": str(K),
        "most": str(K + 1),
        "date": recording(EASY, language).recorded,
        **_week("easy", EASY, language),
        **_week("archaic", ARCHAIC, language),
        **_quiz(language),
    }


def _week(name: str, code: str, language: str) -> dict[str, str]:
    totals = recording(code, language).trace["totals"]
    return {
        f"{name}_tokens": str(totals["tokens"]),
        f"{name}_hauls": str(totals["hauls"]),
        f"{name}_rate": f"{totals['tokens_per_haul']:.2f}",
    }


def _quiz(language: str) -> dict[str, str]:
    between, comma = (" ", ", ") if language == "en" else ("", "、")
    document = scene("quiz", language, rounds=1)
    answers = {f"quiz_{code}": between.join(words) for code, words in answers_of(document).items()}
    slips, prints = _slips(document), _prints(document)
    kept = sum(slip["verdict"] == "accepted" for slip in document["rounds"][0]["drafts"])
    return {
        "quiz_prefix": document["prompt"]["text"],
        "quiz_drafts": comma.join(slips),
        "quiz_printed": comma.join(prints),
        "quiz_returned": slips[kept],
        "quiz_torn": slips[kept + 1],
        "quiz_own": prints[kept],
        "quiz_after": prints[kept + 1],
        "quiz_last": prints[kept + 2],
        **answers,
    }


def answers_of(document: dict[str, Any]) -> dict[str, list[str]]:
    """The choices of the question as words: the kept slips alone, with the Oracle's word, with all later prints, and
    all of Mogu's slips."""
    slips, prints = _slips(document), _prints(document)
    kept = sum(slip["verdict"] == "accepted" for slip in document["rounds"][0]["drafts"])
    return {
        "kept": slips[:kept],
        "corrected": [*slips[:kept], prints[kept]],
        "prints": [*slips[:kept], *prints[kept:]],
        "slips": slips,
    }


def right_answer(language: str) -> str:
    """The choice that says what the decoder wrote."""
    document = scene("quiz", language, rounds=1)
    written = [token["text"] for token in document["rounds"][0]["tokens"]]
    [code] = [code for code, words in answers_of(document).items() if words == written]
    return code


def right_week(language: str) -> str:
    """What the recorded archaic week turned out to be against the easy one: `fewer`, `same` or `none`."""
    easy, archaic = (recording(code, language).trace for code in (EASY, ARCHAIC))
    if any(not a_round["tokens"] for a_round in archaic["rounds"]):
        return "none"
    return "fewer" if archaic["totals"]["tokens_per_haul"] < 0.9 * easy["totals"]["tokens_per_haul"] else "same"


def _slips(document: dict[str, Any]) -> list[str]:
    return [slip["text"] for slip in document["rounds"][0]["drafts"]]


def _prints(document: dict[str, Any]) -> list[str]:
    [a_round] = document["rounds"]
    tops = [slip["p_top"] for slip in a_round["drafts"]] + [a_round["last"]["p_top"]]
    return [top[0][1] for top in tops]
