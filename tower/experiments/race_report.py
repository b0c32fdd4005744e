"""Every drafter of a pair on the same prompts: a race a prompt, and their figures together. Imports torch."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import Any

from tower.experiments.prompts import prophecy_prompts
from tower.experiments.race import Race, lanes
from tower.experiments.race_settings import PLAIN, RACERS, RaceSettings, read_lane
from tower.models.loading import load_pair
from tower.models.pairs import drafters_of
from tower.models.runs import made_with


def report(
    code: str = "tower",
    *,
    drafters: Sequence[str] | None = None,
    k: int = 4,
    temperature: float = 0.0,
    words: int = 64,
    prompts: int = 8,
    repeats: int = 3,
    tell: Callable[[str], None] = print,
) -> dict[str, Any]:
    """All figures, ready for JSON. drafters: by default all that the pair has; plain decoding always runs beside them.

    Raises DecodingError where no race can be made of it, Disagreement.
    """
    racers = tuple(drafter for drafter in drafters or drafters_of(code, RACERS) if drafter != PLAIN)
    plans = [
        RaceSettings(prompt, racers, pair=code, k=k, temperature=temperature, words=words, repeats=repeats, seed=number)
        for number, prompt in enumerate(prophecy_prompts(prompts))
    ]
    pair = load_pair(code)
    races = [Race(settings, pair) for settings in plans]
    for number, race in enumerate(races, 1):
        race.finish()
        tell(f"prompt {number}/{prompts}")
    settings_of = {"pair": code, "k": k, "temperature": temperature, "words": words, "prompts": prompts}
    return settings_of | {"lanes": [asdict(lane) for lane in lanes(*races)], **asdict(made_with(pair))}


def table(result: dict[str, Any]) -> str:
    """The figures for reading: c is a draft step, v the pass of a round, both in passes of plain decoding."""
    lines = ["drafter         words/haul  gain  words/s      c     v   rows  accepted, slip by slip"]
    for lane in map(read_lane, result["lanes"]):
        step = "    –" if lane.c is None else f"{lane.c:5.3f}"
        places = " ".join(f"{kept / tested:.2f}" for tested, kept in lane.positions)
        lines.append(
            f"{lane.drafter:15} {lane.words_per_haul:10.2f} {lane.gain:5.2f} {lane.words_a_second:8.1f}  {step} "
            f"{lane.tray_passes:5.2f}  {1 + lane.drafted / lane.hauls:5.1f}  {places}"
        )
    return "\n".join(lines)
