"""A block of weights too large for any cache: what a pass costs where the tome really has to be hauled.

Square matrices one after another, multiplied with the rows of a pass as a model's matrices are, and nothing else: no
attention, no norms. The numbers mean nothing; the bytes are real.
"""

from __future__ import annotations

from collections.abc import Callable

import torch
from torch import Tensor

WIDTH = 2048
MEGABYTES = 256  # 10^6 bytes at least; several times the third-level cache of most machines
MOST_MEGABYTES = 400
_ONE = WIDTH * WIDTH * 4  # bytes


class BigBlock:
    """Allocated when made, given back when dropped. Fp32.

    tiled: the weights lie in memory in the order in which a matrix kernel for a few rows wants them, as serving engines
    arrange theirs once and for all; where torch offers none, as they are. Otherwise they lie row by row, which is what
    a single row is quickest with.
    """

    def __init__(self, megabytes: int = MEGABYTES, *, tiled: bool = False) -> None:
        one = torch.randn(WIDTH, WIDTH, generator=torch.Generator().manual_seed(1)) / WIDTH**0.5
        self._tiled = tiled and tiles() is not None
        arrange = (tiles() if tiled else None) or torch.clone
        # copies: each of them lies elsewhere in memory
        self._matrices = [arrange(one) for _ in range(-(-megabytes * 10**6 // _ONE))]

    @property
    def parameters(self) -> int:
        return len(self._matrices) * WIDTH * WIDTH

    @property
    def bytes(self) -> int:
        return len(self._matrices) * _ONE

    def passing(self, rows: int) -> Callable[[], Tensor]:
        """A pass of `rows` rows, ready to be timed; it returns the last activations [rows, WIDTH]."""
        given = torch.randn(rows, WIDTH, generator=torch.Generator().manual_seed(2))
        step = _tiled_step if self._tiled else _step

        @torch.inference_mode()
        def once() -> Tensor:
            stream = given
            for matrix in self._matrices:
                stream = step(matrix, stream)
            return stream

        return once

    def stream(self) -> None:
        """Read all of it in order, once."""
        for matrix in self._matrices:
            matrix.sum()


def reckoning(rows: int = 256) -> tuple[Callable[[], object], int]:
    """Arithmetic with hardly any hauling: one matrix and many rows; and how many operations that is."""
    matrix, many = torch.ones(WIDTH, WIDTH), torch.ones(WIDTH, rows)
    return lambda: torch.mm(matrix, many), 2 * WIDTH * WIDTH * rows


def fitting(cache_bytes: int | None) -> int:
    """Megabytes of a block that is four times the cache, from MEGABYTES up to MOST_MEGABYTES."""
    return min(MOST_MEGABYTES, max(MEGABYTES, 4 * (cache_bytes or 0) // 10**6))


def tiles() -> Callable[[Tensor], Tensor] | None:
    """What puts a matrix into the kernel's order: oneDNN's, which torch's compiler uses; None on other builds."""
    if not torch.backends.mkldnn.is_available():  # type: ignore[no-untyped-call]
        return None
    packet = getattr(torch.ops.mkldnn, "_reorder_linear_weight", None)
    return None if packet is None else lambda matrix: packet(matrix)


def _tiled_step(matrix: Tensor, stream: Tensor) -> Tensor:
    result: Tensor = torch.ops.mkldnn._linear_pointwise(stream, matrix, None, "none", [], "")
    return result


def _step(matrix: Tensor, stream: Tensor) -> Tensor:
    # weights in rows and activations in columns: the quick order on CPUs
    return torch.mm(matrix, stream.t()).t()
