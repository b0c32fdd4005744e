"""The teacher's desk: a page as a link, a class room, runs that go home."""

from __future__ import annotations

import streamlit as st

from tower.ui import address
from tower.ui.desk import link_form, runs_home, teacher
from tower.ui.language import branch, t

SECTIONS = ("link", "rooms", "runs")
_SECTION = "desk/section"


def show() -> None:
    st.markdown(t("desk.lead"))
    asked = address.read()
    if _SECTION not in st.session_state:
        wanted = "rooms" if {"room", "key"} & set(asked) else asked.get("section", "")
        st.session_state[_SECTION] = wanted if wanted in SECTIONS else SECTIONS[0]
    labels = branch("desk.sections")
    widget = f"{_SECTION}/choice"
    st.session_state[widget] = st.session_state[_SECTION]

    def keep() -> None:
        st.session_state[_SECTION] = st.session_state[widget]

    st.segmented_control(
        t("pages.teachers_desk.title"), SECTIONS, format_func=lambda code: labels[code], required=True, key=widget,
        on_change=keep, label_visibility="collapsed",
    )  # fmt: skip
    if st.session_state[_SECTION] == "link":
        address.write({})
        link_form.draw()
    elif st.session_state[_SECTION] == "rooms":
        teacher.show()
    else:
        address.write({"section": "runs"})
        runs_home.draw()
