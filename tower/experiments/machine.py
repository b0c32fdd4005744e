"""This machine's two rates, and what one word costs on it: a pass of the embedded oracle, a step of its draft, and a
pass through a block of weights that no cache holds. A few seconds, at most half a gigabyte, given back at the end.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

from tower.decoding.target import Target
from tower.experiments.big_block import BigBlock, fitting, reckoning
from tower.experiments.hardware import cache_bytes
from tower.experiments.oracle_passes import in_a_row, warm
from tower.experiments.stopwatch import quickest
from tower.models.lean import LeanLlama
from tower.models.loading import Pair


def measure(pair: Pair, seconds: float = 3.0) -> dict[str, Any]:
    """gb_per_s: reading the block in order. gflop_per_s: one matrix against many rows. oracle, mogu, block: bytes and
    parameters that a pass reads, seconds of a pass of one word. The quickest of what `seconds` allow."""
    models = {"oracle": pair.new_target()}
    if pair.new_draft is not None:
        models["mogu"] = pair.new_draft()
    small: dict[str, Callable[[], object]] = {
        name: in_a_row(model, warm(model, pair), 1) for name, model in models.items()
    }
    found = quickest(small, seconds / 4, turn=pair.lock)
    block = BigBlock(fitting(cache_bytes()))
    reckon, operations = reckoning()
    large = {"stream": block.stream, "reckon": reckon, "block": block.passing(1)}
    found |= quickest(large, 3 * seconds / 4, turn=pair.lock)
    # a pass reads the block as a stream does; where its order of reading is the quicker one, that is the bandwidth
    hauling = min(found["stream"], found["block"])
    return {
        "gb_per_s": block.bytes / hauling / 1e9,
        "gflop_per_s": operations / found["reckon"] / 1e9,
        "threads": torch.get_num_threads(),
        "block": {"bytes": block.bytes, "parameters": block.parameters, "seconds": found["block"]},
        **{name: _model(model, found[name]) for name, model in models.items()},
    }


def _model(model: Target, seconds: float) -> dict[str, Any]:
    """bytes and parameters are None where it is not known what a pass reads."""
    size = model.weights.bytes_a_pass if isinstance(model, LeanLlama) else None
    parameters = None if size is None else size // 4  # fp32
    return {"bytes": size, "parameters": parameters, "seconds": seconds}
