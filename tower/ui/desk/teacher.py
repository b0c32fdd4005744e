"""The teacher's half of a class room: choose what to ask, open, start, stop, reveal, begin anew, export, close.

Address: `room` (the code) and `key` (the secret). Whoever has both rules the room, after a restart as well.
"""

from __future__ import annotations

from urllib.parse import parse_qs, urlencode, urlsplit

import streamlit as st

from tower.classroom import codes, export
from tower.classroom.errors import ClassroomError
from tower.classroom.question import Dial, Question
from tower.classroom.store import Room, Store
from tower.decoding.rulebook import RULES
from tower.ui import address, choice
from tower.ui.calm import CALM
from tower.ui.desk import floor_questions, host, projector, rooms, shown_link
from tower.ui.errors import message, told
from tower.ui.language import branch, current, t
from tower.ui.workshop.dials import PRESETS

_KEY = "desk/room/"
_HELD = _KEY + "held"  # (code, secret) of the room that this visit rules
_CLOSED = _KEY + "closed"  # code of the room that was closed a moment ago
KINDS = ("dial", "predict")
LOOK = 2.0


def arrive() -> None:
    """Take over the room of a teacher's link. Raises ClassroomError where the link rules none."""
    asked = address.read()
    if {"room", "key"} & set(asked):
        _take_over(asked.get("room", ""), asked.get("key", ""))


def _take_over(room: str, secret: str) -> None:
    """room, secret: as a link has them. Raises ClassroomError."""
    code = codes.code_of(room)
    if code is not None and held() == (code, secret):
        return
    if code is not None and codes.is_secret(secret):
        rooms.looked_up(code)
    if code is None or not rooms.store().may_teach(code, secret):
        raise ClassroomError("room-secret", "this link does not rule the class room")
    st.session_state[_HELD] = (code, secret)


def held() -> tuple[str, str] | None:
    found: tuple[str, str] | None = st.session_state.get(_HELD)
    return found


def show() -> None:
    st.markdown(t("classroom.teach.lead"))
    with told():
        arrive()
    ruled = held()
    if ruled is not None:
        try:
            rooms.store().room(ruled[0])
        except ClassroomError as error:
            st.error(message(error))
            st.session_state.pop(_HELD)
            ruled = None
    if ruled is None:
        address.write({"section": "rooms"})
        closed = st.session_state.pop(_CLOSED, None)
        if closed is not None:
            st.success(t("classroom.teach.closed", code=closed))
        _open()
        return
    address.write({"room": ruled[0], "key": ruled[1]})
    st.html(CALM)
    _invitation(*ruled)
    _panel(*ruled)
    _another(*ruled)


def _open() -> None:
    asked = _question()
    if st.button(t("classroom.teach.open"), type="primary", key=_KEY + "open"):
        with told():
            st.session_state[_HELD] = rooms.store().open_room(asked)
            st.rerun()
    with st.expander(t("classroom.teach.again")), st.form(_KEY + "back", border=False):
        link = st.text_input(t("classroom.teach.secret_show"), max_chars=300, autocomplete="off")
        if st.form_submit_button(t("classroom.join")):
            _back(link)


def _back(link: str) -> None:
    try:
        asked = parse_qs(urlsplit(link.strip()).query)
    except ValueError:
        asked = {}
    with told():
        _take_over(asked.get("room", [""])[0], asked.get("key", [""])[0])
        st.rerun()


