"""Branching off the run on the stage: pick a slip, change one thing, see what follows beside what happened.

What may be changed and what follows is the business of `experiments/what_if.py`; here it is asked for and shown.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from typing import Any
from uuid import uuid4

import streamlit as st

from tower.decoding.trace import Trace
from tower.decoding.trace_csv import csv_text
from tower.experiments import what_if
from tower.experiments.what_if import OWN, Branch, Offer, Place
from tower.models.heads.kinds import TREES
from tower.ui import words
from tower.ui.desk import takeaway
from tower.ui.errors import escaped, told
from tower.ui.language import branch as texts
from tower.ui.language import current, t
from tower.ui.stage import Options, stage

Json = Mapping[str, Any]
OPEN = "branch/open"
_SHOWN = "branch/shown"
_ROUND, _SLIP, _CHANGE = "branch/round", "branch/slip", "branch/change"
VERDICT = "verdict"
MOST_ROUNDS = 24  # of a branch: what is beside the point grows with its length

_STYLE = """
<style>
.fork { display: grid; grid-template-columns: repeat(auto-fit, minmax(18rem, 1fr)); gap: 1rem; }
.fork section { border: 1px solid LINE; border-radius: .45rem; padding: .8rem 1rem; }
.fork section[data-kind="what-if"] { border-style: dashed; border-width: 2px; }
.fork h3 { font-size: 1rem; margin: 0 0 .4rem; padding: 0; }
.fork p { margin: 0; font-family: Georgia, "Noto Serif CJK TC", "Songti TC", PMingLiU, serif; font-size: 1.1rem;
  line-height: 1.7; white-space: pre-wrap; overflow-wrap: anywhere; }
.fork p span { opacity: .75; }
.fork p mark { background: none; color: inherit; border-bottom: 3px double currentColor; font-weight: 600; }
.fork p + p { font: inherit; font-size: .9rem; margin-top: .5rem; opacity: .85; }
</style>
"""


@dataclass(frozen=True, slots=True)
class Shown:
    """A branch that was computed. of: the run's id. note: what was changed, by language."""

    id: str
    of: str
    branch: Branch
    note: Mapping[str, str]
    document: Json


def follow_stage() -> None:
    """The slip that was opened on the stage becomes the place to branch from."""
    selected = st.session_state["live-stage"].get("selected")
    if isinstance(selected, Mapping) and isinstance(selected.get("round"), int):
        st.session_state[_ROUND] = selected["round"] + 1
        st.session_state[_SLIP] = selected["slip"]


@st.fragment
def draw(run_id: str, document: Json) -> None:
    """run_id, document: of the run on the stage."""
    with st.expander(t("travel.branch.title"), key=OPEN, on_change="rerun") as room:
        if not room.open:
            return
        alone = document["settings"]["drafter"] == "none"
        st.markdown(t("travel.branch.lead_plain" if alone else "travel.branch.lead"))
        rounds = document["rounds"]
        if not rounds:
            st.caption(t("travel.branch.nothing"))
            return
        place = _place(rounds)
        a_round = rounds[place.round]
        with told():
            trace = Trace.from_json(document)
            offer = what_if.offer(trace, place)
            st.markdown(_happened(a_round, place, tree=_is_tree(document)))
            change = _change(a_round, place, offer)
            if change is not None and st.button(t("travel.branch.go"), type="primary", key="branch/go"):
                with st.spinner(t("live.waking"), show_time=False):
                    st.session_state[_SHOWN] = _made(run_id, trace, place, a_round, change)
        shown: Shown | None = st.session_state.get(_SHOWN)
        if shown is not None and shown.of == run_id:
            _beside(document, shown)


def _place(rounds: list[Any]) -> Place:
    """Where to branch: kept within this run, chosen here or on the stage."""
    left, right = st.columns([1, 4], gap="medium")
    st.session_state[_ROUND] = min(max(1, st.session_state.get(_ROUND, 1)), len(rounds))
    index = int(left.number_input(t("travel.branch.round"), 1, len(rounds), key=_ROUND)) - 1
    a_round = rounds[index]
    labels = {n: f"{n + 1} · {escaped(slip['text'])}" for n, slip in enumerate(a_round["drafts"])}
    if a_round["emitted"] is not None:
        labels[OWN] = f"{t('travel.branch.own')} · {escaped(a_round['emitted']['text'])}"
    if st.session_state.get(_SLIP) not in labels:
        st.session_state[_SLIP] = next(iter(labels))
    slip = right.segmented_control(
        t("travel.branch.slip"), list(labels), format_func=lambda n: labels[n], required=True, key=_SLIP
    )
    return Place(index, OWN if slip is None else int(slip))


def _figure(value: float) -> str:
    return f"{value:.2f}" if value >= 0.1 or value == 0 else f"{value:.2g}"


def _is_tree(document: Json) -> bool:
    """Whether slips of this run have siblings."""
    drafts = (a_round["drafts"] for a_round in document["rounds"])
    branching = any(slip["parent"] != n - 1 for slips in drafts for n, slip in enumerate(slips))
    return document["settings"]["drafter"] in TREES or branching


def _happened(a_round: Json, place: Place, *, tree: bool) -> str:
    if place.slip == OWN:
        own = a_round["emitted"]
        return t("travel.branch.happened.own", word=escaped(own["text"]), p=_figure(own["p"]))
    slip = a_round["drafts"][place.slip]
    luck = ""
    if slip["u"] is not None:
        luck = t("travel.branch.luck", accept=_figure(slip["accept"]), u=f"{slip['u']:.3f}")
    # a tree takes its slips as certain; what the head thought of the word is its q before that
    q = t("travel.branch.q_tree", q=_figure(slip["q_raw"])) if tree else t("travel.branch.q", q=_figure(slip["q"]))
    return t(
        f"travel.branch.happened.{slip['verdict']}", n=place.slip + 1, word=escaped(slip["text"]),
        p=_figure(slip["p"]), q=q, luck=luck,
    )  # fmt: skip


