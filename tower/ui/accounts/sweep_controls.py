"""What a sweep is asked for: pair, drafter, texts, k's, temperatures; how long a run is and how often it is timed."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from tower.models.pairs import drafters_of
from tower.ui import choice, lesson, pair_names
from tower.ui.accounts import state
from tower.ui.accounts.settings import KS, LAST_SEED, OWN, REPEATS, SOURCES, SWEEP_DRAFTERS, TEMPERATURES, WORDS
from tower.ui.language import t
from tower.ui.small_print import small


def draw() -> None:
    with st.container(key="accounts-controls"):
        left, right = st.columns(2, gap="medium")
        with left:
            texts = state.segments("texts", SOURCES, lambda code: t(f"accounts.texts.{code}"))
            small(t(f"accounts.texts.{texts}_about"))
            if texts == OWN:
                st.text_area(state.label("prompt"), key=state.key("prompt"), height=80, max_chars=4000,
                             persist_state="session", disabled=lesson.locked(state.key("prompt")))  # fmt: skip
        with right:
            _several("ks", KS, lambda k: f"{k:g}")
            _several("temperatures", TEMPERATURES, lambda heat: f"{heat:g}")
        with st.expander(t("live.more")):
            one, two = st.columns(2, gap="medium")
            with one:
                pair = choice.select(state.label("pair"), pair_names.labels(ready=True), state.key("pair"))
                names = {code: t(f"drafters.{code}.name") for code in drafters_of(pair, SWEEP_DRAFTERS)}
                choice.select(state.label("drafter"), names, state.key("drafter"))
            with two:
                st.select_slider(state.label("words"), WORDS, key=state.key("words"), persist_state="session",
                                 disabled=lesson.locked(state.key("words")))  # fmt: skip
                st.select_slider(state.label("repeats"), REPEATS, key=state.key("repeats"),
                                 help=t("accounts.help.repeats"), persist_state="session",
                                 disabled=lesson.locked(state.key("repeats")))  # fmt: skip
                st.number_input(state.label("seed"), 0, LAST_SEED, key=state.key("seed"), persist_state="session",
                                disabled=lesson.locked(state.key("seed")))  # fmt: skip


def _several(name: str, offered: tuple[float, ...], show: Callable[[float], str]) -> None:
    widget = state.key(name) + "/choice"
    st.session_state[widget] = state.value(name)

    def keep() -> None:
        state.put(name, sorted(st.session_state[widget]))

    st.pills(
        state.label(name),
        list(offered),
        selection_mode="multi",
        default=None,
        format_func=show,
        key=widget,
        on_change=keep,
        disabled=lesson.locked(widget),
    )
