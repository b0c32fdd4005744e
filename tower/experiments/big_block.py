"""A block of weights too large for any cache: what a pass costs where the tome really has to be hauled.

Square matrices one after another, multiplied with the rows of a pass as a model's matrices are, and nothing else: no
attention, no norms but a scale that keeps numbers near 1. The numbers mean nothing; the bytes are real.
"""

from __future__ import annotations

from collections.abc import Callable

import torch

WIDTH = 2048
MEGABYTES = 256  # 10^6 bytes at least; several times the third-level cache of most machines
MOST_MEGABYTES = 400


class BigBlock:
    """Allocated when made, given back when dropped. Fp32."""

    def __init__(self, megabytes: int = MEGABYTES) -> None:
        count = -(-megabytes * 10**6 // (WIDTH * WIDTH * 4))
        one = torch.randn(WIDTH, WIDTH, generator=torch.Generator().manual_seed(1)) / WIDTH**0.5
        self._weights = one.expand(count, WIDTH, WIDTH).contiguous()  # copies: each of them lies elsewhere in memory

    @property
    def parameters(self) -> int:
        return self._weights.numel()

    @property
    def bytes(self) -> int:
        return self.parameters * self._weights.element_size()

    def passing(self, rows: int) -> Callable[[], torch.Tensor]:
        """A pass of `rows` rows, ready to be timed; it returns the last activations [WIDTH, rows]."""
        given = torch.randn(rows, WIDTH, generator=torch.Generator().manual_seed(2))
        stream, columns = torch.empty_like(given), torch.empty(WIDTH, rows)

        @torch.inference_mode()
        def once() -> torch.Tensor:
            stream.copy_(given)
            for matrix in self._weights:
                # the order that is quick on CPUs: weights in rows, activations as columns
                torch.mm(matrix, stream.t(), out=columns)
                stream.copy_(columns.t())
            return columns

        return once

    def stream(self) -> None:
        """Read all of it in order, once."""
        self._weights.sum()

    def reckon(self, rows: int = 256) -> tuple[Callable[[], object], int]:
        """Arithmetic with hardly any hauling: one matrix and many rows; and how many operations that is."""
        matrix, many = self._weights[0], torch.ones(WIDTH, rows)
        return lambda: torch.mm(matrix, many), 2 * WIDTH * WIDTH * rows


def fitting(cache_bytes: int | None) -> int:
    """Megabytes of a block that is four times the cache, from MEGABYTES up to MOST_MEGABYTES."""
    return min(MOST_MEGABYTES, max(MEGABYTES, 4 * (cache_bytes or 0) // 10**6))
