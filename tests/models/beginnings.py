"""More than a hundred beginnings of all kinds, the same ones every time."""

from __future__ import annotations

import random

from tower.experiments.prompts import prophecy_prompts

ODD = [
    "。", "a", "A bell", "  two spaces", "第七座橋", "The keeper said\n\n", "1, 2, 3, 4,", "鐘響了，鐘響了，鐘響了，",
    "床前明月光，", "春眠不覺曉，處處聞啼鳥。", "空山不見人，", "It is a truth universally acknowledged, that",
    "Mr. Darcy", "She could not help", "😀 the tower", "<|end|>", "über", "¿", "the the the the the the", "X" * 60,
]  # fmt: skip
WORDS = [
    "the", "bell", "tower", "wind", "key", "winter", "lamp", "keeper", "seven", "and", "of",
    "鐘", "塔", "風", "鑰匙", "冬", "燈", "橋", "七", "、",
]  # fmt: skip


def beginnings() -> list[str]:
    """104: prophecies in both languages, verse, prose, repetition, noise."""
    luck = random.Random(7)
    noise = [" ".join(luck.choices(WORDS, k=luck.randint(2, 12))) for _ in range(28)]
    return prophecy_prompts(56) + ODD + noise
