"""Four ways to decode the same prompts with the same models, in one run: ours plain and speculative, transformers'
plain and assisted. Greedy, fp32; their words must agree, or there is no result. Times are medians of alternating runs.

A pair with a small model is measured with it, on prophecies; one without is measured with prompt lookup, against
transformers' own, on passages to copy and to edit. Another drafter may be named; a chat model is then asked for
stories.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from tower.decoding.trace import Trace
from tower.experiments.agreement import agreed
from tower.experiments.bench_figures import Samples, figures
from tower.experiments.passes import pass_costs
from tower.experiments.prompts import copying_prompts, prophecy_prompts, story_prompts
from tower.experiments.rivals import Rival
from tower.experiments.stopwatch import alternate
from tower.models.errors import ModelError
from tower.models.loading import SMALL, Pair, load_pair
from tower.models.runs import start
from tower.models.settings import RunSettings

WAYS = ("plain", "speculative", "hf_plain", "hf_assisted")


def bench(
    code: str,
    *,
    drafter: str | None = None,
    k: int = 4,
    words: int = 64,
    prompts: int = 6,
    repeats: int = 5,
    tell: Callable[[str], None] = print,
) -> dict[str, Any]:
    """All figures, ready for JSON. Raises ModelError where the pair or its drafter cannot be loaded, Disagreement."""
    pair = load_pair(code)
    if pair.served is not None:
        raise ModelError("bench-served", "transformers has no weights of a served target; sweep and race measure it")
    if drafter is None:
        drafter = "prompt-lookup" if pair.spec.draft is None else "small"
    pair.drafter(drafter)  # it is told at once if there is none
    texts = _texts(pair, drafter)(prompts)
    tell("passes: 1 to 16 rows, one draft step, memory")
    # passes of a hundred milliseconds vary less than those of one
    costs = pass_costs(pair, repeats=25 if pair.bytes <= SMALL else 5)
    spec = pair.spec
    rival = Rival(spec.target, spec.draft, k=k, device=spec.device, dtype=spec.dtype)
    samples = Samples(dict.fromkeys(WAYS, 0.0))
    for number, prompt in enumerate(texts, 1):
        settings = RunSettings(prompt, pair=code, drafter=drafter, k=k, max_new_tokens=words)
        context = pair.new_target().context
        ids = pair.encode_prompt(prompt, context, chat=settings.chat)
        if len(ids) + words > context:  # transformers would go on, and mean nothing by it
            length = len(ids) + words
            raise ModelError("context-full", f"{length} words do not fit into {context}", words=length, most=context)
        text = _agreed(pair, rival, settings, ids)
        ways: dict[str, Callable[[], object]] = {
            "plain": partial(_timed, samples.plain, pair, settings, plain=True),
            "speculative": partial(_timed, samples.speculative, pair, settings),
            "hf_plain": partial(rival.plain, ids, words),
            "hf_assisted": partial(rival.assisted, ids, words),
        }
        times = alternate(ways, repeats, warm_up=0)  # agreeing was their warm-up
        samples.words += len(text)
        for way in WAYS:
            samples.seconds[way] += times[way]
        speeds = ", ".join(f"{way} {len(text) / times[way]:.0f}" for way in WAYS)
        tell(f"prompt {number}/{prompts}, words a second: {speeds}")
    return figures(pair, k, costs, samples, drafter=drafter)


def _texts(pair: Pair, drafter: str) -> Callable[[int], list[str]]:
    """What the pair is good at."""
    if pair.spec.draft is not None:
        return prophecy_prompts
    return story_prompts if pair.chat is not None and drafter != "prompt-lookup" else copying_prompts


def _agreed(pair: Pair, rival: Rival, settings: RunSettings, ids: list[int]) -> list[int]:
    """The words that all four ways write."""
    words = settings.max_new_tokens
    texts = {
        "plain": _ours(pair, settings, plain=True).tokens,
        "speculative": _ours(pair, settings).tokens,
        "hf_plain": rival.plain(ids, words),
        "hf_assisted": rival.assisted(ids, words),
    }
    return agreed(texts, settings.prompt)


def _timed(traces: list[Trace], pair: Pair, settings: RunSettings, *, plain: bool = False) -> None:
    traces.append(_ours(pair, settings, plain=plain))


def _ours(pair: Pair, settings: RunSettings, *, plain: bool = False) -> Trace:
    run = start(settings, pair, plain=plain)
    for _ in run:
        pass
    return run.trace()
