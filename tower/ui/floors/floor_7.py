"""Floor 7: two scripted rounds, frame by frame, dark night or full moon; then any real run, as slowly."""

from __future__ import annotations

import streamlit as st

from tower.experiments.scripted import plain_scene, scene
from tower.ui import choice, runs
from tower.ui.errors import escaped, told
from tower.ui.floors import climb, replays
from tower.ui.floors.figures_7 import changed_by_the_moon, figures, right_answer
from tower.ui.floors.frame import Floor
from tower.ui.floors.played_case import played_case
from tower.ui.floors.score_sheet import score_sheet, sheet_html
from tower.ui.language import branch, current, t
from tower.ui.palette import palette
from tower.ui.stage import Options, Place, stage
from tower.ui.words import LANGUAGES

SLOW = 0.5
WORDS = 8
_MOON = "floor-7-moon"
_SCRIPT = "floor-7-script"
_SOURCE = "floor-7-source"


def show() -> None:
    with Floor("floor_7", figures(current()), ask=(9, 10, 11, 12)) as floor:
        floor.read("lead")
        _two_rounds(floor)
        floor.read("rounds")
        if floor.predict("moon", right=changed_by_the_moon(floor.language)):
            floor.read("moon")
            _full_moon(floor)
        floor.read("real")
        _any_run(floor)
        floor.quiz(right=right_answer(floor.language))
        if 7 in climb.climbed():
            played_case(floor, "first-wrong")


@st.fragment
def _two_rounds(floor: Floor) -> None:
    """The dark night, in either language: its twin is one press away, whatever language the page is in."""
    kept: str | None = floor.state("script", None)
    st.session_state[_SCRIPT] = kept if kept in LANGUAGES else floor.language

    def keep() -> None:
        floor.remember("script", st.session_state[_SCRIPT])

    st.segmented_control(
        floor.t("script"), list(LANGUAGES), format_func=lambda code: LANGUAGES[code], key=_SCRIPT, on_change=keep,
        required=True,
    )  # fmt: skip
    script: str = st.session_state[_SCRIPT]
    stage(
        f"floor-7/{script}",
        scene("story", script),
        plain=plain_scene("story", script, WORDS),
        complete=True,
        words=branch("stage"),
        options=Options(view="line", speed=SLOW, autoplay=True, lane=True, presenter=floor.presenter),
        key="floor-7-stage",
    )
    _sheets(floor, script, moon=False)


@st.fragment
def _full_moon(floor: Floor) -> None:
    """The same words on another night. Another seed is another night: then other words may come."""
    st.session_state.setdefault(_MOON, True)
    left, right = st.columns([2, 3], vertical_alignment="center")
    moon: bool = left.toggle(floor.t("moon_switch"), key=_MOON, persist_state="session")
    night: int = floor.state("night", 0)

    def another() -> None:
        floor.remember("night", night + 1)

    def first() -> None:
        floor.remember("night", 0)

    with right, st.container(horizontal=True, horizontal_alignment="right"):
        st.button(floor.t("another_night"), key="floor-7-another", on_click=another, disabled=not moon)
        st.button(floor.t("that_night"), key="floor-7-first", on_click=first, disabled=not moon or night == 0)
    seed = night or None
    trace = scene("story", floor.language, moon=moon, seed=seed, rounds=WORDS)
    if moon and night:
        written = "".join(token["raw"] for a_round in trace["rounds"] for token in a_round["tokens"])
        values = {"hauls": trace["totals"]["hauls"], "text": escaped(written)}
        st.caption(floor.t("another_note", seed=trace["settings"]["seed"], **values))
    stage(
        f"floor-7-moon/{floor.language}/{moon}/{night}",
        trace,
        complete=True,
        words=branch("stage"),
        options=Options(view="line", speed=SLOW, lane=False, presenter=floor.presenter, position=Place(0, "stamp")),
        key="floor-7-moon-stage",
    )
    _sheets(floor, floor.language, moon=moon, seed=seed)


def _sheets(floor: Floor, script: str, *, moon: bool, seed: int | None = None) -> None:
    """Every number of every round, for who would rather read than watch."""
    trace = scene("story", script, moon=moon, seed=seed, rounds=WORDS) if moon else scene("story", script)

    def say(key: str, **values: object) -> str:
        return floor.t(f"sheet.{key}", **values)

    with st.expander(floor.t("sheet.title")):
        for a_round in trace["rounds"]:
            name = floor.t("sheet.round", n=a_round["index"] + 1)
            st.markdown(f"**{name}**")
            if a_round["drafts"]:
                st.html(sheet_html(score_sheet(a_round, not moon, say), name, palette().line))
            target, draft = a_round["cache"]["target"], a_round["cache"]["draft"]
            st.caption(
                floor.t("sheet.notes", oracle=" → ".join(map(str, target)), mogu=" → ".join(map(str, draft or ())))
            )


@st.fragment
def _any_run(floor: Floor) -> None:
    uploaded: runs.StageRun | None = floor.state("uploaded", None)
    left, right = st.columns(2, gap="medium")
    with right, st.expander(t("live.replay_title")):
        file = st.file_uploader(floor.t("upload"), type="json", help=floor.t("upload_help"))
        if file is not None and st.button(floor.t("upload_show"), key="floor-7-upload"):
            with told():
                uploaded = runs.replay(file.getvalue())
                floor.remember("uploaded", uploaded)
                st.session_state[_SOURCE] = "uploaded"
    with left:
        offered = replays.choices(floor.language, uploaded, lambda key, **values: floor.t(f"source.{key}", **values))
        code = choice.select(floor.t("source.label"), offered, _SOURCE)
    found = replays.replay(code, floor.language, uploaded)
    if found is None:
        return
    settings = found.trace["settings"]
    st.caption(
        floor.t("source.about", k=settings["k"], temperature=f"{settings['temperature']:g}",
                hauls=found.trace["totals"]["hauls"], tokens=found.trace["totals"]["tokens"])
    )  # fmt: skip
    stage(
        found.id,
        found.trace,
        plain=found.plain,
        complete=found.complete,
        words=branch("stage"),
        options=Options(view="line", speed=SLOW, lane=False, presenter=floor.presenter, position=Place(0, "stamp")),
        key="floor-7-replay",
    )
