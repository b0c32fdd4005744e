"""Floor 6: the bill. What acceptance is worth in time, three bad days, and which draft is a good one."""

from __future__ import annotations

import streamlit as st

from tower.ui import shell
from tower.ui.floors.bad_days import flat_dials, foreign_words, full_house
from tower.ui.floors.bill import bill
from tower.ui.floors.figures_6 import figures
from tower.ui.floors.frame import Floor
from tower.ui.floors.paper_rows import draft_sizes
from tower.ui.language import current, t


def show() -> None:
    with Floor("floor_6", figures(current()), ask=(13, 14, 15, 17)) as floor:
        floor.read("lead")
        if floor.predict("k", right="equal"):
            floor.read("speed")
        floor.read("accounts")
        bill(floor)
        floor.read("flat")
        flat_dials(floor)
        floor.read("house")
        full_house(floor)
        floor.read("words")
        foreign_words(floor)
        floor.read("draft")
        draft_sizes(floor)
        floor.read("others")
        st.page_link(shell.page("drafter_shelf"), label=t("shelf.door"))
        floor.quiz(right="house")
