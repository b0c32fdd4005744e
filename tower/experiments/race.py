"""All drafters of a pair on the same prompts with the same luck, in turns, beside plain decoding: what each saves in
hauls, and what is left of that in time.

At temperature 0 all must write the same words, or there is no result. Timed is a run's own thread where torch works
with one, the quickest of some: what else the machine does only ever makes a run slower.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from statistics import median
from typing import Any

from tower.decoding.trace import Round
from tower.decoding.trace_totals import totals_of
from tower.experiments.prompts import prophecy_prompts
from tower.experiments.stopwatch import clock
from tower.models.loading import Pair, load_pair
from tower.models.pairs import drafters_of
from tower.models.runs import made_with, start
from tower.models.settings import DRAFTERS, RunSettings

PLAIN = "none"


class Disagreement(RuntimeError):
    """Greedy decoding with a drafter wrote other words than without: a defect, and no ground for a comparison."""


@dataclass(frozen=True, slots=True)
class Runner:
    """One drafter's figures. gain: plain decoding's seconds a word over this one's. c: median seconds of a draft step
    over those of a plain pass; v: median pass of a round over the same; rows: mean rows of a pass. acceptance: by
    place in the draft, of the words that were tested there (in a tree: of all siblings)."""

    drafter: str
    words: int
    hauls: int
    tokens_per_haul: float
    words_per_second: float
    gain: float
    c: float | None
    v: float
    rows: float
    draft_share: float
    acceptance: tuple[float, ...]


def race(
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

    Raises ModelError where the pair or a drafter cannot be had, Disagreement.
    """
    pair = load_pair(code)
    ways = (PLAIN, *(way for way in drafters or drafters_of(code, DRAFTERS) if way != PLAIN))
    rounds: dict[str, list[Round]] = {way: [] for way in ways}
    seconds = dict.fromkeys(ways, 0.0)
    for number, prompt in enumerate(prophecy_prompts(prompts)):
        quickest = dict.fromkeys(ways, float("inf"))
        texts: dict[str, tuple[int, ...]] = {}
        for turn in range(-1, repeats):  # the first one warms up
            first = turn % len(ways)
            for way in ways[first:] + ways[:first]:
                settings = RunSettings(
                    prompt, pair=code, drafter=way, k=k, temperature=temperature, seed=number, max_new_tokens=words
                )
                took, found = _run(settings, pair)
                if turn < 0:
                    rounds[way] += found
                    texts[way] = tuple(word for a_round in found for word in a_round.tokens)
                else:
                    quickest[way] = min(quickest[way], took)
                    before = rounds[way][-len(found) :]
                    rounds[way][-len(found) :] = map(_quicker, before, found)
        if temperature == 0 and len(set(texts.values())) > 1:
            raise Disagreement(f"drafters disagree after {prompt!r}: {texts}")
        for way in ways:
            seconds[way] += quickest[way]
        tell(f"prompt {number + 1}/{prompts}")
    runners = [_figures(way, rounds, seconds) for way in ways]
    settings_of = {"pair": code, "k": k, "temperature": temperature, "words": words, "prompts": prompts}
    return settings_of | {"runners": [asdict(runner) for runner in runners], **asdict(made_with(pair))}


def _run(settings: RunSettings, pair: Pair) -> tuple[float, list[Round]]:
    run = start(settings, pair, detail=1)
    read = clock()
    began = read()
    found = list(run)
    return read() - began, found


def _quicker(one: Round, other: Round) -> Round:
    """The same round, of two timings the one that took less in all."""
    times = (one.seconds, other.seconds)
    least = min(times, key=lambda seconds: seconds.draft + seconds.verify + seconds.other)
    return one if least is one.seconds else other


def _figures(way: str, rounds: dict[str, list[Round]], seconds: dict[str, float]) -> Runner:
    mine, plain = rounds[way], rounds[PLAIN]
    totals, alone = totals_of(mine), totals_of(plain)
    one = median(a_round.seconds.verify for a_round in plain)
    steps = [a_round.seconds.draft / a_round.draft_steps for a_round in mine if a_round.draft_steps]
    draft, verify, other = totals.seconds
    return Runner(
        drafter=way,
        words=totals.tokens,
        hauls=totals.hauls,
        tokens_per_haul=totals.tokens / totals.hauls,
        words_per_second=totals.tokens / seconds[way],
        gain=(totals.tokens / seconds[way]) / (alone.tokens / seconds[PLAIN]),
        c=median(steps) / one if steps else None,
        v=median(a_round.seconds.verify for a_round in mine) / one,
        rows=sum(len(a_round.drafts) + 1 for a_round in mine) / len(mine),
        draft_share=draft / (draft + verify + other),
        acceptance=tuple(kept / tested for tested, kept in totals.accepted_by_position),
    )


def table(result: dict[str, Any]) -> str:
    """The figures for reading."""
    lines = ["drafter         words/haul  gain  words/s      c     v   rows  accepted, slip by slip"]
    for runner in result["runners"]:
        step = "    –" if runner["c"] is None else f"{runner['c']:5.3f}"
        places = " ".join(f"{rate:.2f}" for rate in runner["acceptance"])
        lines.append(
            f"{runner['drafter']:15} {runner['tokens_per_haul']:10.2f} {runner['gain']:5.2f} "
            f"{runner['words_per_second']:8.1f}  {step} {runner['v']:5.2f}  {runner['rows']:5.1f}  {places}"
        )
    return "\n".join(lines)
