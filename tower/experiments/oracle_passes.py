"""Passes of a pair's target, ready to be timed: n words in a row, or n requests side by side."""

from __future__ import annotations

from collections.abc import Callable

from tower.decoding.target import Target
from tower.models.loading import Pair

CACHED = 96  # words in the cache, as in the bench


def warm(model: Target, pair: Pair) -> list[int]:
    """Put CACHED words into a model's cache; returns words to feed it."""
    ids = pair.text.encode("The bell of the tower rings. 塔上的鐘響了。")
    words = [ids[i % len(ids)] for i in range(128)]
    model.prefill(words[:CACHED])
    return words


def warm_target(pair: Pair) -> tuple[Target, list[int]]:
    """A target with CACHED words in its cache, and words to feed it."""
    target = pair.new_target()
    return target, warm(target, pair)


def in_a_row(target: Target, words: list[int], rows: int) -> Callable[[], object]:
    """One pass over `rows` words that follow each other, and its undoing: the checking of rows - 1 drafts."""
    length, row = target.length, words[:rows]

    def once() -> None:
        target.score(row)
        target.rewind(length)

    return once


def side_by_side(target: Target, words: list[int], requests: int) -> Callable[[], object]:
    """One pass over one word of each of `requests` texts, and its undoing. The texts share their first CACHED words
    and part with the word that is fed: no row sees another. The weights' work is that of any batch of this size; a
    batch of separate caches would read more notes."""
    length, row, parents = target.length, words[:requests], [-1] * requests

    def once() -> None:
        target.score(row, parents)
        target.rewind(length)

    return once
