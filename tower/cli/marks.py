"""Marks in a stream of text: which words were kept, corrected, won: readable without colour."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import TextIO

from tower.decoding.trace import Round
from tower.decoding.trace_json import Render

BRACKETS = {"kept": ("", ""), "branch": ("<", ">"), "corrected": ("[", "]"), "bonus": ("{", "}"), "plain": ("", "")}
"""branch: a kept word of a tree whose elder sibling was sent back; a chain has none."""
_COLOURS = {"kept": "32", "branch": "36", "corrected": "31", "bonus": "33", "plain": ""}


class Marker:
    """Turns rounds into marked text, piece by piece."""

    def __init__(self, render: Render, prompt: tuple[int, ...], *, colour: bool) -> None:
        self._render = render
        self._words = list(prompt)
        self._colour = colour

    def pieces(self, a_round: Round) -> Iterator[str]:
        """The marked text of a round's words; a character split over several words stands where it is completed."""
        kinds = marks_of(a_round)
        for word, kind in zip(a_round.tokens, kinds, strict=True):
            raw = self._render.raw(self._words, word)
            self._words.append(word)
            if raw:
                yield self.marked(raw, kind)

    def marked(self, raw: str, kind: str) -> str:
        """One piece of text with its mark; spaces before it stay outside."""
        opening, closing = BRACKETS[kind]
        body = raw.lstrip(" ")
        space = raw[: len(raw) - len(body)]
        # a line end inside brackets would tear them apart
        shown = opening + body.replace("\n", "⏎") + closing + "\n" * body.count("\n") if opening else body
        if not self._colour or not _COLOURS[kind]:
            return space + shown
        return f"{space}\x1b[{_COLOURS[kind]}m{shown}\x1b[0m"


def marks_of(a_round: Round) -> list[str]:
    """The mark of each word that a round wrote."""
    returned = {slip.parent for slip in a_round.drafts if slip.verdict == "rejected"}
    kept = [slip for slip in a_round.drafts if slip.verdict == "accepted"]
    marks = ["branch" if slip.parent in returned else "kept" for slip in kept]
    return marks if a_round.emitted is None else [*marks, mark_of(a_round.emitted.kind)]


def mark_of(kind: str) -> str:
    """The mark of a word that the target wrote."""
    return {"correction": "corrected", "residual": "corrected"}.get(kind, kind)


def wants_colour(stream: TextIO) -> bool:
    """Only on a terminal, and not where NO_COLOR is set."""
    return stream.isatty() and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"
