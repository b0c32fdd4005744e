"""Lobby: what this is in three sentences, one living stage, the ways in."""

import streamlit as st

from tower.ui import shell
from tower.ui.drawing import drawing
from tower.ui.floors import climb
from tower.ui.language import branch, current, t
from tower.ui.recordings import recording
from tower.ui.stage import Options, stage

shell.leave_auto_mode()

# on a phone the stage comes before its explanation: it should be alive on the first screen
PHONE = "<style>@media (max-width: 640px) { .st-key-lobby-first { flex-direction: column-reverse; } }</style>"


@st.fragment
def living_stage() -> None:
    played = recording("lobby", current())
    settings = played.trace["settings"]
    stage(
        f"lobby/{current()}",
        played.trace,
        plain=played.plain,
        complete=True,
        words=branch("stage"),
        options=Options(view="tower", autoplay=True),
        key="lobby-stage",
    )
    st.caption(t("lobby.recorded", date=played.recorded, k=settings["k"], temperature=f"{settings['temperature']:g}"))


st.html(PHONE)
with st.container(key="lobby-first"):
    st.markdown(t("lobby.lead"))
    living_stage()

st.subheader(t("lobby.ways"))
picture, floors = st.columns([1, 3], gap="large", vertical_alignment="center")
with picture:
    drawing("tower", tall="25rem", key="lobby-tower")
with floors:
    st.markdown(t("lobby.floors"))
    climb.arrive()
    climbed = climb.climbed()
    following = next((n for n in range(1, 8) if n not in climbed), 1)
    with st.grid(2, min_column_width=240):
        for number, code in enumerate(climb.FLOORS, 1):
            name = t(f"pages.{code}.title") + (" ✓" if number in climbed else "")
            st.page_link(shell.page(code), label=f"**{name}**" if number == following else name)

with st.grid(3, min_column_width=260):
    for room in shell.rooms():
        if room.section != "rooms":
            continue
        with st.container(border=True):
            st.markdown(f"**{t(f'pages.{room.code}.title')}**")
            st.markdown(t(f"ways.{room.code}"))
            st.page_link(shell.page(room.code), label=t("lobby.enter"))

left, right = st.columns(2, gap="large")
with left:
    st.subheader(t("lobby.what_title"))
    st.markdown(t("lobby.what"))
with right:
    st.subheader(t("lobby.honest_title"))
    st.markdown(t("lobby.honest"))
