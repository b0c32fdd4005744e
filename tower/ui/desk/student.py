"""The class room as a student has it: come in with the code, draw or answer; or, for the projector, what comes of it.

Address: `room` (the code), `me` (the member's own token: a reload or a restart of the server changes nothing),
`show=1` (the projector).
"""

from __future__ import annotations

from html import escape

import streamlit as st

from tower.classroom import codes, together
from tower.classroom.errors import ClassroomError
from tower.classroom.question import Dial, Predict
from tower.classroom.store import Member, Room
from tower.ui import address, lesson
from tower.ui.calm import CALM
from tower.ui.desk import floor_questions, host, projector, rooms, shown_link
from tower.ui.errors import escaped, message, told
from tower.ui.language import current, t

MANY = 20
LAST = 8  # slips that are shown
LOOK, CROWD = 3.0, 20  # seconds between two looks at the room, and a second more for so many members
LOOK_PROJECTOR = 1.5
_ROOM, _ME = "class/room", "class/me"

_STYLE = """
<style>
.slips { display: flex; flex-wrap: wrap; gap: .7rem; list-style: none; margin: 0 !important; padding: 0 !important; }
.slips li { margin: 0 !important; padding: .5rem .9rem .4rem; background: #FDF8EA; color: #2B2A33;
  border: 1px solid #CDBF9F;
  border-radius: .2rem; text-align: center; min-width: 4.2rem; }
.slips b { display: block; font: 600 1.3rem/1.3 Georgia, "Noto Serif CJK TC", "Songti TC", PMingLiU, serif; }
.slips span { display: inline-block; font-size: .85rem; border: 1.5px solid currentColor; padding: 0 .4rem; }
.slips li[data-kept] span { color: #2B634A; border-radius: 50% / 60%; }
.slips li:not([data-kept]) span { color: #A02D25; }
.slips li:not([data-kept]) b { text-decoration: line-through; }
.slips small { display: block; font-size: .85rem; color: #625C56; }
.big-code { font: 600 3.2rem/1.2 ui-monospace, Consolas, monospace; letter-spacing: .18em; margin: 0; }
</style>
"""
# a projector of 1280 x 800 shows all at once, without anybody scrolling
_WALL_STYLE = """
<style>
[data-testid="stMainBlockContainer"] { padding-top: 4rem; padding-bottom: 1rem; }
h1 { font-size: 1.8rem !important; padding: 0 !important; }
h2 { font-size: 1.25rem !important; padding: 0 !important; }
[data-testid="stMarkdownContainer"] ol { margin: 0; }
[data-testid="stMarkdownContainer"] li { line-height: 1.35; margin-block: 0; padding-block: .1rem; }
[data-testid="stMetricValue"] { font-size: 1.75rem; }
.st-key-class-truth p { font-size: 1rem; line-height: 1.5; }
</style>
"""


def show() -> None:
    asked = address.read()
    code = codes.code_of(asked.get("room", "")) or st.session_state.get(_ROOM)
    st.html(_STYLE + CALM)
    try:
        if code is None:
            raise ClassroomError("room-unknown", "no room asked for")
        found = rooms.looked_up(code)
    except ClassroomError as error:
        if asked.get("room") or st.session_state.get(_ROOM):
            st.error(message(error))
        st.session_state.pop(_ROOM, None)
        _door("")
        return
    if asked.get("show") == "1":
        address.write({"room": found.code, "show": "1"})
        _on_the_wall(found.code)
        return
    token = asked.get("me") or st.session_state.get(_ME, {}).get(found.code, "")
    if not codes.is_secret(token) or rooms.store().member(found.code, token) is None:
        _door(found.code)
        return
    _remember(found.code, token)
    address.write({"room": found.code, "me": token})
    st.fragment(_inside, run_every=LOOK + found.members / CROWD)(found.code, token)


def _remember(code: str, token: str) -> None:
    st.session_state[_ROOM] = code
    st.session_state[_ME] = {**st.session_state.get(_ME, {}), code: token}


def _door(code: str) -> None:
    """code: of a room that is known to be there, or empty."""
    st.markdown(t("classroom.lead"))
    with st.form("class/door", width=420):
        typed = st.text_input(t("classroom.code"), value=code, max_chars=12, autocomplete="off")
        nickname = st.text_input(t("classroom.nickname"), max_chars=codes.LONGEST_NICKNAME, autocomplete="off")
        pressed = st.form_submit_button(t("classroom.join"), type="primary", width="stretch")
    if pressed:
        with told():
            found = rooms.looked_up(typed)
            _remember(found.code, rooms.store().join(found.code, nickname))
            address.write({"room": found.code, "me": st.session_state[_ME][found.code]})
            st.rerun()


def _leave() -> None:
    st.session_state.pop(_ROOM, None)
    st.session_state[_ME] = {}
    address.write({})


