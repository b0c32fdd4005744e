"""English prophecies: the scene (who, what, where) and the plans that tell of it.

Every plan names something early that must come back later: a name with its pronoun, a thing with
its adjective, a number, a wind, a refrain. Knows nothing of the other language.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from . import en_patterns as patterns
from . import en_tales as tales
from .en_scene import Scene

PLANS: tuple[Callable[[Scene], list[str]], ...] = (
    tales.crossing,
    tales.carrier,
    patterns.refrain,
    patterns.counting,
    tales.trade,
    tales.moon,
    tales.seasons,
    patterns.chain,
    patterns.riddle,
    patterns.rooms,
    patterns.dwindling,
    tales.address,
)


def write(seed: int) -> str:
    """One English prophecy; the same seed writes the same words."""
    scene = Scene(random.Random(seed))
    plan = scene.rng.choices(PLANS, weights=(18, 10, 10, 9, 8, 9, 8, 7, 7, 7, 6, 6))[0]
    text = plan(scene)
    if scene.chance(0.5):
        text.insert(scene.even(range(1, len(text) + 1)), scene.omen())
    return " ".join(text)