def _change(a_round: Json, place: Place, offer: Offer) -> str | None:
    """`verdict`, or a word's id as text."""
    known = _texts(a_round, place)
    labels: dict[str, str] = {}
    if offer.turn is not None:
        slip = a_round["drafts"][place.slip]
        key = slip["verdict"] if offer.turn == "luck" else offer.turn
        labels[VERDICT] = t(f"travel.branch.verdict.{key}", word=escaped(slip["text"]))
    for word, p, q in offer.words:
        key = "word" if p is not None else "word_no_p"
        shown = {"p": _figure(p)} if p is not None else {"q": _figure(q or 0)}
        labels[str(word)] = t(f"travel.branch.{key}", word=escaped(known.get(word, str(word))), **shown)
    if not labels:
        st.caption(t("travel.branch.nothing"))
        return None
    if st.session_state.get(_CHANGE) not in labels:
        st.session_state[_CHANGE] = next(iter(labels))
    widget = f"{_CHANGE}/{current()}"
    st.session_state[widget] = st.session_state[_CHANGE]

    def keep() -> None:
        st.session_state[_CHANGE] = st.session_state[widget]

    label = t("travel.branch.change")
    return str(st.radio(label, list(labels), format_func=labels.__getitem__, key=widget, on_change=keep))


def _texts(a_round: Json, place: Place) -> dict[int, str]:
    """The texts of the words that this place knows of."""
    entry = a_round["emitted"] if place.slip == OWN else a_round["drafts"][place.slip]
    tops = [entry.get(name) for name in ("p_top", "q_top", "p_raw_top", "q_raw_top", "residual_top")]
    return {word: text for top in tops if top for word, text, _ in top}


def _made(run_id: str, trace: Trace, place: Place, a_round: Json, change: str) -> Shown:
    turn = change == VERDICT
    branch = what_if.turned(trace, place) if turn else what_if.put(trace, place, int(change))
    for _ in zip(range(MOST_ROUNDS), branch.run, strict=False):
        pass
    return Shown(uuid4().hex, run_id, branch, _note(branch, place, a_round), branch.run.trace_json())


def _note(branch: Branch, place: Place, a_round: Json) -> dict[str, str]:
    values: dict[str, object] = {"n": place.slip + 1, "round": place.round + 1}
    if branch.put is None:
        kind = "luck"
        values |= {"u": f"{branch.u:.3f}", "bent": "0" if branch.bent == what_if.SURELY_KEPT else ">0.999"}
    else:
        kind = "own" if place.slip == OWN else "word"
        values["word"] = branch.run.pair.text.text(branch.put)
    return {language: words.text(language, f"travel.branch.marked.{kind}", **values) for language in words.LANGUAGES}


def _beside(document: Json, shown: Shown) -> None:
    language = current()
    st.info(f"**{t('travel.page.what_if')}** {escaped(shown.note[language])}")
    ours, theirs = _written(document), _written(shown.document)
    shared = what_if.common(tuple(word for word, _ in ours), tuple(word for word, _ in theirs))
    most = max(len(theirs), shared + what_if.LEAST)
    columns = "".join(
        f'<section data-kind="{kind}"><h3>{escape(t(f"travel.branch.{name}"))}</h3>'
        f"<p>{_text(tokens[:most], shared)}</p><p>{escape(_counts(one, shared))}</p></section>"
        for kind, name, tokens, one in (
            ("run", "as_it_went", ours, document),
            ("what-if", "what_if", theirs, shown.document),
        )
    )
    dark = st.context.theme.type == "dark"
    st.html(f'{_STYLE.replace("LINE", "#6B7490" if dark else "#A3946F")}<div class="fork">{columns}</div>')
    if shared == min(len(ours), len(theirs)):
        st.caption(t("travel.branch.same"))
    stage(
        shown.id, shown.document, complete=True, words=texts("stage"), options=Options(view="line", lane=False),
        key="branch-stage",
    )  # fmt: skip
    run = shown.branch.run
    takeaway.button(
        shown.document, None, lambda: csv_text(run.trace()), f"branch/{shown.id}", kind="what-if", note=shown.note
    )


def _written(document: Json) -> list[tuple[int, str]]:
    """(id, raw) of every word, the prompt's first."""
    tokens = [*document["prompt"]["tokens"], *(token for entry in document["rounds"] for token in entry["tokens"])]
    return [(token["id"], token["raw"]) for token in tokens]


def _text(tokens: list[tuple[int, str]], shared: int) -> str:
    """The shared beginning, the word where the ways part, the rest; escaped."""
    parts = (tokens[:shared], tokens[shared : shared + 1], tokens[shared + 1 :])
    before, here, after = ("".join(raw for _, raw in part) for part in parts)
    mark = f"<mark>{escape(here)}</mark>" if here else ""
    return f"<span>{escape(before.lstrip())}</span>{mark}{escape(after)}"


def _counts(document: Json, shared: int) -> str:
    """Words behind the fork, and the hauls that wrote them."""
    ends = [entry["start"] + len(entry["tokens"]) for entry in document["rounds"]]
    words_after = max(0, (ends[-1] if ends else 0) - shared)
    key = "counts_open" if document["finish"] == "running" else "counts"
    return t(f"travel.branch.{key}", tokens=words_after, hauls=sum(end > shared for end in ends))
