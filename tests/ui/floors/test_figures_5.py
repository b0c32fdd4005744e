"""The figures that floor 5 quotes are the published ones."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tower.decoding.rules import Speculative
from tower.ui import words
from tower.ui.floors.figures_5 import figures
from tower.ui.floors.moon import MOON, REDRAW, hundred, work_of
from tower.ui.workshop.dials import PRESETS
from tower.ui.workshop.settings import Settings

LANGUAGES = list(words.LANGUAGES)


def test_thirty_back_thirty_in() -> None:
    count = hundred(MOON)
    assert (count.drawn, count.wanted) == ((80, 10, 10), (50, 30, 20))
    assert (count.kept, count.returned, count.back) == ((50, 10, 10), (30, 0, 0), 30)
    assert (count.refilled, count.written) == ((0, 20, 10), (50, 30, 20))


def test_the_redraw_from_p_writes_65_19_16() -> None:
    count = hundred(REDRAW)
    assert (count.refilled, count.written) == ((15, 9, 6), (65, 19, 16))
    assert work_of(REDRAW).distance == Fraction(15, 100)


@pytest.mark.parametrize("settings", [MOON, REDRAW])
def test_the_slips_are_what_the_counts_say(settings: Settings) -> None:
    count = hundred(settings)
    assert len(count.slips) == 100
    for word in range(3):
        assert sum(slip.word == word for slip in count.slips) == count.drawn[word]
        assert sum(slip.written == word for slip in count.slips) == count.written[word]
        assert sum(slip.kept and slip.word == word for slip in count.slips) == count.kept[word]
    assert all(slip.written == slip.word for slip in count.slips if slip.kept)
    returned = [i for i, slip in enumerate(count.slips) if not slip.kept]
    assert returned != list(range(returned[0], returned[0] + 30))  # luck chose them, not their place


def test_counts_that_are_not_whole_are_no_hundred_slips() -> None:
    with pytest.raises(ValueError):
        hundred(Settings(dials=PRESETS["near"], rule="resample-from-p"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_published_figures(language: str) -> None:
    found = figures(language)
    assert (found["accept_round"], found["residual"]) == ("62.5%", "0, 2/3, 1/3")
    assert (found["alpha"], found["alpha_match"]) == ("70%", "45%")
    assert (found["flavour"], found["redrawn"], found["again_round"]) == ("15%", "65/19/16", "15")
    assert (found["q_lovely"], found["p_lovely"], found["accept_lovely"]) == ("10%", "20%", "100%")


def test_the_quiz_is_answered_by_the_rule_itself() -> None:
    p, q = (work_of(MOON).p.astype(float), work_of(MOON).q.astype(float))
    assert Speculative().chance(p, 2, float(q[2])) == 1.0
    wrong = [figures("en")[name] for name in ("p_lovely", "half_lovely", "alpha")]
    assert "100%" not in wrong and len(set(wrong)) == 3
