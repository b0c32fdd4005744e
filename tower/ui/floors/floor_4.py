"""Floor 4: a draft and its greedy check. Stamps by hand, then the engine's; the learner as drafter; two weeks."""

from __future__ import annotations

from typing import Any, Literal

import streamlit as st

from tower.experiments.recordings import RECORDINGS
from tower.models.settings import RunSettings
from tower.ui import controls, runs
from tower.ui.errors import escaped, told
from tower.ui.floors import climb
from tower.ui.floors.figures_4 import ARCHAIC, EASY, figures, right_answer, right_week
from tower.ui.floors.frame import Floor
from tower.ui.floors.lanes import lane
from tower.ui.floors.played_case import played_case
from tower.ui.floors.stamping import Case, cases_of, engine, in_teaching_order, missed, read
from tower.ui.floors.stamping_desk import desk
from tower.ui.floors.your_turn import your_turn
from tower.ui.language import branch, current, t
from tower.ui.recordings import recording
from tower.ui.stage import Options, Place, stage

ROUNDS = "lobby"  # the recording that the stage begins with
K_RANGE = (1, 8)
_K = "floor-4-k"
_DESK = "floor-4-desk"


def show() -> None:
    with Floor("floor_4", figures(current()), ask=(5, 8, 20, 26)) as floor:
        floor.read("lead")
        floor.read("desk")
        _stamp_by_hand(floor)
        floor.read("torn")
        floor.read("rounds")
        _rounds(floor)
        floor.read("you")
        your_turn(floor)
        if floor.predict("weeks", right=right_week(floor.language)):
            floor.read("weeks")
            _two_weeks(floor)
        floor.quiz(right=right_answer(floor.language))
        if 4 in climb.climbed():
            played_case(floor, "quiz")


def _cases(language: str) -> list[Case]:
    return in_teaching_order(
        [case for name in (EASY, ARCHAIC) for case in cases_of(f"{name}/{language}", recording(name, language).trace)]
    )


@st.fragment
def _stamp_by_hand(floor: Floor) -> None:
    """A recorded round; the engine's stamps are sent only once the learner's have come."""
    cases = _cases(floor.language)
    at = floor.state("case", 0) % len(cases)
    case = cases[at]
    theirs = floor.state(f"stamped/{case.id}", None)

    def stamped() -> None:
        report = read(st.session_state[_DESK]["stamped"], case)
        if report is not None and floor.state(f"stamped/{case.id}", None) is None:
            floor.remember(f"stamped/{case.id}", report)

    answer = None if theirs is None else engine(case)
    desk(case, theirs, answer, key=_DESK, presenter=floor.presenter, on_stamped=stamped)
    if theirs is None:
        return
    found = missed(case, theirs)
    if found:
        st.info(floor.t("desk_missed", n=len(found)))
        values = [{name: escaped(str(value)) for name, value in miss.values.items()} for miss in found]
        st.markdown("\n".join(f"- {floor.t(f'missed.{m.key}', **v)}" for m, v in zip(found, values, strict=True)))
    else:
        written = sum(source != "none" for source in engine(case).written)
        st.success(floor.t("desk_right", written=written))

    def further() -> None:
        floor.remember("case", at + 1)
        floor.remember(f"stamped/{cases[(at + 1) % len(cases)].id}", None)

    st.button(floor.t("desk_next"), key="floor-4-next", on_click=further)


@st.fragment
def _rounds(floor: Floor) -> None:
    """The recorded run first; another k, or the button, and the two models decode here and now."""
    language = floor.language
    recorded = recording(ROUNDS, language)
    run: runs.StageRun | None = floor.state(f"run/{language}", None)
    st.session_state.setdefault(_K, recorded.trace["settings"]["k"])
    left, right = st.columns([3, 2], vertical_alignment="bottom")
    k: int = left.slider(floor.t("k_label"), *K_RANGE, key=_K, persist_state="session")
    pressed = right.button(floor.t("live"), key="floor-4-live", width="stretch")
    shown = recorded.trace["settings"]["k"] if run is None else run.document["settings"]["k"]
    if pressed or k != shown:
        with told(), st.spinner(t("live.waking"), show_time=False):
            run = _run_live(RECORDINGS[ROUNDS][language], k)
            floor.remember(f"run/{language}", run)
            tried = floor.state(f"tried/{language}", {})
            floor.remember(f"tried/{language}", {**tried, k: run.document["totals"]})
    document = recorded.trace if run is None else run.document
    at: Literal["stamp", "draft"] = "stamp" if run is None else "draft"
    note = floor.t("recorded") if run is None else floor.t("computed", k=document["settings"]["k"])
    st.caption(note)
    stage(
        "floor-4-recorded" if run is None else run.id,
        document,
        plain=recorded.plain if run is None else None,
        complete=True,
        words=branch("stage"),
        options=Options(
            view="line", autoplay=run is not None, lane=False, presenter=floor.presenter, position=Place(0, at)
        ),
        key="floor-4-stage",
    )
    tried = {recorded.trace["settings"]["k"]: recorded.trace["totals"], **floor.state(f"tried/{language}", {})}
    _tried(floor, tried)


def _run_live(recorded: RunSettings, k: int) -> runs.StageRun:
    """To its end at once, a fraction of a second; as long as the recorded run that its figures stand beside."""
    asked = {"prompt": recorded.prompt, "k": k, "max_new_tokens": recorded.max_new_tokens}
    run = runs.start({**controls.DEFAULTS, **asked})
    run.advance(None)
    if run.trouble is not None:
        raise run.trouble
    return run


def _tried(floor: Floor, tried: dict[int, Any]) -> None:
    rows = sorted(tried.items())
    columns = {
        "k": [k for k, _ in rows],
        floor.t("tried_tokens"): [totals["tokens"] for _, totals in rows],
        floor.t("tried_hauls"): [totals["hauls"] for _, totals in rows],
        floor.t("tried_rate"): [totals["tokens_per_haul"] for _, totals in rows],
        floor.t("tried_wasted"): [totals["drafted"] - totals["accepted"] for _, totals in rows],
    }
    two_places = st.column_config.NumberColumn(format="%.2f")
    st.dataframe(columns, column_config={floor.t("tried_rate"): two_places}, hide_index=True)


def _two_weeks(floor: Floor) -> None:
    for name, code in (("easy", EASY), ("archaic", ARCHAIC)):
        trace = recording(code, floor.language).trace
        totals = trace["totals"]
        with st.container(border=True):
            st.markdown(f"##### {floor.t(f'week.{name}')}")
            with st.container(horizontal=True, gap="large"):
                st.metric(floor.t("tried_rate"), f"{totals['tokens_per_haul']:.2f}", width="content")
                st.metric(floor.t("tried_hauls"), totals["hauls"], width="content")
                st.metric(floor.t("tried_tokens"), totals["tokens"], width="content")
            st.markdown(f"> {escaped(trace['prompt']['text'])} …")
            lane(trace, floor.t(f"week.{name}"))
    st.caption(floor.t("week.legend"))
