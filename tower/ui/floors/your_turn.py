"""The learner drafts: a row of guesses into the tray, one haul, the same rule. The stage shows what became of them."""

from __future__ import annotations

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
    over = game is not None and game.over
    so_far = st.container()  # filled below: a row of guesses makes it longer
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
    elif pressed and not over:
        with told(), st.spinner(t("live.waking"), show_time=False):
            game = game or Guessing(floor.t("you.beginning"))
            game.guess(typed)
            floor.remember(f"game/{floor.language}", game)
    so_far.markdown(f"> {escaped(floor.t('you.beginning') if game is None else game.text)} …")
    if game is not None and game.document()["rounds"]:
        if game.over:
            st.info(floor.t("you.over"))
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
        f"{game.id}/{last['index']}",  # each row plays by itself, from its first slip
        document,
        complete=True,
        words=branch("stage"),
        options=Options(
            view="line", autoplay=True, lane=False, presenter=floor.presenter, position=Place(last["index"], "draft")
        ),
        key="floor-4-you-stage",
    )
    with told():
        totals, of_mogu = document["totals"], game.of_the_draft()["totals"]
        one, two, three = st.columns(3)
        one.metric(floor.t("you.yours"), f"{totals['tokens_per_haul']:.2f}")
        two.metric(floor.t("you.of_mogu"), f"{of_mogu['tokens_per_haul']:.2f}", help=floor.t("you.of_mogu_help"))
        three.metric(floor.t("you.nobody"), f"{1:.2f}")
    st.button(
        floor.t("you.again"), key="floor-4-you-again", on_click=floor.remember, args=(f"game/{floor.language}", None)
    )
