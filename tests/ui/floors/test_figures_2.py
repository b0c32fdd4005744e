"""Floor 2's figures are the roofline's, for the recorded machine and for one with round numbers."""

from __future__ import annotations

import pytest

from tower.ui.floors import figures_2
from tower.ui.measured import measured

ROUND = {
    "gb_per_s": 10.0,
    "gflop_per_s": 50.0,
    "threads": 1,
    "block": {"bytes": 200_000_000, "parameters": 50_000_000, "seconds": 0.020},
    "oracle": {"bytes": 20_000_000, "parameters": 5_000_000, "seconds": 0.004},
}
HARDWARE = {"processor": "round", "cache_bytes": 32_000_000}


def test_round_numbers() -> None:
    facts = figures_2.facts(ROUND, HARDWARE)
    # 200 MB at 10 GB/s; 2 operations a weight at 50 GFLOP/s
    assert (facts["haul_ms"], facts["reckon_ms"], facts["reckon_share"]) == ("20.0", "2.00", "10%")
    assert (facts["ridge"], facts["intensity"], facts["times_unused"]) == ("5.0", "0.5", "10")
    # four times the shaft: hauling 5 ms, still above the reckoning's 2 ms
    assert (facts["shaft_gain"], facts["gears_gain"]) == ("4.0", "1.0")
    # 14 GB at 10 GB/s: 1.4 s a word
    assert (facts["home_gb"], facts["home_words"]) == ("14", "0.71")
    assert (facts["oracle_haul_ms"], facts["oracle_times"]) == ("2.00", "2.0")


@pytest.mark.parametrize(("seconds", "case"), [(0.004, "slower"), (0.0021, "hauled"), (0.001, "cached")])
def test_the_oracle_is_told_as_it_is(seconds: float, case: str) -> None:
    found = {**ROUND, "oracle": {**ROUND["oracle"], "seconds": seconds}}  # type: ignore[dict-item]
    assert figures_2.oracle_case(found) == case


@pytest.mark.parametrize(("seconds", "code"), [(0.020, "few"), (0.004, "half"), (0.0022, "most")])
def test_prediction_follows_the_measurement(seconds: float, code: str) -> None:
    found = {**ROUND, "block": {**ROUND["block"], "seconds": seconds}}  # type: ignore[dict-item]
    assert figures_2.share(found) == code


def test_the_quiz_is_answered_by_the_roofline() -> None:
    assert figures_2.best_upgrade(ROUND) == "shaft"
    assert figures_2.best_upgrade(measured("machine").figures) == "shaft"


def test_recorded_figures_are_sane() -> None:
    found = measured("machine").figures
    block = found["block"]
    assert block["bytes"] >= 4 * (measured("machine").machine["cache_bytes"] or 0) or block["bytes"] >= 256e6
    assert block["bytes"] == 4 * block["parameters"] and found["oracle"]["bytes"] == 4 * found["oracle"]["parameters"]
    assert block["seconds"] >= block["bytes"] / found["gb_per_s"] / 1e9 * 0.999
    assert figures_2.share(found) == "few"
    assert figures_2.figures("en") == figures_2.figures("zh-Hant")
