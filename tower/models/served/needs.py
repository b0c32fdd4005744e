"""What a law needs to know of the target's rows, and so what a server is asked for. Knows no server.

Greedy decoding looks at the likeliest word; top-k at the k likeliest, whatever the temperature: their probabilities
settle all others. At temperature 1 a drafted word is judged by its own probability, and only a word that is drawn from
the rest of a law needs all of it. At other temperatures, and for a rule that reads all of p, so does every test.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from tower.decoding.distribution import Warp
from tower.decoding.rules import Rule

Whole = Literal["none", "drawn", "all"]


@dataclass(frozen=True, slots=True)
class Need:
    """likeliest: how many of the likeliest words of each row, beside the drafted one. whole: which rows are needed in
    full: none, those that a word is drawn from, or all."""

    likeliest: int
    whole: Whole


EVERYTHING = Need(1, "all")
"""For work that may do anything with a row."""


def need_of(warp: Warp, rule: Rule, detail: int, most: int) -> Need:
    """detail: likeliest words that a trace notes. most: as many as a server returns for a place of the prompt."""
    if warp.greedy:
        return Need(min(detail, most), "none")
    if 0 < warp.top_k <= most:
        return Need(min(max(detail, warp.top_k), most), "none")
    if warp.plain and not rule.reads_whole_law:
        return Need(min(detail, most), "drawn")
    return EVERYTHING
