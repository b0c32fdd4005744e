"""This machine's two rates, and what one word costs on it: the embedded oracle's pass, and a pass through a block of
weights that no cache holds. A few seconds, at most half a gigabyte, given back at the end.
"""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Any

from tower.experiments.big_block import BigBlock, fitting
from tower.experiments.hardware import cache_bytes
from tower.experiments.oracle_passes import in_a_row, warm_target
from tower.experiments.stopwatch import quickest
from tower.models.lean import LeanLlama
from tower.models.loading import Pair


def measure(pair: Pair, seconds: float = 3.0) -> dict[str, Any]:
    """gb_per_s: reading the block in order. gflop_per_s: one matrix against many rows. oracle, block: bytes and
    parameters that a pass reads, seconds of a pass of one word. All are the quickest of what `seconds` allow."""
    target, words = warm_target(pair)
    block = BigBlock(fitting(cache_bytes()))
    reckon, operations = block.reckon()
    lock: AbstractContextManager[object] = pair.lock
    found = quickest(
        {"stream": block.stream, "reckon": reckon, "block": block.passing(1), "oracle": in_a_row(target, words, 1)},
        seconds,
        turn=lock,
    )
    size = target.weights.bytes_a_pass if isinstance(target, LeanLlama) else pair.bytes
    # a pass reads the block as a stream does; where its order of reading is the quicker one, that is the bandwidth
    hauling = min(found["stream"], found["block"])
    return {
        "gb_per_s": block.bytes / hauling / 1e9,
        "gflop_per_s": operations / found["reckon"] / 1e9,
        "oracle": {"bytes": size, "parameters": size // 4, "seconds": found["oracle"]},
        "block": {"bytes": block.bytes, "parameters": block.parameters, "seconds": found["block"]},
    }
