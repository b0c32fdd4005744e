"""The stamping desk of floor 4 as a component: takes a round, hands back what the learner stamped and wrote."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import streamlit as st

from tower.ui.floors.stamping import Case, Stamped
from tower.ui.language import branch
from tower.ui.sources import source

BEFORE = 32  # letters of the book shown ahead of the round


_mount = st.components.v2.component(
    "oracle_tower.desk",
    html='<section class="stage desk"></section>\n',
    css=source("stage/tokens.css", "floors/desk.css"),
    js=source("stage/words.js", "stage/seals.js", "stage/measure.js", "floors/desk.js"),
)


def desk(
    case: Case,
    kept: Stamped | None,
    answer: Stamped | None,
    *,
    key: str,
    presenter: bool,
    on_stamped: Callable[[], None],
) -> None:
    """Show `case`. kept: what the learner chose before; answer: the engine's, once it may be seen.

    A report {id, stamps, written} lies in st.session_state[key]["stamped"] when `on_stamped` is called.
    """
    _mount(key=key, data=desk_data(case, kept, answer, presenter=presenter), on_stamped_change=on_stamped)


def desk_data(case: Case, kept: Stamped | None, answer: Stamped | None, *, presenter: bool) -> dict[str, Any]:
    """What the component is handed. Of the decoder's decisions it holds none before there is an answer."""
    slips, prints = case.round["drafts"], case.prints
    before = "".join(token["raw"] for token in case.before)
    return {
        "id": case.id,
        "before": _end_of(before),
        "last": case.before[-1]["text"],
        "slips": [slip["text"] for slip in slips],
        "prints": [text for _, text in prints],
        "raws": {"slips": [slip["raw"] for slip in slips], "prints": [_raw(text) for _, text in prints]},
        "kept": _plain(kept),
        "answer": _plain(answer),
        "presenter": presenter,
        "words": {**branch("floor_4.desk"), "stamps": branch("stage.seals")},
    }


def _end_of(text: str) -> str:
    """The last letters of a text, whole words of them."""
    if len(text) <= BEFORE:
        return text
    end = text[-BEFORE:]
    return "… " + end.split(" ", 1)[1] if " " in end else "…" + end


def _plain(stamped: Stamped | None) -> dict[str, list[str]] | None:
    return None if stamped is None else {"stamps": list(stamped.stamps), "written": list(stamped.written)}


def _raw(text: str) -> str:
    """A print has no text of its own in a trace: its display text with the signs for blanks undone."""
    return text.replace("␣", " ").replace("⏎", "\n")
