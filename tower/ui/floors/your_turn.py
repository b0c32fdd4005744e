"""The learner drafts: a row of guesses into the tray, one haul, the same rule. The stage shows what became of them."""

from __future__ import annotations

from uuid import uuid4

import streamlit as st

from tower.experiments.guessing import Guessing
from tower.ui.errors import escaped, told
from tower.ui.floors.frame import Floor
from tower.ui.language import branch, t
from tower.ui.stage import Options, Place, stage

LETTERS = 80


@st.fragment
def your_turn(floor: Floor) -> None:
    """One game a language; it lasts as long as the visit."""
    game: Guessing | None = floor.state(f"game/{floor.language}", None)
    before = floor.t("you.beginning") if game is None else game.text
    st.markdown(f"> {escaped(before)} …")
    over = game is not None and game.over
    if over:
        st.info(floor.t("you.over"))
    with st.form(f"floor-4-you/{floor.language}", clear_on_submit=True, border=False):
        left, right = st.columns([4, 1], vertical_alignment="bottom")
        typed = left.text_input(
            floor.t("you.guess"),
            placeholder=floor.t("you.example"),
            max_chars=LETTERS,
            disabled=over,
            autocomplete="off",
        )
        pressed = right.form_submit_button(floor.t("you.submit"), width="stretch", disabled=over, type="primary")
    if pressed and not typed.strip():
        st.warning(floor.t("you.nothing"))
    elif pressed:
        with told(), st.spinner(t("live.waking"), show_time=False):
            game = game or Guessing(floor.t("you.beginning"))
            game.guess(typed)
            floor.remember(f"game/{floor.language}", game)
            floor.remember(f"game-id/{floor.language}", floor.state(f"game-id/{floor.language}", None) or uuid4().hex)
            st.rerun(scope="fragment")  # the words above have grown
    if game is not None:
        _what_became(floor, game)


def _what_became(floor: Floor, game: Guessing) -> None:
    document = game.document()
    last = document["rounds"][-1]
    kept = sum(slip["verdict"] == "accepted" for slip in last["drafts"])
    own = "" if last["emitted"] is None else last["emitted"]["text"].lstrip("␣")
    key = "you.all" if kept == len(last["drafts"]) else "you.some" if kept else "you.none"
    st.markdown(floor.t(key, kept=kept, slips=len(last["drafts"]), written=len(last["tokens"]), own=escaped(own)))
    if game.dropped:
        st.caption(floor.t("you.dropped", n=game.dropped, most=game.settings.k))
    stage(
        floor.state(f"game-id/{floor.language}", ""),
        document,
        complete=False,
        words=branch("stage"),
        options=Options(
            view="line", autoplay=True, lane=False, presenter=floor.presenter, position=Place(last["index"], "haul")
        ),
        key="floor-4-you-stage",
    )
    with told():
        totals, of_mogu = document["totals"], game.of_the_draft()["totals"]
        one, two, three = st.columns(3)
        one.metric(floor.t("you.yours"), f"{totals['tokens_per_haul']:.2f}")
        two.metric(floor.t("you.of_mogu"), f"{of_mogu['tokens_per_haul']:.2f}", help=floor.t("you.of_mogu_help"))
        three.metric(floor.t("you.nobody"), f"{1:.2f}")
    if st.button(floor.t("you.again"), key="floor-4-you-again"):
        floor.remember(f"game/{floor.language}", None)
        floor.remember(f"game-id/{floor.language}", None)
        st.rerun(scope="fragment")