def _inside(code: str, token: str) -> None:
    try:
        found, me = rooms.store().room(code), rooms.store().member(code, token)
    except ClassroomError as error:
        st.error(message(error))
        return
    if me is None:
        st.error(message(ClassroomError("room-member", "")))
        return
    with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
        named = t("classroom.named", nickname=escaped(me.nickname)) if me.nickname else ""
        st.markdown(t("classroom.in_room", code=found.code, number=me.number, nickname=named), width="content")
        st.button(t("classroom.leave"), type="tertiary", on_click=_leave)
    if isinstance(found.question, Dial):
        _draw(found, me, token, found.question)
    else:
        _answer(found, me, token, found.question)


def _state(found: Room, *, started: bool) -> None:
    """Why nothing can be done at the moment. started: this student has already taken part."""
    if not found.open and not found.revealed:
        st.info(t("classroom.stopped") if started else t("classroom.waiting"))


def _draw(found: Room, me: Member, token: str, question: Dial) -> None:
    st.markdown(t("classroom.dial_lead"))
    limits = rooms.store().limits
    seed = together.seed_of(token, found.code, found.turn)
    enough = me.batches >= limits.batches

    def press(n: int) -> None:
        drawn = together.slips(question, seed, me.drawn, n)
        with rooms.told_later():
            rooms.store().draw(found.code, token, found.turn, me.batches, together.counts(question, drawn))

    with st.container(horizontal=True):
        off = not found.open or enough
        st.button(t("classroom.draw_one"), type="primary", key="class/one", disabled=off, on_click=press, args=(1,))
        st.button(t("classroom.draw_many", n=MANY), key="class/many", disabled=off, on_click=press, args=(MANY,))
    rooms.tell()
    _state(found, started=me.drawn > 0)
    if enough:
        st.caption(t("classroom.enough"))
    if me.drawn:
        _slips(question, seed, me.drawn)
    if found.revealed:
        projector.show(found, rooms.store().results(found.code), "class-mine")


def _slips(question: Dial, seed: int, drawn: int) -> None:
    first = max(0, drawn - LAST)
    words = projector.words_of(question)
    items = []
    for slip in reversed(together.slips(question, seed, first, drawn - first)):
        verdict = t("classroom.kept") if slip.kept else t("classroom.returned")
        written = "" if slip.kept else f"<small>{escape(t('classroom.refilled', word=words[slip.written]))}</small>"
        values = {"word": words[slip.word], "accept": f"{slip.accept:.2f}", "u": f"{slip.u:.2f}", "verdict": verdict}
        title = escape(t("classroom.slip", **values))
        items.append(
            f'<li title="{title}"{" data-kept" if slip.kept else ""}><b>{escape(words[slip.word])}</b>'
            f"<span>{escape(verdict)}</span>{written}</li>"
        )
    st.markdown(f"**{t('classroom.my_slips')}** · {t('classroom.my_count', n=drawn)}")
    st.html(f'<ul class="slips" aria-label="{escape(t("classroom.my_slips"))}">{"".join(items)}</ul>')


def _answer(found: Room, me: Member, token: str, question: Predict) -> None:
    labels = {code: floor_questions.text(question.path, f"choices.{code}") for code in question.choices}
    projector.asked(question)
    if found.revealed:
        right = question.right
        if me.choice is not None:
            st.markdown(
                t("classroom.was_right") if me.choice == right else t("classroom.was_wrong", answer=labels[me.choice])
            )
            if me.choice != right:
                st.info(floor_questions.explanation(question.path, me.choice))
        projector.show(found, rooms.store().results(found.code), "class-mine")
        return
    widget = f"class/answer/{found.code}/{found.turn}/{current()}"
    st.session_state[widget] = me.choice

    def take() -> None:
        with rooms.told_later():
            rooms.store().answer(found.code, token, st.session_state[widget])

    st.radio(
        t("classroom.your_answer"), list(labels), index=None, format_func=labels.__getitem__, key=widget,
        on_change=take, disabled=not found.open,
    )  # fmt: skip
    rooms.tell()
    _state(found, started=me.choice is not None)
    if me.choice is not None:
        st.caption(t("classroom.answered") if found.open else t("classroom.on_projector"))


@st.fragment(run_every=LOOK_PROJECTOR)
def _on_the_wall(code: str) -> None:
    try:
        found = rooms.store().room(code)
        results = rooms.store().results(code)
    except ClassroomError as error:
        st.error(message(error))
        return
    if lesson.present():
        st.html(_WALL_STYLE)
    left, right = st.columns([1, 1.6 if found.revealed else 2.4], gap="large")
    with left:
        url = f"{host.reachable()}/class_room"
        st.markdown(t("classroom.teach.join_hint", address=escaped(url.partition("://")[2])))
        st.html(f'<p class="big-code">{escape(found.code)}</p>')
        if found.revealed:  # hardly anybody comes in now: the truth takes the QR code's place
            with st.container(key="class-truth"):
                projector.truth(found, results)
        else:
            shown_link.code_only(f"{url}?room={found.code}", wide="20rem" if lesson.present() else "15rem")
    with right:
        projector.asked(found.question)
        projector.gathered(found, results, "class-wall")