def _question() -> Question:
    """What the class shall be asked."""
    labels = branch("classroom.teach.kinds")
    kind = st.segmented_control(
        t("classroom.teach.kind"), KINDS, format_func=lambda code: labels[code], default="dial", required=True,
        key=_KEY + "kind", persist_state="session",
    )  # fmt: skip
    st.markdown(t(f"classroom.teach.kind_{kind}"))
    if kind == "dial":
        left, right = st.columns(2, gap="medium")
        with left:
            dials = PRESETS[choice.select(t("classroom.teach.dials"), _dials(), _KEY + "dials")]
        with right:
            names = {code: t(f"rules.{code}.name") for code in RULES}
            rule = choice.select(t("classroom.teach.rule"), names, _KEY + "rule")
            st.caption(t(f"rules.{rule}.text"))
        return Dial(p=dials.p, q=dials.q, rule=rule)
    offered = {
        path: t(
            "classroom.teach.of_floor", floor=t(f"pages.{path.partition('.')[0]}.title"),
            question=floor_questions.text(path, "question"),
        )
        for path in floor_questions.RIGHT
    }  # fmt: skip
    path = choice.select(t("classroom.teach.question"), offered, _KEY + "path")
    asked = floor_questions.asked(path)
    st.markdown(
        "\n".join(f"{n}. {floor_questions.text(path, f'choices.{code}')}" for n, code in enumerate(asked.choices, 1))
    )
    return asked


def _dials() -> dict[str, str]:
    return {code: t(f"workshop.presets.{code}") for code in PRESETS}


def _invitation(code: str, secret: str) -> None:
    st.header(t("classroom.teach.ruled", code=code), anchor=False)
    base = host.base()
    if base is None:
        return
    st.markdown(f"**{t('classroom.teach.students')}**")
    shown_link.show(f"{base}/class_room?room={code}", wide="11rem", beside=True, key="class-invitation")
    query = urlencode({"room": code, "show": "1", "present": "1", "lang": current()})
    st.link_button(t("classroom.teach.projector"), f"class_room?{query}")  # in a window of its own
    with st.expander(t("classroom.teach.secret_show")):
        st.markdown(t("classroom.teach.secret"))
        st.code(f"{base}/teachers_desk?room={code}&key={secret}", language=None, wrap_lines=True)


@st.fragment(run_every=LOOK)
def _panel(code: str, secret: str) -> None:
    store = rooms.store()
    try:
        room, results = store.room(code), store.results(code)
    except ClassroomError as error:
        st.error(message(error))
        return

    def act(name: str) -> None:
        with rooms.told_later():
            getattr(store, name)(code, secret)

    with st.container(border=True):
        with st.container(horizontal=True, vertical_alignment="center"):
            go = "stop" if room.open else "start"
            st.button(t(f"classroom.teach.{go}"), type="primary", key=_KEY + go, on_click=act, args=(go,))
            for name in ("reveal", "reset"):
                off = name == "reveal" and room.revealed
                st.button(t(f"classroom.teach.{name}"), key=_KEY + name, on_click=act, args=(name,), disabled=off)
            _export(store, room, secret)
        rooms.tell()
        state = "open" if room.open else "revealed" if room.revealed else "stopped" if results.acted else "waiting"
        left = t("classroom.teach.left", hours=f"{room.left / 3600:.1f}")
        st.caption(f"{t(f'classroom.teach.state.{state}')} {left}")
    projector.asked(room.question)
    projector.show(room, results, "class-panel")


def _export(store: Store, room: Room, secret: str) -> None:
    words = projector.words_of(room.question) if isinstance(room.question, Dial) else ()
    st.download_button(
        t("classroom.teach.csv"), lambda: "\ufeff" + export.csv_text(store.lines(room.code, secret), words),
        f"oracle-tower-class-{room.code}.csv", "text/csv", key=_KEY + "csv", on_click="ignore",
    )  # fmt: skip


def _another(code: str, secret: str) -> None:
    with st.expander(t("classroom.teach.another"), key=_KEY + "another"):
        asked = _question()
        if st.button(t("classroom.teach.ask"), key=_KEY + "ask"):
            with told():
                rooms.store().ask(code, secret, asked)
                st.rerun()
    with st.container(horizontal=True, vertical_alignment="center"), st.popover(t("classroom.teach.close")):
        if st.button(t("classroom.teach.close_sure"), key=_KEY + "close"):
            with told():
                rooms.store().close(code, secret)
                st.session_state.pop(_HELD)
                st.session_state[_CLOSED] = code
                address.write({"section": "rooms"})  # else the next run looks for the room that is gone
                st.rerun()
