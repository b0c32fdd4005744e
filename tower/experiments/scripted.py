"""The scripted scenes of the tower, played by the decoder itself: what comes out is a real trace of invented models.

`story` is the prophecy that grows through the floors. Imports no torch.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any

from tower.decoding.decoder import Run, autoregressive, speculative
from tower.decoding.distribution import Warp
from tower.decoding.drafters.small_model import SmallModel
from tower.decoding.draws import Draws
from tower.decoding.rulebook import rule_of
from tower.decoding.trace_json import trace_json
from tower.experiments.scripted_laws import FIRST_WRONG, QUIZ, STORY, Script
from tower.experiments.scripted_models import ScriptedModel

PAIR = "scripted"
K, WORDS = 4, 8  # slips a round, and the words of the two rounds

SCENES = {"story": STORY, "quiz": QUIZ, "first-wrong": FIRST_WRONG}


def run(script: Script, *, temperature: float = 0.0, seed: int = 0, k: int = K, words: int = WORDS) -> Run:
    """The script's two models in the engine, nothing decoded yet."""
    lexicon = script.lexicon
    target, draft = ScriptedModel(lexicon, script.target), ScriptedModel(lexicon, script.draft)
    prompt = lexicon.ids(script.prompt)
    rule = rule_of("speculative")
    return speculative(
        target, SmallModel(draft), rule, Warp(temperature), Draws(seed), prompt, k=k, max_new_tokens=words
    )


@lru_cache(maxsize=64)
def scene(name: str, language: str, *, rounds: int = 2, moon: bool = False, seed: int | None = None) -> dict[str, Any]:
    """The trace of a scene as JSON: `story`, `quiz` or `first-wrong`. moon: temperature 1, by default with the luck of
    the script's own night. Callers share the answer: they must not change it."""
    script = SCENES[name][language]
    luck = (script.moon_seed if seed is None else seed) if moon else 0
    play = run(script, temperature=1.0 if moon else 0.0, seed=luck or 0, words=WORDS if name == "story" else 64)
    for _, _round in zip(range(rounds), play, strict=False):
        pass
    return trace_json(play.trace(pair=PAIR), script.lexicon)


@cache
def plain_scene(name: str, language: str, words: int, *, moon: bool = False) -> dict[str, Any]:
    """The same beginning decoded by the scripted Oracle alone. Shared: must not be changed."""
    script = SCENES[name][language]
    target = ScriptedModel(script.lexicon, script.target)
    warp, draws = Warp(1.0 if moon else 0.0), Draws((script.moon_seed or 0) if moon else 0)
    play = autoregressive(target, warp, draws, script.lexicon.ids(script.prompt), max_new_tokens=words)
    for _ in play:
        pass
    return trace_json(play.trace(pair=PAIR), script.lexicon)


@cache
def story(language: str) -> tuple[str, ...]:
    """The whole prophecy, token by token, spaces included: joined, they are its text. The last ones are decoded."""
    document = scene("story", language)
    written = [token for a_round in document["rounds"] for token in a_round["tokens"]]
    return tuple(token["raw"] for token in (*document["prompt"]["tokens"], *written))
