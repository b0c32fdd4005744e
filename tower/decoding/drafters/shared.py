"""How far what a drafter has read still agrees with the text. Knows no model."""

from __future__ import annotations

from collections.abc import Sequence


def shared(read: Sequence[int], text: Sequence[int]) -> int:
    """How many words both begin with. Quick where they part near an end, as only words of a round that was not kept
    can differ."""
    same = min(len(read), len(text))
    mine, theirs = list(read[:same]), list(text[:same])
    while mine != theirs:
        mine.pop(), theirs.pop()
    return len(mine)
