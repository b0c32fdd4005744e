"""Same law is not same text: a few longer runs, each decoded twice by the whole engine with the same luck."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tower.decoding.decoder import Run, autoregressive, speculative
from tower.decoding.distribution import Warp
from tower.decoding.drafters.base import Drafter
from tower.decoding.draws import Draws
from tower.decoding.rules import Rule
from tower.decoding.target import Target


@dataclass(frozen=True, slots=True)
class Twins:
    """Words written by run number `run` without a drafter, and with one."""

    run: int
    plain: tuple[int, ...]
    speculative: tuple[int, ...]

    @property
    def common(self) -> int:
        """How many words both begin with."""
        return next((i for i, pair in enumerate(zip(self.plain, self.speculative, strict=False)) if pair[0] != pair[1]),
                    min(len(self.plain), len(self.speculative)))  # fmt: skip


def twins(
    target: Target, drafter: Drafter, rule: Rule, warp: Warp, prompt: tuple[int, ...],
    *, k: int, seed: int, runs: range, words: int,
) -> Iterator[Twins]:  # fmt: skip
    """These runs of a tally with this seed, written on to `words` words."""
    for run in runs:
        draws = Draws(seed, run)
        alone = _finished(autoregressive(target, warp, draws, prompt, max_new_tokens=words))
        helped = _finished(speculative(target, drafter, rule, warp, draws, prompt, k=k, max_new_tokens=words))
        yield Twins(run, alone, helped)


def _finished(run: Run) -> tuple[int, ...]:
    for _ in run:
        pass
    return run.written
