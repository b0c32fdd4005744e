"""The paper's rows against our formula."""

from __future__ import annotations

import pytest

from tower.theory.published import SIZES, T5_ROWS

# "expected" as the paper prints it, in the order of the rows
PRINTED = (3.2, 3.3, 2.5, 2.3, 2.4, 2.0, 2.4, 2.6, 2.0, 1.9, 1.8, 1.6)


def test_our_formula_gives_the_papers_expected_column_from_the_rounded_figures() -> None:
    assert [row.expected for row in T5_ROWS] == pytest.approx(PRINTED, abs=0.1)


def test_the_best_guesser_helps_least_in_every_group() -> None:
    for first in range(0, len(T5_ROWS), len(SIZES)):
        rows = T5_ROWS[first : first + len(SIZES)]
        assert tuple(row.draft for row in rows) == SIZES
        assert [row.alpha for row in rows] == sorted(row.alpha for row in rows)
        assert rows[-1].gain == min(row.gain for row in rows)


def test_a_round_writes_at_most_one_word_more_than_were_drafted() -> None:
    assert all(1 < row.tokens_per_haul < row.k + 1 for row in T5_ROWS)
