"""Floor 3's figures: prices beside one row, and the knee."""

from __future__ import annotations

import pytest

from tower.ui.floors import figures_3
from tower.ui.measured import measured


def found(five: float) -> dict[str, object]:
    seconds = {"1": 0.01, "2": 0.01, "5": 0.01 * five, "8": 0.025, "64": 0.08}
    block = {"bytes": 256e6, "single": 0.008, "seconds": seconds}
    return {"threads": 1, "oracle": {"seconds": seconds}, "block": block}


def test_prices_and_knee() -> None:
    facts = figures_3.facts(found(1.2))
    assert (facts["oracle_five"], facts["oracle_each"], facts["oracle_most"]) == ("1.20", "24%", "8.0")
    assert facts["most"] == "64"
    assert facts["oracle_knee"] == facts["block_knee"] == "5"
    assert (facts["block_mb"], facts["lone_five"]) == ("256", "1.50")


@pytest.mark.parametrize(("five", "code"), [(1.2, "one"), (2.5, "some"), (4.8, "five")])
def test_prediction_follows_the_measurement(five: float, code: str) -> None:
    assert figures_3.choice(found(five)) == code


def test_five_positions_are_far_from_five_hauls() -> None:
    recorded = measured("rows").figures
    for name in ("oracle", "block"):
        ratios = figures_3.price(recorded, name)
        assert ratios[1] == 1 and set(range(1, 17)) <= set(ratios) and max(ratios) == 64
        assert ratios[5] < 3.5
    assert figures_3.figures("en") == figures_3.figures("zh-Hant")
