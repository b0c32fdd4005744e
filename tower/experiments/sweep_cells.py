"""From a sweep's trials to its table: one cell for each temperature and k, with every figure beside its prediction.

Of the timings of one prompt the median run counts, as a whole: its parts belong together. A cell covers the prompts
that were measured both plainly and with its k. Measures nothing itself, and imports no torch.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tower.experiments.stopwatch import median_run
from tower.experiments.sweep_settings import PLAIN, SweepSettings
from tower.experiments.waterfall import Spent, Waterfall, waterfall
from tower.models.heads.kinds import TREES
from tower.theory.accounts import gain, tokens_per_haul

if TYPE_CHECKING:
    from tower.experiments.sweep import Trial  # imports torch; a page shows recorded cells without it


@dataclass(frozen=True, slots=True)
class Sums:
    """Totals of several runs, as in `trace_totals.Totals`, and their clock. overlaps: sum of sum min(p, q) over the
    tested words; None where it is not known of some. positions: by depth, [rounds that wrote so many slips, tested,
    accepted]."""

    tokens: int
    hauls: int
    draft_steps: int
    drafted: int
    tested: int
    accepted: int
    overlaps: float | None
    positions: tuple[tuple[int, int, int], ...]
    draft: float
    verify: float
    other: float
    clock: float

    @property
    def a_haul(self) -> Spent:
        return Spent(self.draft / self.hauls, self.verify / self.hauls, self.other / self.hauls)


@dataclass(frozen=True, slots=True)
class Cell:
    """alpha: accepted / tested. mean_overlap: mean sum min(p, q) of the tested words. positions: by depth, the share of
    the rounds which drafted so far in which that slip and all before it were kept, beside alpha^i. c: one slip of a
    chain (one draft step of a tree), v: the pass over the whole tray, both over plain decoding's pass, as they came in
    the runs. gain: plain seconds a word / seconds a word; low, high: the same repeat by repeat. predicted_tokens:
    (1 - alpha^(k+1)) / (1 - alpha), predicted_gain: that / (k c + v). None where no slip was tested, and for trees, of
    which the formula does not speak. prompts, repeats: how many were measured, the
    least of any prompt for repeats. words_a_second: with drafts; plain_words_a_second: without.
    """

    temperature: float
    k: int
    prompts: int
    repeats: int
    tokens: int
    hauls: int
    drafted: int
    tested: int
    accepted: int
    alpha: float | None
    mean_overlap: float | None
    positions: tuple[tuple[int, int, float], ...]
    tokens_per_haul: float
    predicted_tokens: float | None
    c: float
    v: float
    gain: float
    gain_low: float
    gain_high: float
    predicted_gain: float | None
    words_a_second: float
    plain_words_a_second: float
    waterfall: Waterfall

    def kept(self, place: int) -> float | None:
        """Share of rounds in which slip `place` (from 1) and all before it were kept; None where none was drafted."""
        drafted, accepted, _ = self.positions[place - 1]
        return accepted / drafted if drafted else None


def cells(settings: SweepSettings, trials: Sequence[Trial]) -> list[Cell]:
    """Every cell of which something was measured, by temperature, then k."""
    by_way: dict[tuple[float, int], dict[int, list[Trial]]] = defaultdict(lambda: defaultdict(list))
    for trial in trials:
        by_way[trial.planned.temperature, trial.planned.k][trial.planned.prompt].append(trial)
    found = []
    tree = settings.drafter in TREES
    for temperature in settings.temperatures:
        plain = by_way[temperature, PLAIN]
        for k in settings.ks:
            ours = by_way[temperature, k]
            prompts = sorted(set(plain) & set(ours))
            if prompts:
                found.append(_cell(temperature, k, [plain[i] for i in prompts], [ours[i] for i in prompts], tree=tree))
    return found


def sums(trials: Iterable[Trial]) -> Sums:
    """What the traces of these runs add up to."""
    trials = list(trials)
    totals = [trial.totals for trial in trials]
    known = all(one.mean_overlap is not None for one in totals if one.tested)
    draft, verify, other = (sum(one.seconds[part] for one in totals) for part in range(3))
    return Sums(
        tokens=sum(one.tokens for one in totals),
        hauls=sum(one.hauls for one in totals),
        draft_steps=sum(one.draft_steps for one in totals),
        drafted=sum(one.drafted for one in totals),
        tested=sum(one.tested for one in totals),
        accepted=sum(one.accepted for one in totals),
        overlaps=sum((one.mean_overlap or 0.0) * one.tested for one in totals) if known else None,
        positions=_positions(trials),
        draft=draft,
        verify=verify,
        other=other,
        clock=sum(trial.clock for trial in trials),
    )


def read_cell(document: Mapping[str, Any]) -> Cell:
    """A cell from its JSON."""
    positions = tuple((int(drafted), int(kept), float(power)) for drafted, kept, power in document["positions"])
    return Cell(**{**document, "positions": positions, "waterfall": Waterfall(**document["waterfall"])})


def _cell(temperature: float, k: int, plain: list[list[Trial]], ours: list[list[Trial]], *, tree: bool) -> Cell:
    without, with_draft = sums(map(median_run, plain)), sums(map(median_run, ours))
    found = _gain(without, with_draft)
    gains = [found, *_by_repeat(plain, ours)]
    tested, word = with_draft.tested, without.verify / without.hauls
    steps = with_draft.draft_steps if tree else with_draft.drafted  # one step of some drafters makes several slips
    alpha = with_draft.accepted / tested if tested else None
    c = with_draft.draft / steps / word if steps else 0.0
    v = with_draft.verify / with_draft.hauls / word
    per_haul = with_draft.tokens / with_draft.hauls
    return Cell(
        temperature=temperature,
        k=k,
        prompts=len(ours),
        repeats=min(len(trials) for trials in (*plain, *ours)),
        tokens=with_draft.tokens,
        hauls=with_draft.hauls,
        drafted=with_draft.drafted,
        tested=tested,
        accepted=with_draft.accepted,
        alpha=alpha,
        mean_overlap=with_draft.overlaps / tested if tested and with_draft.overlaps is not None else None,
        positions=tuple(
            (drafted, accepted, (alpha or 0.0) ** place)
            for place, (drafted, _, accepted) in enumerate(with_draft.positions, 1)
        ),
        tokens_per_haul=per_haul,
        predicted_tokens=None if alpha is None or tree else tokens_per_haul(alpha, k),
        c=c,
        v=v,
        gain=found,
        gain_low=min(gains),
        gain_high=max(gains),
        predicted_gain=None if alpha is None or tree else gain(alpha, k, c, v),
        words_a_second=with_draft.tokens / with_draft.clock,
        plain_words_a_second=without.tokens / without.clock,
        waterfall=waterfall(per_haul, with_draft.a_haul, without.a_haul, found),
    )


def _gain(plain: Sums, ours: Sums) -> float:
    """By the word: at a temperature above 0 the two texts differ, and one may end sooner."""
    return (plain.clock / plain.tokens) / (ours.clock / ours.tokens)


def _by_repeat(plain: list[list[Trial]], ours: list[list[Trial]]) -> list[float]:
    """The gain of each repeat that all prompts have seen."""
    both = min(len(trials) for trials in (*plain, *ours))
    return [_gain(sums(some[i] for some in plain), sums(some[i] for some in ours)) for i in range(both)]


def _positions(trials: Sequence[Trial]) -> tuple[tuple[int, int, int], ...]:
    deepest = max((len(trial.drafted) for trial in trials), default=0)
    rows = [[0, 0, 0] for _ in range(deepest)]
    for trial in trials:
        for place, drafted in enumerate(trial.drafted):
            rows[place][0] += drafted
        for place, (tested, accepted) in enumerate(trial.totals.accepted_by_position):
            rows[place][1] += tested
            rows[place][2] += accepted
    return tuple((drafted, tested, accepted) for drafted, tested, accepted in rows)
