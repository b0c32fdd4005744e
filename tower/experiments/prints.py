"""What the target prints after each prefix of a row of slips, in one pass; and what changes when one slip is another.

A print is the target's likeliest word. The first comes after the last written word and judges slip 1, the one after
slip i judges slip i + 1, the last judges none. Decides nothing about acceptance.
Importing this module imports no torch.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from tower.decoding.errors import PromptError
from tower.decoding.target import Target

if TYPE_CHECKING:
    from tower.models.loading import Pair

MOST_SLIPS = 8


@dataclass(frozen=True, slots=True)
class Example:
    """written: what stands in the book. slips: the guesses, as text. other: the word that takes a slip's place."""

    written: str
    slips: str
    other: str


EXAMPLES: Mapping[str, Example] = {
    "zh-Hant": Example("當北風", "吹過第七座塔", "魚"),
    "en": Example("When the north wind", " has crossed seven bridges", " moon"),
}


@dataclass(frozen=True, slots=True)
class Print:
    """A word as it looks on a slip, and its probability at temperature 1."""

    text: str
    p: float


@dataclass(frozen=True, slots=True)
class Swap:
    """Slip number `slip` (from 0) made `other`: the prints then, and the largest change in any logit of each print."""

    slip: int
    other: str
    prints: list[Print]
    change: list[float]


@dataclass(frozen=True, slots=True)
class Row:
    """begin: whether the text opens with a token of its own. written, slips: words. prints: one more than slips.

    left_out: slips beyond MOST_SLIPS. words: numbers in a print's row of logits.
    """

    begin: bool
    written: list[str]
    slips: list[str]
    prints: list[Print]
    swaps: list[Swap]
    left_out: int
    words: int


def row(pair: Pair, example: Example) -> Row:
    """One pass for the prints and one for each swap. Raises PromptError `slips-empty`, `prompt-empty`,
    `prompt-too-long`, `prompt-encoding`."""
    text, target = pair.text, pair.new_target()
    slips = text.encode(example.slips)
    if not slips:
        raise PromptError("slips-empty", "there are no slips")
    kept = slips[:MOST_SLIPS]
    prompt = text.encode_prompt(example.written, target.context - MOST_SLIPS)
    begin = text.begin is not None
    with pair.lock:
        target.prefill(prompt[:-1])
        before = _logits(target, [prompt[-1], *kept])
        swaps = [_swap(pair, target, prompt[-1], kept, place, example.other, before) for place in range(len(kept))]
    return Row(
        begin=begin,
        written=[text.text(id) for id in prompt[int(begin) :]],
        slips=[text.text(id) for id in kept],
        prints=_prints(pair, before),
        swaps=swaps,
        left_out=len(slips) - len(kept),
        words=int(before.shape[1]),
    )


def recorded(pair: Pair) -> dict[str, Any]:
    """The examples of both languages."""
    return {language: asdict(row(pair, example)) for language, example in EXAMPLES.items()}


def read(document: Mapping[str, Any]) -> Row:
    """A row from its JSON."""
    swaps = [Swap(**{**swap, "prints": _read_prints(swap["prints"])}) for swap in document["swaps"]]
    return Row(**{**document, "prints": _read_prints(document["prints"]), "swaps": swaps})


def _read_prints(entries: Sequence[Mapping[str, Any]]) -> list[Print]:
    return [Print(**entry) for entry in entries]


def _logits(target: Target, ids: Sequence[int]) -> NDArray[np.float32]:
    length = target.length
    logits = target.score(ids).logits
    target.rewind(length)
    return logits


def _swap(
    pair: Pair, target: Target, last: int, slips: list[int], place: int, other: str, before: NDArray[np.float32]
) -> Swap:
    candidates = [*pair.text.encode(other), *slips]
    instead = next((id for id in candidates if id != slips[place]), slips[place])
    after = _logits(target, [last, *slips[:place], instead, *slips[place + 1 :]])
    change = [float(value) for value in np.abs(after - before).max(axis=1)]
    return Swap(place, pair.text.text(instead), _prints(pair, after), change)


def _prints(pair: Pair, logits: NDArray[np.float32]) -> list[Print]:
    shifted = np.exp(logits.astype(np.float64) - logits.max(axis=1, keepdims=True))
    shares = shifted / shifted.sum(axis=1, keepdims=True)
    best = logits.argmax(axis=1)
    return [Print(pair.text.text(int(id)), float(share[id])) for id, share in zip(best, shares, strict=True)]
