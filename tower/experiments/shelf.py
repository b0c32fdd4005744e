"""The recorded race of the drafter shelf, which text suits whom, and how far two lossy rules stray from p."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

import numpy as np

from tower.decoding.distribution import Warp
from tower.decoding.rules import Lenience, Speculative, Typical, expected_acceptance, law
from tower.experiments.flatter_dials import EASY, OPENING, UNSEEN, logits_along
from tower.experiments.hard_texts import HARD_TEXTS
from tower.experiments.race import Race, lanes, words_per_haul
from tower.experiments.race_settings import RACERS, RaceSettings
from tower.experiments.sweep_texts import texts
from tower.models.heads.files import read_head
from tower.models.heads.kinds import KINDS as HEADS
from tower.models.lean import LeanLlama
from tower.models.loading import Pair
from tower.models.pairs import drafters_of
from tower.training.prophecies import prophecies

RACES = {
    "zh-Hant": RaceSettings("當北風吹過第七座橋，沉睡的", repeats=5),
    "en": RaceSettings("When the north wind has crossed the seventh bridge, the sleeping", repeats=5),
}
KINDS = ("repetitive", "easy", "archaic")
REPETITIVE = (  # beginnings of tales with a refrain, or of a list
    "轉吧，耐心的輪子，星星很少。冬天裡，雪落滿屋頂，",
    "Turn, patient wheel, turn; the stars are few. In winter, when snow lies on the roofs,",
    "九隻白鷺守著書庫。一隻睡著了，",
    "Nine herons circled the old wall, waiting for snow. One fell asleep,",
)
K, WORDS = 4, 64
LOSSY = (Speculative(), Lenience(), Typical())
PLACES = 400  # of a kind of text: each is a place where both models speak


def recorded(pair: Pair) -> dict[str, Any]:
    """{races: by language {settings, lanes}, suits: by kind {drafter: words per haul}, lossy: by kind {rule: ...},
    heads: fingerprints, scored: words that a head scores of how many}."""
    return {
        "races": {language: _raced(settings, pair) for language, settings in RACES.items()},
        "suits": {kind: suits(pair, kind) for kind in KINDS},
        "lossy": {kind: lossy(pair, kind) for kind in ("easy", "archaic")},
        "heads": heads(pair),
        "scored": scored(pair),
    }


def suits(pair: Pair, kind: str) -> dict[str, float]:
    """Words per haul by drafter, greedy, over four beginnings."""
    prompts = REPETITIVE if kind == "repetitive" else texts(kind)
    found = drafters_of(pair.spec.code, RACERS)
    return {drafter: words_per_haul(pair, drafter, prompts, k=K, words=WORDS) for drafter in found}


def lossy(pair: Pair, kind: str) -> dict[str, dict[str, float]]:
    """By rule: mean and greatest total variation between the law of the written word and p, and the share of slips
    kept, at temperature 1 with the small model's q, over every word of a few texts."""
    assert pair.new_draft is not None
    some = (
        HARD_TEXTS if kind == "archaic" else [x for lang in ("zh-Hant", "en") for x in prophecies(lang, EASY, UNSEEN)]
    )
    target, draft = pair.new_target(), pair.new_draft()
    rows: list[Any] = []
    for text in some:
        ids = pair.text.encode_prompt(text, 10**9)[: min(target.context, draft.context) - 1]
        with pair.lock:
            rows.append([logits_along(model, ids)[OPENING:] for model in (target, draft)])
    warp = Warp()
    p, q = (warp(np.concatenate([row[side] for row in rows])[:PLACES]) for side in range(2))
    found = {}
    for rule in LOSSY:
        distance = 0.5 * np.abs(law(rule, p, q) - p).sum(axis=-1)
        kept = float(expected_acceptance(rule, p, q).mean())
        found[rule.code] = {"mean": float(distance.mean()), "most": float(distance.max()), "kept": kept}
    return found | {"places": {"count": float(len(p))}}


def heads(pair: Pair) -> Mapping[str, str]:
    """Fingerprints of the trained heads that belong to the pair, by kind."""
    folder = pair.spec.heads
    if folder is None:
        return {}
    return {
        kind: read_head(folder / kind, kind, pair.weights["target"]).fingerprint
        for kind in HEADS
        if pair.spec.has_head(kind)
    }


def scored(pair: Pair) -> Mapping[str, int]:
    """words: that a head gives a score; of: words of the vocabulary; width: numbers a word costs."""
    target = pair.new_target()
    assert isinstance(target, LeanLlama) and pair.heads is not None
    answer = pair.heads.answer(target.weights)
    return {"words": answer.words, "of": answer.vocab_size, "width": target.weights.shape.width}


def _raced(settings: RaceSettings, pair: Pair) -> dict[str, Any]:
    race = Race(settings, pair)
    race.finish()
    return {"settings": asdict(settings), "lanes": [asdict(lane) for lane in lanes(race)]}
