"""The arithmetic of a bench on runs whose seconds are known, and the order in which ways take turns."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tower.decoding.trace import Seconds, Trace
from tower.experiments.bench_figures import Samples, figures, table
from tower.experiments.passes import PassCosts
from tower.experiments.prompts import prophecy_prompts
from tower.experiments.stopwatch import alternate, stream_gb_per_s
from tower.models.loading import load_pair
from tower.models.runs import start
from tower.models.settings import RunSettings


def timed(seconds: Seconds, *, plain: bool) -> Trace:
    run = start(RunSettings(prophecy_prompts(1)[0], max_new_tokens=30), load_pair("tower"), plain=plain)
    for _ in run:
        pass
    trace = run.trace()
    return replace(trace, rounds=tuple(replace(a_round, seconds=seconds) for a_round in trace.rounds))


def test_figures_follow_from_the_seconds() -> None:
    fast = timed(Seconds(draft=0.004, verify=0.010, other=0.001), plain=False)
    slow = timed(Seconds(draft=0.0, verify=0.008, other=0.0), plain=True)
    assert fast.tokens == slow.tokens
    costs = PassCosts({rows: 0.006 * (1 + rows / 100) for rows in range(1, 17)}, 0.0006, 24_000_000, 12.0)
    seconds = {"plain": 8.0, "speculative": 4.0, "hf_plain": 16.0, "hf_assisted": 12.0}
    result = figures(load_pair("tower"), 4, costs, Samples(seconds, 1200, [slow, slow], [fast, fast]))

    assert result["tokens_per_second"]["speculative"] == 300
    assert result["ratios"] == {"vs_plain": 2.0, "vs_hf_plain": 4.0, "vs_hf_assisted": 3.0}
    assert result["c"] == pytest.approx(0.125) and result["v"] == pytest.approx(1.25)
    assert result["c_pass"] == pytest.approx(0.1 / 1.01)
    alpha = fast.totals.accepted / fast.totals.tested
    assert result["alpha"] == pytest.approx(alpha)
    expected = (1 - alpha**5) / (1 - alpha) / (4 * 0.125 + 1.25)
    assert result["expected_gain"] == pytest.approx(expected)
    assert result["of_expected"] == pytest.approx(2.0 / expected)
    assert result["other_share"] == pytest.approx(1 / 15)
    assert result["pass_ratio"]["5"] == pytest.approx(1.05 / 1.01)
    assert result["floor"]["floor_ms"] == pytest.approx(2.0)
    assert "reached" in table(result) and "T(n)/T(1)" in table(result)


def test_ways_take_turns_at_being_first() -> None:
    calls: list[str] = []
    ways = {name: lambda name=name: calls.append(name) for name in "abc"}
    medians = alternate(ways, repeats=3, warm_up=1)
    assert set(medians) == set("abc")
    rounds = ["".join(calls[i : i + 3]) for i in range(0, len(calls), 3)]
    assert len(rounds) == 4 and all(sorted(a_round) == list("abc") for a_round in rounds)
    assert [a_round[0] for a_round in rounds[1:]] == ["a", "b", "c"]


def test_memory_is_really_read() -> None:
    assert 0.1 < stream_gb_per_s(64, repeats=2) < 2000


def test_prompts_are_the_same_every_time_and_in_both_languages() -> None:
    prompts = prophecy_prompts(6)
    assert prompts == prophecy_prompts(8)[:6] and len(set(prompts)) == 6
    assert any(prompt.isascii() for prompt in prompts) and any("一" <= prompt[0] <= "鿿" for prompt in prompts)
