"""The embedded pair, counted: consistent with p in every weather, and the very words of the engine."""

from __future__ import annotations

import io
import json
from contextlib import redirect_stdout

import numpy as np
import pytest

from tower.cli.main import main
from tower.decoding.decoder import speculative
from tower.decoding.draws import Draws
from tower.experiments.tally.settings import TallySettings
from tower.experiments.tally.start import start
from tower.experiments.tally.statistics import draws_needed, judge
from tower.experiments.tally.texts import twins
from tower.models.loading import load_pair
from tower.ui import words

ONE_IN = 1e-5
PROMPT = "今晚的月亮很"
WEATHER = [(0.7, 0, 1.0), (1.0, 20, 1.0), (1.0, 0, 1.0), (1.3, 0, 0.9), (1.3, 50, 0.95)]


@pytest.mark.parametrize("drafter", ["small", "prompt-lookup"])
@pytest.mark.parametrize(("temperature", "top_k", "top_p"), WEATHER)
def test_two_words_are_consistent_with_p(drafter: str, temperature: float, top_k: int, top_p: float) -> None:
    prompt = PROMPT if drafter == "small" else "月亮很圓，月亮很"
    settings = TallySettings(
        prompt, drafter=drafter, temperature=temperature, top_k=top_k, top_p=top_p, runs=3000, tokens=2, seed=17
    )
    count = start(settings, load_pair("tower"))
    count.advance()
    verdict = judge(count.board.counts[0], count.cells.p, settings.runs)
    assert verdict.p_value is not None and verdict.p_value > ONE_IN
    assert np.abs(count.cells.laws[0] - count.cells.p).sum() / 2 < 1e-5
    tested, accepted, expected = count.board.tested[0], count.board.accepted[0], count.board.expected[0]
    assert tested > 1000 and abs(accepted - expected) < 5 * (tested / 4) ** 0.5


@pytest.mark.parametrize("drafter", ["medusa-tree", "eagle-tree"])
def test_so_are_those_that_trees_guessed(drafter: str) -> None:
    settings = TallySettings(
        PROMPT,
        rules=(("speculative", ()), ("resample-from-p", ())),
        drafter=drafter,
        k=4,
        temperature=1.3,
        runs=4000,
        seed=17,
    )
    count = start(settings, load_pair("tower"))
    count.advance()
    right, wrong = (judge(counts, count.cells.p, settings.runs) for counts in count.board.counts)
    assert right.p_value is not None and right.p_value > ONE_IN and right.dof is not None and right.dof > 5
    assert wrong.p_value is not None and wrong.p_value < ONE_IN
    assert np.abs(count.cells.laws[0] - count.cells.p).sum() / 2 < 1e-5
    own = judge(count.board.counts[1], count.cells.laws[1], settings.runs)
    assert own.p_value is not None and own.p_value > ONE_IN


@pytest.mark.parametrize("drafter", ["small", "medusa-tree", "eagle-tree"])
def test_runs_are_the_engines_own(drafter: str) -> None:
    settings = TallySettings(PROMPT, drafter=drafter, runs=200, tokens=3, k=3, seed=5)
    pair = load_pair("tower")
    count = start(settings, pair)
    count.advance()
    counted = count.outcomes(0)
    for run in range(15):
        target = pair.new_target()
        engine = speculative(
            target, pair.drafter(drafter, target), settings.arms[0].rule, settings.of_run("speculative", {}).warp,
            Draws(5, run), count.ground.prompt, k=3, max_new_tokens=6,
        )  # fmt: skip
        while len(engine.written) < 3 and engine.finish == "running":
            next(engine)
        assert engine.written[:3] == counted[run]


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_on_the_rooms_own_beginning_the_tempting_rule_is_caught_in_time(language: str) -> None:
    prompt = words.text(language, "presets.moon.prompt")
    settings = TallySettings(prompt, rules=(("speculative", ()), ("resample-from-p", ())), control=True, runs=20_000)
    count = start(settings, load_pair("tower"))
    needed = draws_needed(count.cells.p, count.cells.laws[2])
    assert needed is not None and needed < settings.runs / 2
    assert draws_needed(count.cells.p, count.cells.laws[1]) is None


def test_twins_are_the_same_law_and_other_texts() -> None:
    pair = load_pair("tower")
    settings = TallySettings(PROMPT)
    rule = settings.arms[0].rule
    assert rule is not None
    prompt = tuple(pair.text.encode_prompt(PROMPT, pair.new_target().context))
    warp = settings.of_run("speculative", {}).warp
    drafter = pair.drafter("small")
    written = list(twins(pair.new_target(), drafter, rule, warp, prompt, k=3, seed=1, runs=range(6), words=8))
    assert [twin.run for twin in written] == list(range(6))
    assert all(0 < len(twin.plain) <= 8 and 0 < len(twin.speculative) <= 8 for twin in written)
    assert len({twin.plain for twin in written}) > 1
    assert any(twin.plain != twin.speculative and twin.common < 8 for twin in written)


def test_command_line_counts_and_says_so_in_json() -> None:
    out = io.StringIO()
    arguments = ["tally", "--prompt", PROMPT, "--tokens", "1", "--runs", "1500", "--rule", "threshold",
                 "--rule-parameter", "t=0.4", "--drafter", "small", "--k", "3", "--temperature", "1",
                 "--json", "-"]  # fmt: skip
    with redirect_stdout(out):
        assert main(arguments) == 0
    result = json.loads(out.getvalue())
    assert {"runs", "rule", "drafter", "outcomes", "tv", "tv_band", "chi2", "dof", "p_value", "acceptance",
            "expected_acceptance", "seconds", "top"} <= set(result)  # fmt: skip
    assert (result["runs"], result["rule"], result["drafter"]) == (1500, "threshold", "small")
    low, high = result["tv_band"]
    assert 0 <= low < high < result["tv"] and result["p_value"] < 1e-4 and result["verdict"] == "inconsistent"
    assert sum(count for _, count, _ in result["top"]) + result["rest"][0] <= 1500
    assert sum(expected for _, _, expected in result["top"]) <= 1500
    assert result["outcomes"] > 3 and result["dof"] == result["cells"] - 1
    assert abs(result["acceptance"] - result["expected_acceptance"]) < 0.07


@pytest.mark.parametrize(
    "wrong",
    [["--tokens", "4"], ["--runs", "5"], ["--rule", "nobody"], ["--drafter", "nobody"], ["--rule-parameter", "t=2"],
     ["--rule-parameter", "nonsense"], ["--k", "0"], ["--seed", "-1"], ["--prompt", " "]],
)  # fmt: skip
def test_command_line_refuses_in_one_line(wrong: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tally", "--prompt", PROMPT, "--rule", "threshold", *wrong]) == 2
    said = capsys.readouterr()
    assert said.err.startswith("tower: ") and said.err.count("\n") == 1 and not said.out
