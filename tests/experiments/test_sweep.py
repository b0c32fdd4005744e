"""A real sweep: its totals are the traces' sums, its parts add up to the clock, and it may stop anywhere."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import asdict, replace
from functools import cache

import pytest

from tower.decoding.errors import DecodingError
from tower.decoding.trace_totals import totals_of
from tower.experiments import turns
from tower.experiments.stopwatch import median_run
from tower.experiments.sweep import Sweep
from tower.experiments.sweep_cells import cells, read_cell, sums
from tower.experiments.sweep_report import COLUMNS, document, table
from tower.experiments.sweep_settings import PLAIN, SweepSettings
from tower.experiments.sweep_texts import TEXTS, texts
from tower.experiments.waterfall import Spent, waterfall
from tower.models.loading import load_pair
from tower.models.runs import Run, start
from tower.theory.accounts import gain, tokens_per_haul

SETTINGS = SweepSettings(
    texts("easy")[:2], texts="easy", ks=(1, 4), temperatures=(0.0, 1.0), words=16, repeats=3, seed=5
)


@cache
def swept() -> Sweep:
    sweep = Sweep(SETTINGS, load_pair("tower"))
    while not sweep.done:
        sweep.advance()
    return sweep


def test_totals_are_the_sums_of_the_traces(monkeypatch: pytest.MonkeyPatch) -> None:
    """Counts and seconds alike: each counted run is caught as it starts and added up from its own rounds."""
    runs: list[Run] = []

    def caught(*args: object, **kwargs: object) -> Run:
        run = start(*args, **kwargs)  # type: ignore[arg-type]
        runs.append(run)
        return run

    monkeypatch.setattr(turns, "start", caught)
    sweep = Sweep(replace(SETTINGS, repeats=1), load_pair("tower"))
    while not sweep.done:
        sweep.advance()
    plans = [planned for planned in sweep.settings.plan()]
    assert len(runs) == len(plans) == sweep.planned
    for cell in cells(sweep.settings, sweep.trials):
        rounds = [
            a_round
            for run, planned in zip(runs, plans, strict=True)
            if planned.repeat == 0 and (planned.temperature, planned.k) == (cell.temperature, cell.k)
            for a_round in run.rounds
        ]
        totals = totals_of(rounds)
        assert (cell.tokens, cell.hauls, cell.drafted) == (totals.tokens, totals.hauls, totals.drafted)
        assert (cell.tested, cell.accepted, cell.alpha) == (totals.tested, totals.accepted, totals.alpha)
        assert cell.mean_overlap == pytest.approx(totals.mean_overlap)
        assert cell.tokens_per_haul == totals.tokens_per_haul
        assert [kept for _, kept, _ in cell.positions] == [kept for _, kept in totals.accepted_by_position]
        for place, (drafted, _, _) in enumerate(cell.positions, 1):
            assert drafted == sum(len(a_round.drafts) >= place for a_round in rounds)
        added = sums(trial for trial in sweep.trials if trial.planned.k == cell.k
                     and trial.planned.temperature == cell.temperature)  # fmt: skip
        assert (added.draft, added.verify, added.other) == pytest.approx(totals.seconds)


def test_a_repeat_writes_the_same_words_and_greedy_loses_none() -> None:
    by_run: dict[object, set[object]] = {}
    for trial in swept().trials:
        one = trial.planned
        key = (one.temperature, one.k, one.prompt)
        by_run.setdefault(key, set()).add((trial.totals.tokens, trial.totals.hauls, trial.totals.accepted))
    assert len(by_run) == 12 and all(len(found) == 1 for found in by_run.values())
    greedy = {trial.totals.tokens for trial in swept().trials if trial.planned.temperature == 0}
    assert greedy == {16}
    assert all(trial.totals.hauls == trial.totals.tokens for trial in swept().trials if trial.planned.k == PLAIN)


def test_the_parts_add_up_to_what_the_clock_says() -> None:
    found = cells(SETTINGS, swept().trials)
    assert len(found) == 4
    for cell in found:
        assert cell.waterfall.parts == pytest.approx(cell.gain, rel=0.05), cell
        assert cell.waterfall.tokens_per_haul == cell.tokens_per_haul
        assert cell.gain_low <= cell.gain <= cell.gain_high
        assert cell.gain == pytest.approx(cell.words_a_second / cell.plain_words_a_second)


def test_every_figure_has_its_prediction() -> None:
    for cell in cells(SETTINGS, swept().trials):
        assert cell.alpha is not None and 0 < cell.alpha <= 1
        assert cell.predicted_tokens == tokens_per_haul(cell.alpha, cell.k)
        assert cell.predicted_gain == gain(cell.alpha, cell.k, cell.c, cell.v)
        assert [power for _, _, power in cell.positions] == pytest.approx(
            [cell.alpha**place for place in range(1, cell.k + 1)]
        )
        assert (cell.prompts, cell.repeats) == (2, 3)
        assert cell.c > 0 and cell.v > 0


@pytest.mark.parametrize("runs", [0, 2, 4, 11, 26])
def test_it_may_stop_anywhere(runs: int) -> None:
    """After so many runs the report is whole, says that it is not complete, and holds what was measured."""
    stopped = Sweep(SETTINGS, swept().pair)
    stopped.trials = swept().trials[:runs]
    report = json.loads(json.dumps(document(stopped), allow_nan=False))
    assert not report["complete"] and report["runs"] == {"measured": runs, "planned": SETTINGS.runs}
    assert len(report["trials"]) == runs
    found = [read_cell(cell) for cell in report["cells"]]
    assert found == cells(SETTINGS, stopped.trials)
    ways = {(one.planned.temperature, one.planned.k) for one in stopped.trials}
    assert len(found) == sum(k != PLAIN and (heat, PLAIN) in ways for heat, k in ways)


def test_the_order_alternates_and_a_round_of_everything_comes_first() -> None:
    plan = [planned for planned in SETTINGS.plan() if planned.repeat >= 0]
    assert len(plan) == SETTINGS.runs == 36
    first = plan[: len(plan) // 3]
    assert {one.repeat for one in first} == {0}
    openers = [first[i].k for i in range(0, len(first), 3)]
    assert openers == [0, 1, 4, 0]


def test_reports_on_paper() -> None:
    report = document(swept())
    rows = list(
        csv.DictReader(io.StringIO(table(cells(SETTINGS, swept().trials), report["machine"], report["versions"])))
    )
    assert len(rows) == 4 and set(COLUMNS) < set(rows[0])
    assert rows[0]["processor"] and rows[0]["version_torch"] and rows[0]["threads"] == str(report["threads"])
    assert report["complete"] and report["settings"]["prompts"] == SETTINGS.prompts


def test_the_waterfall_of_a_handmade_bill() -> None:
    """A plain word takes 10 ms; a round of 3 words 4 ms of drafting, 12 of checking, 2 of other: 3 / 1.8."""
    found = waterfall(3.0, Spent(4, 12, 2), Spent(0, 10, 0), gain=1.7)
    assert found.drafting == pytest.approx(3 / 1.4 - 3)
    assert found.tray == pytest.approx(3 / 1.6 - 3 / 1.4)
    assert found.other == pytest.approx(3 / 1.8 - 3 / 1.6)
    assert found.parts == pytest.approx(3 / 1.8) and found.apart == pytest.approx(3 / 1.8 / 1.7 - 1)


def test_the_middle_run_counts_as_a_whole() -> None:
    some = swept().trials[:3]
    slow, quick, middle = (replace(trial, clock=clock) for trial, clock in zip(some, (3.0, 1.0, 2.0), strict=True))
    assert median_run([slow, quick, middle]) is middle
    assert median_run([slow, quick]) is quick


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"prompts": ()}, "sweep-nothing"),
        ({"ks": ()}, "sweep-nothing"),
        ({"ks": (0, 2)}, "k-range"),
        ({"ks": (2, 2)}, "sweep-twice"),
        ({"repeats": 0}, "sweep-repeats"),
        ({"drafter": "none"}, "sweep-drafter"),
        ({"temperatures": (-1.0,)}, "temperature-range"),
        ({"prompts": (" ",)}, "prompt-empty"),
        ({"repeats": 100, "ks": tuple(range(1, 65))}, "sweep-long"),
    ],
)
def test_refused_before_anything_runs(changed: dict[str, object], code: str) -> None:
    with pytest.raises(DecodingError) as refused:
        replace(SETTINGS, **changed)  # type: ignore[arg-type]
    assert refused.value.code == code


def test_texts_to_choose_from() -> None:
    assert all(len(texts(kind)) == 4 and all(text.strip() == text != "" for text in texts(kind)) for kind in TEXTS)
    assert asdict(SETTINGS)["texts"] == "easy"


@pytest.mark.parametrize("drafter", ["medusa", "eagle-tree"])
def test_drafters_whose_steps_and_slips_differ(drafter: str) -> None:
    """One step of Medusa writes several slips, a level of a tree several side by side: places are depths, c is the
    cost of one slip of a chain, and the formula for chains says nothing of trees."""
    settings = SweepSettings(("The keeper said",), drafter=drafter, ks=(3,), temperatures=(0.0,), words=24, repeats=1)
    sweep = Sweep(settings, load_pair("tower"))
    while not sweep.done:
        sweep.advance()
    (cell,) = cells(settings, sweep.trials)
    assert len(cell.positions) == 3
    assert cell.positions[0][0] <= cell.hauls and cell.kept(1) <= 1  # type: ignore[operator]
    trial = next(trial for trial in sweep.trials if trial.planned.k == 3)
    plain = next(trial for trial in sweep.trials if trial.planned.k == 0)
    slips = trial.totals.drafted if drafter == "medusa" else trial.totals.draft_steps
    assert cell.c == pytest.approx(trial.totals.seconds[0] / slips / (plain.totals.seconds[1] / plain.totals.hauls))
    assert (cell.predicted_gain is None) == (cell.predicted_tokens is None) == (drafter == "eagle-tree")
