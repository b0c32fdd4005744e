"""Beginnings for a sweep: easy ones, prophecies that no training has seen, and archaic ones, old prose."""

from __future__ import annotations

import re

from tower.experiments.hard_texts import HARD_TEXTS
from tower.experiments.prompts import prophecy_prompts

TEXTS = ("easy", "archaic")
COUNT = 4

_FIRST_SENTENCE = re.compile(r".+?[。？！?;.](?:[」』]|\s|$)?", re.DOTALL)


def texts(kind: str) -> tuple[str, ...]:
    """Four beginnings, half of them Chinese; the same ones at every call. Raises KeyError for another kind."""
    if kind == "easy":
        return tuple(prophecy_prompts(COUNT))
    if kind == "archaic":
        return tuple(_first_sentence(text) for text in HARD_TEXTS[:COUNT])
    raise KeyError(kind)


def _first_sentence(text: str) -> str:
    found = _FIRST_SENTENCE.match(text)
    return (found.group() if found else text).strip()
