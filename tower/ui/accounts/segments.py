"""Two ways to cut one sentence, cut again where both of them cut: the smallest pieces that can be laid side by side."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from tower.models.text import Text

Span = tuple[int, int, int]
"""An id, and where in the sentence its letters begin and end."""


@dataclass(frozen=True, slots=True)
class Segment:
    """text: a stretch of the sentence. ours, theirs: the ids that each of the two writes for exactly this stretch."""

    text: str
    ours: tuple[int, ...]
    theirs: tuple[int, ...]


def segments(sentence: str, ours: Text, theirs: Text) -> list[Segment]:
    """The sentence in order, nothing left out. Raises PromptError where it is no Unicode."""
    both = [_spans(sentence, ours), _spans(sentence, theirs)]
    inside = {place for spans in both for _, start, end in spans for place in range(start + 1, end)}
    cuts = [place for place in range(len(sentence) + 1) if place not in inside]
    return [
        Segment(sentence[start:end], *(tuple(id for id, first, _ in spans if start <= first < end) for spans in both))
        for start, end in pairwise(cuts)
    ]


def _spans(sentence: str, text: Text) -> list[Span]:
    """Without gaps: a space that a tokenizer leaves out of its offsets belongs to the token behind it."""
    ids = text.encode(sentence)
    offsets = text.tokenizer.encode(sentence, add_special_tokens=False).offsets
    spans: list[Span] = []
    reached = 0
    for id, (start, end) in zip(ids, offsets, strict=True):
        spans.append((id, min(start, reached), max(end, min(start, reached))))
        reached = max(reached, end)
    if spans and reached < len(sentence):
        last = spans[-1]
        spans[-1] = (last[0], last[1], len(sentence))
    return spans
