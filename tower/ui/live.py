"""The live tower below its controls: start, the stage with its ledger, earlier runs, replay of a saved run."""

from __future__ import annotations

import streamlit as st

from tower.decoding.errors import DecodingError
from tower.decoding.rulebook import RULES
from tower.ui import controls, guesser, ledger, lesson, runs, served
from tower.ui.desk import branching
from tower.ui.errors import escaped, message, told
from tower.ui.language import branch, named, t
from tower.ui.own_pair import fetching
from tower.ui.stage import Options, stage

_KEY = "live-stage"
_HELD = "live/held"  # rounds that the stage holds, for the one rerun that it asked for
_LANE = "live/lane"
_AUTOPLAY = "live/autoplay"
_TROUBLE = "live/trouble"  # why nothing stands on the stage


def start(pressed: bool, first_visit: bool) -> None:
    """A new run when it was asked for; on the first visit the run of the link starts by itself."""
    with st.container():  # always there: a message that comes or goes must not move the stage's place in the page
        pair = controls.values()["pair"]
        if fetching.waits(pair):
            fetching.offer(pair)
        else:
            _start(pressed, first_visit)


def _start(pressed: bool, first_visit: bool) -> None:
    asked = controls.values()
    on_stage = runs.on_stage()
    if pressed or (first_visit and on_stage is None):
        with told(), st.spinner(t("live.waking"), show_time=False):
            try:
                runs.put_on_stage(runs.start(asked))
                st.session_state[_AUTOPLAY] = pressed
            except DecodingError as error:
                st.session_state[_TROUBLE] = error
                raise
    elif on_stage is None and _TROUBLE in st.session_state:
        st.error(message(st.session_state[_TROUBLE]))
    elif on_stage is not None and on_stage.live is not None:
        changed = [name for name, value in asked.items() if on_stage.address.get(name) != value]
        if changed:
            names = ", ".join(map(controls.label, changed))
            tokens = on_stage.document["totals"]["tokens"]
            st.info(t("live.changed", names=names, tokens=tokens, start=t("live.start"), archive=t("live.archive")))


def _more() -> None:
    """Answer the stage's `need`: a few more rounds, unless it has fewer than there are and only lost some."""
    run, need = runs.on_stage(), st.session_state[_KEY].need
    if run is None or need is None or need["run"] != run.id:
        return
    st.session_state[_HELD] = held = int(need["have"])
    if held >= len(run.document["rounds"]):
        run.advance(runs.AHEAD)


def _to_end() -> None:
    run = runs.on_stage()
    if run is not None:
        run.advance(None)


@st.fragment
def stage_and_ledger() -> None:
    """The run on the stage. Reruns alone when the stage runs out of rounds."""
    run = runs.on_stage()
    if run is None:
        return
    st.session_state.setdefault(_LANE, True)
    lane: bool = st.session_state[_LANE]
    if lane:
        run.follow_plainly()
    with st.container():
        _remarks(run)
    plain = run.plain_document if lane else None
    stage(
        run.id,
        run.document,
        plain=plain,
        complete=run.complete,
        words=branch("stage"),
        options=Options(
            view="tower", autoplay=bool(st.session_state.get(_AUTOPLAY)), lane=lane, presenter=lesson.present()
        ),
        key=_KEY,
        held=st.session_state.pop(_HELD, 0),
        on_need=_more,
        on_selected=branching.follow_stage,
    )
    with st.container(horizontal=True, vertical_alignment="center"):
        if not run.complete:
            st.button(t("live.to_end"), help=t("live.to_end_help"), on_click=_to_end)
        if run.live is not None:
            st.toggle(t("live.lane"), key=_LANE, persist_state="session")
    branching.draw(run.id, run.document)
    ledger.draw(run.document, plain, lambda: run.csv, key=f"ledger/{run.id}")


def _remarks(run: runs.StageRun) -> None:
    """What a reader should know about this run before looking at it."""
    settings = run.document["settings"]
    if run.trouble is not None:
        st.error(message(run.trouble))
    if run.live is None:
        st.info(t("live.replaying", pair=escaped(named("pairs", settings["pair"]))))
    for notice in run.live.notices if run.live is not None else ():
        st.info(t(f"errors.notices.{notice.code}", **notice.values))
    if settings["rule"] in RULES and settings["drafter"] != "none":
        if settings["temperature"] > 0 and not RULES[settings["rule"]].exact:
            st.warning(t("live.inexact"))
        elif settings["temperature"] == 0 and settings["rule"] != "speculative":
            st.info(t("live.greedy_only_note"))
    served.remark(run.document)
    guesser.remark(settings["drafter"])


def archive_and_replay() -> None:
    """What was on the stage before, and what was saved elsewhere."""
    left, right = st.columns(2, gap="medium")
    with left, st.expander(t("live.archive")):
        earlier = runs.earlier()
        st.caption(t("live.archive_note", n=runs.KEPT) if earlier else t("live.archive_empty"))
        for run in earlier:
            st.text(_summary(run))
            st.button(t("live.archive_show"), key=f"archive/{run.id}", on_click=runs.put_on_stage, args=(run,))
    with right, st.expander(t("live.replay_title")):
        file = st.file_uploader(t("live.replay_label"), type="json", help=t("live.replay_help"))
        if file is not None and st.button(t("live.replay_button")):
            with told():
                runs.put_on_stage(runs.replay(file.getvalue()))
                st.rerun()


def _summary(run: runs.StageRun) -> str:
    settings, totals = run.document["settings"], run.document["totals"]
    prompt = " ".join(run.document["prompt"]["text"].split())
    return t(
        "live.archive_item",
        tokens=totals["tokens"],
        hauls=totals["hauls"],
        k=settings["k"],
        temperature=f"{settings['temperature']:g}",
        prompt=prompt if len(prompt) <= 40 else prompt[:39] + "…",
    )
