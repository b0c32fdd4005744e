"""What a race is asked for: who runs, on which prompt, how many slips a round; how long and how often."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from tower.ui import lesson
from tower.ui.language import t
from tower.ui.shelf import state
from tower.ui.shelf.settings import KS, LAST_SEED, LONGEST, REPEATS, TEMPERATURES, WORDS


def draw() -> None:
    with st.container(key="shelf-controls"):
        _racers()
        left, right = st.columns([2, 1], gap="medium")
        with left:
            st.text_area(_label("prompt"), key=state.key("prompt"), height=80, max_chars=LONGEST,
                         persist_state="session", disabled=lesson.locked(state.key("prompt")))  # fmt: skip
        with right:
            st.slider(_label("k"), *KS, key=state.key("k"), help=t("shelf.race.k_help"), persist_state="session",
                      disabled=lesson.locked(state.key("k")))  # fmt: skip
        with st.expander(t("live.more")):
            one, two = st.columns(2, gap="medium")
            with one:
                _slider("temperature", TEMPERATURES)
                st.number_input(_label("seed"), 0, LAST_SEED, key=state.key("seed"), persist_state="session",
                                disabled=lesson.locked(state.key("seed")))  # fmt: skip
            with two:
                _slider("words", WORDS)
                _slider("repeats", REPEATS)


def _racers() -> None:
    widget = state.key("racers") + "/choice"
    labels = {code: state.name_of(code) for code in state.racers()}
    st.session_state[widget] = [code for code in st.session_state[state.key("racers")] if code in labels]

    def keep() -> None:
        chosen = set(st.session_state[widget])
        st.session_state[state.key("racers")] = [code for code in labels if code in chosen]

    st.pills(_label("racers"), list(labels), selection_mode="multi", format_func=lambda code: labels[code], key=widget,
             on_change=keep, disabled=lesson.locked(widget))  # fmt: skip


def _slider(name: str, offered: Sequence[float]) -> None:
    st.select_slider(_label(name), offered, key=state.key(name), persist_state="session",
                     disabled=lesson.locked(state.key(name)))  # fmt: skip


def _label(name: str) -> str:
    return t(f"shelf.race.{name}")
