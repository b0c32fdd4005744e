from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tower.decoding.tops import top_ids, top_of


def by_sorting(row: np.ndarray, n: int) -> list[int]:
    return sorted(range(len(row)), key=lambda i: (-float(row[i]), i))[:n]


@given(st.integers(0, 10**6), st.integers(1, 1500), st.integers(1, 12), st.sampled_from([None, 0, 1, 3]))
def test_the_likeliest_words_with_and_without_ties(seed: int, size: int, n: int, decimals: int | None) -> None:
    rows = np.random.default_rng(seed).standard_normal((4, size)).astype(np.float32)
    rows = rows if decimals is None else rows.round(decimals)
    n = min(n, size)
    for row, ids in zip(rows, top_ids(rows, n), strict=True):
        assert ids.tolist() == by_sorting(row, n)


def test_rows_of_one_value_and_of_few() -> None:
    for size in (8, 40, 1000, 6001):
        rows = np.zeros((3, size), dtype=np.float32)
        rows[1, -1] = 1
        rows[2, [size // 2, 3]] = [0.25, 0.75]
        top = top_ids(rows, 8)
        assert top[0].tolist() == list(range(8))
        assert top[1].tolist() == by_sorting(rows[1], 8)
        assert top_of(top[2].tolist(), rows[2, top[2]].tolist()) == ((3, 0.75), (size // 2, 0.25))
