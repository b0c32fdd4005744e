"""What a pass costs when many requests are served at once: one word of each, and a whole tray of each.

requests: how many texts are decoded in one batch. plain: a pass with one row a request. checking: a pass with ROW rows
a request, the last written word and ROW - 1 drafts. With the block, n rows are n rows: it has no attention, so a batch
and a tray cost it the same. With the oracle all rows share their cached beginning and see nothing of each other, see
`side_by_side`; it takes at most 128 rows a pass, so that its `checking` ends at 16 requests.
"""

from __future__ import annotations

from typing import Any

import torch

from tower.experiments.oracle_passes import side_by_side, warm_target
from tower.experiments.row_passes import block_passes
from tower.experiments.stopwatch import quickest
from tower.models.llama_weights import ROWS
from tower.models.loading import Pair

REQUESTS = (1, 2, 4, 8, 16, 32, 64)
ROW = 5


def recorded(pair: Pair, seconds: float = 20.0) -> dict[str, Any]:
    """requests, row, threads; oracle, block: {plain, checking: {requests: seconds}}, the quickest of what `seconds`
    allow; block: bytes, and single, see `block_passes`."""
    target, words = warm_target(pair)
    wanted = sorted({*REQUESTS, *(ROW * n for n in REQUESTS)})
    ways = {n: side_by_side(target, words, n) for n in wanted if n <= ROWS}
    oracle = quickest(ways, seconds / 4, turn=pair.lock)
    block = block_passes(wanted, 3 * seconds / 4, pair.lock)
    found = {int(n): spent for n, spent in block["seconds"].items()}
    return {
        "requests": list(REQUESTS),
        "row": ROW,
        "threads": torch.get_num_threads(),
        "oracle": _by_requests(oracle),
        "block": {"bytes": block["bytes"], "single": block["single"], **_by_requests(found)},
    }


def _by_requests(seconds: dict[int, float]) -> dict[str, Any]:
    plain = {str(n): seconds[n] for n in REQUESTS}
    return {"plain": plain, "checking": {str(n): seconds[ROW * n] for n in REQUESTS if ROW * n in seconds}}
