"""All drafters side by side: what is counted does not depend on the clock, and what is timed is consistent."""

from __future__ import annotations

import pytest

from tower.cli.main import main
from tower.decoding.trace_totals import totals_of
from tower.experiments import race as module
from tower.experiments.prompts import prophecy_prompts
from tower.experiments.race import Disagreement, race, table
from tower.models.loading import load_pair
from tower.models.pairs import drafters_of
from tower.models.runs import start
from tower.models.settings import DRAFTERS, RunSettings


def test_every_drafter_runs_and_is_counted_as_its_runs_are() -> None:
    result = race(words=12, prompts=2, repeats=1, tell=lambda line: None)
    runners = {runner["drafter"]: runner for runner in result["runners"]}
    assert set(runners) == set(drafters_of("tower", DRAFTERS))
    assert runners["none"]["gain"] == 1 and runners["none"]["tokens_per_haul"] == 1
    for code in ("small", "eagle-tree"):
        rounds = []
        for seed, prompt in enumerate(prophecy_prompts(2)):
            rounds += list(start(RunSettings(prompt, drafter=code, seed=seed, max_new_tokens=12), load_pair("tower")))
        totals = totals_of(rounds)
        assert (runners[code]["hauls"], runners[code]["words"]) == (totals.hauls, totals.tokens)
        speed = runners[code]["words_per_second"] / runners["none"]["words_per_second"]
        assert runners[code]["gain"] == pytest.approx(speed)
    assert all(runner["c"] is None or runner["c"] > 0 for runner in runners.values())
    assert table(result).count("\n") == len(runners)


def test_a_drafter_that_changes_the_text_has_no_result(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = module._run

    def other(settings: RunSettings, pair: object) -> object:
        took, found = whole(settings, pair)  # type: ignore[arg-type]
        return took, found if settings.drafter == "none" else found[:-1]

    monkeypatch.setattr(module, "_run", other)
    with pytest.raises(Disagreement):
        race(drafters=["prompt-lookup"], words=8, prompts=1, repeats=1, tell=lambda line: None)


@pytest.mark.parametrize("wrong", [["--k", "0"], ["--drafters", "ghost"], ["--temperature", "-1"], ["--pair", "ghost"]])
def test_nonsense_is_refused_in_one_line(wrong: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["race", *wrong]) == 2
    assert capsys.readouterr().err.startswith("tower: ")
