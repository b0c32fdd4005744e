"""What a pass costs by its number of rows, what a draft step costs, and the floor that memory sets under both."""

from __future__ import annotations

from dataclasses import dataclass

from tower.decoding.target import CachedModel
from tower.experiments.stopwatch import alternate, stream_gb_per_s
from tower.models.lean import LeanLlama
from tower.models.loading import Pair

ROWS = range(1, 17)


@dataclass(frozen=True, slots=True)
class PassCosts:
    """seconds: of the target's pass by its rows. draft_seconds: of one draft step, None without a small model.

    bytes: of weights that a pass reads, None where that is not known.
    """

    seconds: dict[int, float]
    draft_seconds: float | None
    bytes: int | None
    gb_per_s: float


def pass_costs(pair: Pair, *, cached: int = 96, repeats: int = 25) -> PassCosts:
    """Measure with `cached` words in the cache."""
    target = pair.new_target()
    draft = pair.new_draft() if pair.new_draft is not None else None
    ids = pair.text.encode("The bell of the tower rings. 塔上的鐘響了。")
    words = [ids[i % len(ids)] for i in range(cached)]
    target.prefill(words)
    ways = {rows: _Pass(target, words[:rows]) for rows in ROWS}
    if draft is not None:
        draft.prefill(words)
        ways[0] = _Pass(draft, words[:1])
    seconds = alternate(ways, repeats, warm_up=3)
    draft_seconds = seconds.pop(0, None)
    size = target.weights.bytes_a_pass if isinstance(target, LeanLlama) else None
    return PassCosts(dict(sorted(seconds.items())), draft_seconds, size, stream_gb_per_s())


class _Pass:
    """One pass and its undoing."""

    def __init__(self, model: CachedModel, words: list[int]) -> None:
        self._model, self._words, self._length = model, words, model.length

    def __call__(self) -> None:
        self._model.score(self._words)
        self._model.rewind(self._length)
