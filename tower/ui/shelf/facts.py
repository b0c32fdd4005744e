"""What each drafter costs, read from the weight files, and how it was trained, from its configuration. Imports no
torch."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from tower.experiments.weight_sizes import Sizes, sizes
from tower.models.heads.kinds import KIND_OF
from tower.models.pairs import pair_spec

PAIR = "tower"


@dataclass(frozen=True, slots=True)
class Facts:
    """parameters, bytes: of the drafter's own weight file; 0 without one. step: numbers that one of its steps reads,
    those of the target included; 0 where it computes nothing. config: of its head, empty without one."""

    parameters: int
    bytes: int
    step: int
    config: Mapping[str, Any]


@cache
def facts(code: str, scored: int, stamp: float = 0.0) -> Facts:
    """scored: words that a head gives a score. stamp: changes where the head's file does."""
    spec = pair_spec(PAIR)
    oracle = target()
    if code == "prompt-lookup":
        return Facts(0, 0, 0, {})
    if code == "small":
        assert spec.draft is not None
        mogu = sizes(spec.draft)
        return Facts(mogu.all, mogu.bytes, mogu.all, {})
    assert spec.heads is not None
    folder = spec.heads / KIND_OF[code]
    own = sizes(folder)
    config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    borrowed = sum(oracle.of(f"layers.{layer}.") for layer in range(config.get("layer", 0)))
    return Facts(own.all, own.bytes, own.all + borrowed + scored * width(), config)


def stamp(code: str) -> float:
    """When the head behind a drafter was written."""
    spec = pair_spec(PAIR)
    if spec.heads is None or code not in KIND_OF:
        return 0.0
    return (spec.heads / KIND_OF[code] / "config.json").stat().st_mtime


@cache
def target() -> Sizes:
    """Of the oracle."""
    return sizes(pair_spec(PAIR).target)


@cache
def width() -> int:
    """Numbers that describe a word to the oracle, d."""
    config = json.loads((pair_spec(PAIR).target / "config.json").read_text(encoding="utf-8"))
    return int(config["hidden_size"])


def millions(numbers: int) -> str:
    return f"{numbers / 1e6:.2f}"
