"""Floor 1: autoregressive decoding, one word a haul, pressed by hand; and why two at once cannot be had."""

from __future__ import annotations

from itertools import islice
from typing import Any

import streamlit as st

from tower.decoding.errors import DecodingError
from tower.experiments.recordings import RECORDINGS
from tower.models.runs import Run, start_plain
from tower.ui.errors import message
from tower.ui.floors.figures_1 import figures
from tower.ui.floors.frame import Floor
from tower.ui.floors.loop import loop
from tower.ui.language import branch, current
from tower.ui.recordings import recording

DETAIL = 10  # words on the dial


def show() -> None:
    with Floor("floor_1", figures(current()), ask=(21,)) as floor:
        floor.read("lead")
        _word_by_word(floor)
        floor.read("loop")
        if floor.predict("hundred", right="hundred"):
            floor.read("bill")
        floor.quiz(right="input")


@st.fragment
def _word_by_word(floor: Floor) -> None:
    """The first haul is a recorded one; from the first press on, the real Oracle works."""
    with st.container(horizontal=True):
        st.button(
            floor.t("one"), key="floor-1-one", type="primary", disabled=_finished(floor), on_click=_one, args=(floor,)
        )
        st.button(floor.t("two"), key="floor-1-two", on_click=_two, args=(floor,))
        st.button(floor.t("again"), key="floor-1-again", disabled=_run(floor) is None, on_click=_again, args=(floor,))
    trouble = floor.state("trouble", None)
    if trouble is not None:
        st.error(message(trouble))
    loop(_picture(floor), key="floor-1-loop")
    if _run(floor) is None and floor.state("two", None) is None:
        st.caption(floor.t("recorded", date=recording("floor_1", floor.language).recorded))


def _one(floor: Floor) -> None:
    floor.remember("two", None)
    floor.remember("trouble", None)
    try:
        _advance(floor)
    except DecodingError as error:
        floor.remember("trouble", error)


def _two(floor: Floor) -> None:
    floor.remember("trouble", None)
    try:
        floor.remember("two", _second_words(floor))
    except DecodingError as error:
        floor.remember("trouble", error)


def _again(floor: Floor) -> None:
    floor.remember(f"run/{floor.language}", None)
    floor.remember("two", None)
    floor.remember("trouble", None)


def _run(floor: Floor) -> Run | None:
    run: Run | None = floor.state(f"run/{floor.language}", None)
    return run


def _finished(floor: Floor) -> bool:
    run = _run(floor)
    return run is not None and run.finish != "running"


def _advance(floor: Floor) -> Run:
    """One more haul. A run that begins first repeats the haul that was shown as a recording."""
    run = _run(floor)
    hauls = 1
    if run is None:
        run = start_plain(RECORDINGS["floor_1"][floor.language], detail=DETAIL)
        floor.remember(f"run/{floor.language}", run)
        hauls = 2
    for _ in islice(run, hauls):
        pass
    return run


def _second_words(floor: Floor) -> dict[str, Any]:
    """The dials after each guess, for the text as it stands; for one language."""
    from tower.experiments.second_word import second_words  # imports torch

    run = _run(floor)
    if run is None:
        run = start_plain(RECORDINGS["floor_1"][floor.language], detail=DETAIL)
        floor.remember(f"run/{floor.language}", run)
        for _ in islice(run, 1):
            pass
    text = run.pair.text
    ids = [*run.prompt, *(word for a_round in run.rounds for word in a_round.tokens)]
    guesses = [
        {
            "first": text.text(guess.first),
            "share": guess.share,
            "then": [[text.text(word), share] for word, share in guess.then],
        }
        for guess in second_words(run.pair, ids)
    ]
    return {"language": floor.language, "guesses": guesses}


def _picture(floor: Floor) -> dict[str, Any]:
    run = _run(floor)
    trace = recording("floor_1", floor.language).trace if run is None else run.trace_json()
    rounds = trace["rounds"][:1] if run is None else trace["rounds"]
    last = rounds[-1]
    prompt = [token["text"] for token in trace["prompt"]["tokens"] if token["raw"]]
    written = [token["text"] for a_round in rounds for token in a_round["tokens"]]
    two = floor.state("two", None)
    two = two["guesses"] if two is not None and two["language"] == floor.language else None
    return {
        "id": f"{floor.language}/{id(run)}",
        "language": floor.language,
        "mode": st.context.theme.type or "light",
        "prompt": prompt,
        "written": written,
        "tail": "… " + (written or prompt)[-1],
        "finished": run is not None and run.finish == "eos",
        "dial": [[text, share] for _, text, share in last["last"]["p_raw_top"] or last["last"]["p_top"]],
        "dial_label": floor.t("dial_label", shown=DETAIL),
        "hauls": len(rounds),
        "two": two,
        "words": branch("floor_1.picture"),
    }
