"""From settings to a tally under way on a loaded pair. Imports torch only when one starts."""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING

from tower.experiments.tally.cells import Reading, drained, unfolding
from tower.experiments.tally.chains import ChainGuess
from tower.experiments.tally.count import Count
from tower.experiments.tally.ground import Ground
from tower.experiments.tally.guesses import Guess, LookupGuess, SmallGuess
from tower.experiments.tally.settings import TallySettings
from tower.experiments.tally.trees import TreeGuess
from tower.models.errors import ModelError
from tower.models.heads.kinds import KIND_OF, TREES

if TYPE_CHECKING:
    from tower.models.loading import Pair


def start(settings: TallySettings, pair: Pair) -> Count:
    """Fix the cells and stand ready to count. Raises PromptError, ModelError."""
    return drained(preparation(settings, pair))


def preparation(settings: TallySettings, pair: Pair) -> Generator[Reading, None, Count]:
    """The same, telling on the way how far it is."""
    target, one = pair.new_target(), settings.of_run("speculative", {})
    prompt = pair.encode_prompt(one.prompt, target.context, chat=one.chat)
    ground = Ground(
        target, guess(settings.drafter, pair), one.warp, prompt,
        k=settings.k, tokens=settings.tokens, lock=pair.lock,
    )  # fmt: skip
    cells = yield from unfolding(ground, settings.arms, settings.runs)
    return Count(ground, settings.arms, settings.runs, settings.seed, cells)


def guess(drafter: str, pair: Pair) -> Guess | TreeGuess | None:
    """The drafter's laws or trees; None for plain decoding. Raises ModelError `drafter-uncountable`, `draft-missing`,
    `head-missing`, `head-target`."""
    if drafter == "none":
        return None
    if drafter == "prompt-lookup":
        return LookupGuess(pair.text.size)
    if drafter in KIND_OF:
        target = pair.new_target()
        kind = TreeGuess if drafter in TREES else ChainGuess
        return kind(pair.drafter(drafter, target), target)
    if drafter != "small":
        raise ModelError("drafter-uncountable", f"runs of drafter {drafter} cannot share their work", drafter=drafter)
    if pair.new_draft is None:
        raise ModelError("draft-missing", f"pair {pair.spec.code} has no small model", pair=pair.spec.code)
    return SmallGuess(pair.new_draft())
