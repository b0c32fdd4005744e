"""Settings out of their range are refused with a code and the values to say it with."""

from __future__ import annotations

from typing import Any

import pytest

from tower.decoding.errors import DecodingError
from tower.models.settings import RunSettings


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"prompt": ""}, "prompt-empty"),
        ({"prompt": " \n "}, "prompt-empty"),
        ({"prompt": "x" * 100_001}, "prompt-characters"),
        ({"pair": "nobody"}, "pair-unknown"),
        ({"drafter": "nobody"}, "drafter-unknown"),
        ({"rule": "nobody"}, "rule-unknown"),
        ({"rule_parameters": {"t": 0.3}}, "rule-parameter-unknown"),
        ({"rule": "threshold", "rule_parameters": {"t": "much"}}, "rule-parameter-value"),
        ({"rule": "threshold", "rule_parameters": {"t": 1.5}}, "rule-parameter-value"),
        ({"k": 0}, "k-range"),
        ({"k": 65}, "k-range"),
        ({"temperature": -0.1}, "temperature-range"),
        ({"temperature": float("nan")}, "temperature-range"),
        ({"temperature": float("inf")}, "temperature-range"),
        ({"top_k": -1}, "top-k-range"),
        ({"top_p": 0.0}, "top-p-range"),
        ({"top_p": 1.1}, "top-p-range"),
        ({"seed": -1}, "seed-range"),
        ({"seed": 2**64}, "seed-range"),
        ({"max_new_tokens": 0}, "length-range"),
    ],
)
def test_refused(change: dict[str, Any], code: str) -> None:
    with pytest.raises(DecodingError) as error:
        RunSettings(**{"prompt": "鐘"} | change)
    assert error.value.code == code
    assert isinstance(error.value, ValueError) and str(error.value)


def test_accepted() -> None:
    settings = RunSettings("鐘", rule="threshold", rule_parameters={"t": "0.5"}, temperature=0.7, top_p=0.9)
    assert settings.warp.top_p == 0.9
    assert settings.make_rule().code == "threshold"
