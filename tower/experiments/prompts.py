"""Beginnings for measurements: prophecies that no training has seen, cut off after a third."""

from __future__ import annotations

from tower.training.prophecies import prophecies

UNSEEN = 3  # the corpus is written from seeds 1 and 2


def prophecy_prompts(count: int) -> list[str]:
    """Alternating between the two languages; the same ones at every call."""
    texts = [list(prophecies(language, (count + 1) // 2, UNSEEN)) for language in ("zh-Hant", "en")]
    mixed = [text for pair in zip(*texts, strict=True) for text in pair]
    return [_beginning(text) for text in mixed[:count]]


def _beginning(text: str) -> str:
    cut = max(8, len(text) // 3)
    # an English word is not cut in two
    space = text.rfind(" ", 0, cut)
    return text[:space] if space > 0 else text[:cut]
