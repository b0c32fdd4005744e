"""Predict, then look; and the quiz: a choice, a look, an explanation for each choice.

Where reveals are held they wait for the teacher's key, and need no choice. Texts: <floor>.predict.<name>, <floor>.quiz.
"""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from tower.ui import lesson, words
from tower.ui.floors import climb
from tower.ui.language import current, t

KEY = "L"  # for look; Streamlit keeps R and C for itself


def predict(path: str, right: str, text: Callable[..., str], key: str | None) -> bool:
    """True once revealed. path: `<floor>.predict.<name>`; right: code of the choice that turns out true."""
    with st.container(border=True, key=path.replace(".", "-")):
        st.markdown(f"**{t('floors.predict')}** {text(f'{path}.question')}")
        chosen = _choose(path, text, done := bool(st.session_state.get(f"{path}/revealed")))
        if not done:
            ready = chosen is not None or lesson.hold()
            label = (t("floors.reveal") if key else t("floors.reveal_later")) if lesson.hold() else t("floors.look")
            if not st.button(label, key=f"{path}/look", shortcut=key, disabled=not ready, type="primary"):
                return False
            st.session_state[f"{path}/revealed"] = True
            st.rerun()
        told = st.success if chosen == right else st.info
        if chosen is not None:
            told(text(f"{path}.after.{chosen}"))
        if chosen != right:
            answer = text(f"{path}.choices.{right}")
            st.markdown(t("floors.it_is", answer=answer) + (f" {text(f'{path}.after.{right}')}" if not chosen else ""))
    return True


def quiz(path: str, right: str, text: Callable[..., str], key: str | None) -> None:
    """Solved, the floor is climbed. A wrong choice is explained and may be changed. path: `<floor>.quiz`."""
    solved = bool(st.session_state.get(f"{path}/solved"))
    with st.container(border=True, key=path.replace(".", "-")):
        st.markdown(f"## {t('floors.quiz')}")
        st.markdown(text(f"{path}.question"))
        chosen = _choose(path, text, solved)
        if not solved:
            ready = chosen is not None or lesson.hold()
            label = (t("floors.reveal") if key else t("floors.reveal_later")) if lesson.hold() else t("floors.check")
            if st.button(label, key=f"{path}/check", shortcut=key, disabled=not ready, type="primary"):
                st.session_state[f"{path}/tried"] = chosen
                if chosen == right or lesson.hold():
                    st.session_state[f"{path}/solved"] = True
                    climb.solved(path.partition(".")[0])
                    st.rerun()
            if chosen is not None and chosen == st.session_state.get(f"{path}/tried"):
                st.warning(f"{text(f'{path}.why.{chosen}')} {t('floors.again')}")
            return
        if chosen is not None and chosen != right:
            st.warning(text(f"{path}.why.{chosen}"))
        st.success(f"**{text(f'{path}.choices.{right}')}**\n\n{text(f'{path}.why.{right}')}")


def _choose(path: str, text: Callable[..., str], done: bool) -> str | None:
    """The choice, a code that survives languages and pages."""
    kept = f"{path}/chosen"
    widget = f"{path}/{current()}"
    labels = {code: text(f"{path}.choices.{code}") for code in words.branch(current(), f"{path}.choices")}
    chosen: str | None = st.session_state.get(kept)
    st.session_state[widget] = chosen if chosen in labels else None

    def keep() -> None:
        st.session_state[kept] = st.session_state[widget]

    st.radio(
        text(f"{path}.question"),
        list(labels),
        index=None,
        format_func=labels.__getitem__,
        key=widget,
        on_change=keep,
        label_visibility="collapsed",
        disabled=done,
    )
    return chosen
