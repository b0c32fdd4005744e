"""All drafters side by side: what is counted does not depend on the clock, and what is timed is consistent."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tower.cli.main import main
from tower.decoding.trace_totals import totals_of
from tower.experiments import turns
from tower.experiments.agreement import Disagreement
from tower.experiments.prompts import prophecy_prompts
from tower.experiments.race_report import report, table
from tower.experiments.race_settings import read_lane
from tower.models.loading import Pair, load_pair
from tower.models.pairs import drafters_of
from tower.models.runs import Run, start
from tower.models.settings import DRAFTERS, RunSettings


def test_every_drafter_runs_and_is_counted_as_its_runs_are() -> None:
    result = report(words=12, prompts=2, repeats=1, tell=lambda line: None)
    lanes = {lane["drafter"]: read_lane(lane) for lane in result["lanes"]}
    assert set(lanes) == set(drafters_of("tower", DRAFTERS))
    assert lanes["none"].gain == 1 and lanes["none"].words_per_haul == 1
    for code in ("small", "eagle-tree"):
        rounds = []
        for seed, prompt in enumerate(prophecy_prompts(2)):
            rounds += list(start(RunSettings(prompt, drafter=code, seed=seed, max_new_tokens=12), load_pair("tower")))
        totals, lane = totals_of(rounds), lanes[code]
        assert (lane.hauls, lane.words, lane.drafted) == (totals.hauls, totals.tokens, totals.drafted)
        assert (lane.draft_steps, lane.tested, lane.accepted) == (totals.draft_steps, totals.tested, totals.accepted)
        assert lane.positions == totals.accepted_by_position
        assert lane.gain == pytest.approx(lane.words_a_second / lanes["none"].words_a_second)
    assert all(lane.c is None or lane.c > 0 for lane in lanes.values())
    assert table(result).count("\n") == len(lanes)


def test_a_drafter_that_changes_the_text_has_no_result(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def other(settings: RunSettings, pair: Pair, *, plain: bool, detail: int) -> Run:
        less = settings.max_new_tokens - (settings.drafter != "none")
        return start(replace(settings, max_new_tokens=less), pair, plain=plain, detail=detail)

    monkeypatch.setattr(turns, "start", other)
    with pytest.raises(Disagreement):
        report(drafters=["prompt-lookup"], words=8, prompts=1, repeats=1, tell=lambda line: None)
    short = ["--max-new-tokens", "8", "--prompts", "1", "--repeats", "1"]
    assert main(["race", "--drafters", "prompt-lookup", *short]) == 1
    assert "disagrees" in capsys.readouterr().err


@pytest.mark.parametrize("wrong", [["--k", "0"], ["--drafters", "ghost"], ["--temperature", "-1"], ["--pair", "ghost"]])
def test_nonsense_is_refused_in_one_line(wrong: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["race", *wrong]) == 2
    assert capsys.readouterr().err.startswith("tower: ")
