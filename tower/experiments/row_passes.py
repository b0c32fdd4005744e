"""What a pass costs by its number of rows, T(n), with the embedded oracle and with a block that no cache holds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tower.experiments.big_block import BigBlock, fitting
from tower.experiments.hardware import cache_bytes
from tower.experiments.oracle_passes import in_a_row, warm_target
from tower.experiments.stopwatch import quickest
from tower.models.loading import Pair

LIVE = tuple(range(1, 17))
RECORDED = (*LIVE, 20, 24, 32, 40, 48, 56, 64)


def measure(pair: Pair, rows: Sequence[int] = LIVE, seconds: float = 3.0) -> dict[str, Any]:
    """oracle, block: {bytes, seconds: {n: T(n)}}, the quickest of what `seconds` allow. The block has most of them."""
    target, words = warm_target(pair)
    oracle = quickest({n: in_a_row(target, words, n) for n in rows}, seconds / 4, turn=pair.lock)
    block = BigBlock(fitting(cache_bytes()))
    found = quickest({n: block.passing(n) for n in rows}, 3 * seconds / 4, turn=pair.lock, least=1)
    return {
        "oracle": {"seconds": {str(n): spent for n, spent in oracle.items()}},
        "block": {"bytes": block.bytes, "seconds": {str(n): spent for n, spent in found.items()}},
    }


def recorded(pair: Pair) -> dict[str, Any]:
    """Up to 64 rows, with more time."""
    return measure(pair, RECORDED, seconds=20.0)
