"""The teacher's desk: a page as a link, or a class room."""

from __future__ import annotations

import streamlit as st

from tower.ui import address
from tower.ui.desk import link_form, teacher
from tower.ui.language import branch, t

SECTIONS = ("link", "rooms")
_SECTION = "desk/section"


def show() -> None:
    st.markdown(t("desk.lead"))
    asked = address.read()
    if _SECTION not in st.session_state:
        st.session_state[_SECTION] = "rooms" if "room" in asked or asked.get("section") == "rooms" else "link"
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
    else:
        teacher.show()
