"""The form that makes a link of a page: every setting, what is fixed or put away, size, language; a preview."""

from __future__ import annotations

from urllib.parse import urlencode

import streamlit as st

from tower.classroom.links import LONGEST_LINK, Lesson, link, parameters
from tower.ui import choice, shell, words
from tower.ui.desk import fields, host, shown_link
from tower.ui.desk.fields import Field
from tower.ui.language import current, t

_KEY = "desk/link/"
STATES = ("free", "fixed", "hidden")


def draw() -> None:
    st.markdown(t("desk.link.lead"))
    left, right = st.columns([3, 2], gap="large")
    with left:
        offered = {code: t(f"pages.{code}.title") for code in fields.PAGES if shell.opens(code)}
        page = choice.select(t("desk.link.page"), offered, _KEY + "page")
        lesson = _lesson(page)
    with right:
        base = host.base()
        if base is not None:
            _result(base, page, lesson)


def _lesson(page: str) -> Lesson:
    settings: dict[str, str] = {}
    states: dict[str, str] = {}
    with st.container(key=f"desk-fields-{page}"):
        for field in fields.fields(page):
            if not field.asked(settings):
                continue
            value, states[field.name] = _row(page, field)
            if value:
                settings[field.name] = value
    with st.container(horizontal=True):
        present = st.toggle(t("desk.link.present"), key=_KEY + "present", persist_state="session")
        hold = st.toggle(t("desk.link.hold"), key=_KEY + "hold", persist_state="session")
    language = choice.select(t("desk.link.language"), {"": t("desk.link.reader"), **words.LANGUAGES}, _KEY + "language")
    fixed, hidden = (frozenset(name for name, state in states.items() if state == kind) for kind in STATES[1:])
    return Lesson(settings, fixed, hidden, present, hold, language)


def _row(page: str, field: Field) -> tuple[str, str]:
    """One setting: its value as text, and whether it is free, fixed or hidden."""
    left, right = st.columns([3, 2], vertical_alignment="bottom")
    label = fields.label(page, field.name)
    key = f"{_KEY}{page}/{field.name}/{'.'.join(field.only)}"
    with left:
        value = _value(page, label, key, field)
    if page in fields.CLIMBED:
        return value, "free"
    labels = {state: t(f"desk.link.{state}") for state in STATES}
    with right:
        state = st.segmented_control(
            t("desk.link.state", name=label), STATES, format_func=lambda code: labels[code], default="free",
            required=True, key=f"{key}/state", label_visibility="collapsed", persist_state="session",
        )  # fmt: skip
    return value, state or "free"


def _value(page: str, label: str, key: str, field: Field) -> str:
    names = {code: fields.code_label(page, field.name, code) for code in field.codes}
    if field.joint:
        st.session_state.setdefault(key, field.usual.split(field.joint))
        chosen = st.pills(
            label, field.codes, selection_mode="multi", format_func=names.__getitem__, key=key, wrap=True,
            persist_state="session",
        )  # fmt: skip
        return field.joint.join(code for code in field.codes if code in chosen)
    if field.codes:
        if key not in st.session_state:
            st.session_state[key] = field.usual
        return choice.select(label, names, key)
    if field.low is not None and field.high is not None:
        kind = int if field.whole else float
        st.session_state.setdefault(key, kind(field.usual))
        number = st.number_input(
            label, kind(field.low), kind(field.high), step=1 if field.whole else 0.05, key=key,
            format="%d" if field.whole else "%g", persist_state="session",
        )  # fmt: skip
        return f"{number:g}" if isinstance(number, float) else str(number)
    key = f"{key}/{current()}" if field.name == "prompt" else key
    st.session_state.setdefault(key, field.usual)
    return str(st.text_input(label, key=key, max_chars=1000, persist_state="session"))


def _result(base: str, page: str, lesson: Lesson) -> None:
    st.header(t("desk.link.ready"), anchor=False)
    try:
        url = link(base, page, lesson)
    except ValueError:
        st.warning(t("desk.link.too_long", most=LONGEST_LINK))
        return
    shown_link.show(url, wide="16rem", beside=False, key="desk-link")
    for state in ("fixed", "hidden"):
        names = lesson.fixed if state == "fixed" else lesson.hidden
        if names:
            st.caption(f"{t(f'desk.link.{state}')}: {', '.join(fields.label(page, name) for name in sorted(names))}")
    if not lesson.fixed and not lesson.hidden:
        st.caption(t("desk.link.all_free"))
    query = urlencode({"lang": current(), **parameters(lesson)})
    st.link_button(t("desk.link.open"), f"{page}?{query}")
    if st.toggle(t("desk.link.preview"), key=_KEY + "preview"):
        st.iframe(f"{host.own_address()}/{page}?{query}&embed=true", height=620, alt=t("desk.link.preview_alt"))
