"""What a pass costs by its number of rows, T(n), with the embedded oracle and with a block that no cache holds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from tower.experiments.big_block import BigBlock, fitting
from tower.experiments.hardware import cache_bytes
from tower.experiments.oracle_passes import in_a_row, warm_target
from tower.experiments.stopwatch import quickest
from tower.models.fair_lock import FairLock
from tower.models.loading import Pair

LIVE = tuple(range(1, 17))
RECORDED = (*LIVE, 20, 24, 32, 40, 48, 56, 64)


def measure(pair: Pair, rows: Sequence[int] = LIVE, seconds: float = 3.0) -> dict[str, Any]:
    """threads; oracle, block: {seconds: {n: T(n)}}, the quickest of what `seconds` allow; block: bytes, and single, the
    seconds of one row with a kernel of its own."""
    target, words = warm_target(pair)
    oracle = quickest({n: in_a_row(target, words, n) for n in rows}, seconds / 4, turn=pair.lock)
    return {
        "threads": torch.get_num_threads(),
        "oracle": {"seconds": {str(n): spent for n, spent in oracle.items()}},
        "block": block_passes(rows, 3 * seconds / 4, pair.lock),
    }


def block_passes(rows: Sequence[int], seconds: float, lock: FairLock) -> dict[str, Any]:
    """bytes; seconds: {n: T(n)}, all with one kernel and its order of weights; single: one row with the other order, in
    which a lone row is quicker on many machines."""
    megabytes = fitting(cache_bytes())
    plain = BigBlock(megabytes)
    single = quickest({1: plain.passing(1)}, seconds / 8, turn=lock)[1]
    size = plain.bytes
    del plain  # before the next one is made: never two blocks at a time
    tiled = BigBlock(megabytes, tiled=True)
    found = quickest({n: tiled.passing(n) for n in rows}, 7 * seconds / 8, turn=lock, least=1)
    return {"bytes": size, "single": single, "seconds": {str(n): spent for n, spent in found.items()}}


def recorded(pair: Pair) -> dict[str, Any]:
    """Up to 64 rows, with more time."""
    return measure(pair, RECORDED, seconds=20.0)
