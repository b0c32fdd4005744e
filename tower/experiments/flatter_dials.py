"""How much two dials have in common when they are made steeper or flatter: mean sum min(p, q) over given texts.

Every word of a text is a place where both models speak about the next one. At each temperature both dials are warped,
or the target's alone while the draft stays as it is: not a setting of the decoder, but what happens to a draft that
does not follow. Knows no run: nothing is drawn, only laws are compared.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tower.decoding.distribution import Warp, overlap
from tower.decoding.target import CachedModel
from tower.experiments.hard_texts import HARD_TEXTS
from tower.models.loading import Pair
from tower.training.prophecies import prophecies

TEMPERATURES = (0.0, 0.25, 0.5, 0.75, 1.0, 1.25, 1.5, 2.0)
UNSEEN, EASY = 3, 6  # a seed that no training used; prophecies a language
OPENING = 8  # words read before the first place that counts
CHUNK = 64


def recorded(pair: Pair) -> dict[str, Any]:
    """{temperatures, texts: {kind: {places, both, target}}}, a mean for each of the temperatures."""
    easy = [text for language in ("zh-Hant", "en") for text in prophecies(language, EASY, UNSEEN)]
    texts = {"easy": easy, "hard": list(HARD_TEXTS)}
    return {"temperatures": list(TEMPERATURES), "texts": {kind: sweep(pair, some) for kind, some in texts.items()}}


def sweep(pair: Pair, texts: Sequence[str]) -> dict[str, Any]:
    """places: how many words were predicted. both, target: mean overlap by temperature, warping both or p alone."""
    assert pair.new_draft is not None
    target, draft = pair.new_target(), pair.new_draft()
    most = min(target.context, draft.context) - 1
    sums = {"both": np.zeros(len(TEMPERATURES)), "target": np.zeros(len(TEMPERATURES))}
    places = 0
    for text in texts:
        ids = pair.text.encode_prompt(text, 10**9)[:most]
        with pair.lock:
            p, q = (logits_along(model, ids)[OPENING:] for model in (target, draft))
        plain_q = Warp()(q)
        places += len(p)
        for i, temperature in enumerate(TEMPERATURES):
            warp = Warp(temperature)
            warped = warp(p)
            sums["both"][i] += overlap(warped, warp(q)).sum()
            sums["target"][i] += overlap(warped, plain_q).sum()
    return {"places": places} | {way: [float(x) for x in found / places] for way, found in sums.items()}


def logits_along(model: CachedModel, ids: Sequence[int]) -> NDArray[np.float64]:
    """[len(ids) - 1, V]: row i speaks about ids[i + 1]."""
    model.reset()
    rows = [model.score(ids[i : i + CHUNK]).logits for i in range(0, len(ids) - 1, CHUNK)]
    return np.concatenate(rows).astype(np.float64)[: len(ids) - 1]
