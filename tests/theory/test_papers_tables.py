"""Every figure that the accounts room quotes from a paper, against the formula beside it."""

from __future__ import annotations

import pytest

from tower.theory.accounts import gain_begins
from tower.theory.published import (
    CHINCHILLA_C,
    CHINCHILLA_K,
    CHINCHILLA_PLAIN_MS,
    CHINCHILLA_ROWS,
    T5_ROWS,
    TABLE_1,
    TABLE_3,
    FormulaRow,
    Row,
)


@pytest.mark.parametrize("row", TABLE_1, ids=str)
def test_table_1_to_the_last_printed_digit(row: FormulaRow) -> None:
    assert f"{row.our_work:.2f}" == f"{row.work:.2f}"
    assert f"{row.our_speed:.2f}" == f"{row.speed:.2f}"


def test_there_are_the_papers_twelve_numbers() -> None:
    assert len(TABLE_1) * 2 == 12 and len(T5_ROWS) == 12


@pytest.mark.parametrize("row", T5_ROWS, ids=str)
def test_tables_2_and_4_within_a_tenth(row: Row) -> None:
    assert row.expected == pytest.approx(row.printed, abs=0.1)


def test_chinchilla_needs_an_alpha_between_the_other_pairs() -> None:
    """The paper prints times and gains; they agree with each other, and the alpha that the formula needs is one."""
    for row in CHINCHILLA_ROWS:
        assert row.milliseconds * row.gain == pytest.approx(CHINCHILLA_PLAIN_MS, rel=0.03)
        alpha = row.alpha_needed
        assert alpha is not None and 0.6 < alpha < 1
    assert CHINCHILLA_K == 4 and 0 < CHINCHILLA_C < 0.2


def test_larger_drafts_of_one_family_guess_better() -> None:
    lamda = [row for row in TABLE_3 if row.target.startswith("LaMDA")]
    assert [row.greedy for row in lamda] == sorted(row.greedy for row in lamda)


def test_where_the_gain_begins() -> None:
    assert gain_begins(0.1) == pytest.approx(0.1, abs=1e-6)
    assert gain_begins(0.1, lambda k: 1 + 0.05 * k) == pytest.approx(0.15, abs=1e-6)  # each slip costs c + .05
    assert gain_begins(0.1, {4: 3.0}) is not None
    assert gain_begins(0.5, {1: 2.0, 4: 5.0}) is None
    assert gain_begins(0.0, lambda k: 0.9) == 0.0
