"""Little prophecies of the tower's world, written by two grammars from a seed.

Prophecies are the text that a small draft can partly foresee: stock phrases between words that must
be remembered (names, things, numbers, refrains). Knows nothing of tokens or models.
"""

from __future__ import annotations

from collections.abc import Iterator

from . import chinese, english

WRITERS = {"zh-Hant": chinese.write, "en": english.write}


def prophecies(language: str, count: int, seed: int) -> Iterator[str]:
    """``count`` prophecies in ``"zh-Hant"`` or ``"en"``; distinct ``seed`` values up to 10**6 share no text seeds."""
    writer = WRITERS[language]
    return (writer(seed * 10**9 + i) for i in range(count))
