"""The ledger under the stage: totals, a row a round, charts, downloads. Reads a trace's JSON; computes no result."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from statistics import mean, median
from typing import Any

import streamlit as st

from tower.ui import charts, served
from tower.ui.desk import takeaway
from tower.ui.language import t

TraceJson = Mapping[str, Any]
NOTHING = "–"
UNEVEN = 1.5  # times the usual pass


def draw(trace: TraceJson, plain: TraceJson | None, csv: Callable[[], str], key: str) -> None:
    """trace, plain: JSON of the run and of its plain lane, if any; csv: makes the rounds as CSV; key: of this run."""
    rounds = trace["rounds"]
    finish = trace["finish"]
    st.subheader(t("ledger.title"))
    if finish == "running":
        st.markdown(t("ledger.lead", rounds=len(rounds)))
    else:
        st.markdown(t("ledger.lead_done", rounds=len(rounds)) + " " + t(f"ledger.finish.{finish}"))
    _totals(trace, plain)
    if rounds:
        _table(rounds)
        # closed, they cost nothing: the charts' library would hold up the stage's first picture
        shelf = st.expander(t("ledger.charts"), key="ledger/charts", on_change="rerun")
        if shelf.open:
            with shelf:
                _charts(trace, plain, key)
    takeaway.ways(trace, plain, csv, key)


def rate(trace: TraceJson) -> float | None:
    """Words a second of measured model time; None before anything was measured."""
    spent = sum(trace["totals"]["seconds"].values())
    return trace["totals"]["tokens"] / spent if spent > 0 else None


def _totals(trace: TraceJson, plain: TraceJson | None) -> None:
    totals = trace["totals"]
    with st.grid(6, min_column_width=140):
        st.metric(t("ledger.hauls"), totals["hauls"])
        st.metric(t("ledger.tokens"), totals["tokens"])
        st.metric(t("ledger.tokens_per_haul"), _number(totals["tokens_per_haul"]))
        st.metric(t("ledger.alpha"), _number(totals["alpha"]), help=t("ledger.alpha_help"))
        unknown = totals["tested"] and totals["mean_overlap"] is None
        help = t("served.overlap_unknown" if unknown else "ledger.overlap_help")
        st.metric(t("ledger.overlap"), _number(totals["mean_overlap"]), help=help)
        ours, theirs = rate(trace), rate(plain) if plain else None
        if ours and theirs:
            st.metric(t("ledger.gain"), f"{ours / theirs:.2f}×", help=t("ledger.gain_help"))
        else:
            st.metric(t("ledger.gain"), NOTHING, help=t("ledger.gain_missing"))
    served.totals(totals, len(trace["rounds"]))
    if plain and disturbed(trace, plain):
        st.caption(t("ledger.disturbed"))


def disturbed(trace: TraceJson, plain: TraceJson) -> bool:
    """Whether other work on these cores shows in the clock: passes that last far longer than their like, or passes of
    one word that last longer than those of a whole row. The measured gain then says little."""
    row, word = ([entry["seconds"]["verify"] for entry in one["rounds"]] for one in (trace, plain))
    if not row or not word:
        return False
    return any(mean(some) > UNEVEN * median(some) for some in (row, word)) or median(word) > UNEVEN * median(row)


def _table(rounds: list[dict[str, Any]]) -> None:
    columns: dict[str, list[Any]] = {
        t("ledger.round"): [entry["index"] + 1 for entry in rounds],
        t("ledger.drafts"): [_slips(entry) for entry in rounds],
        t("ledger.accepted"): [sum(slip["verdict"] == "accepted" for slip in entry["drafts"]) for entry in rounds],
        t("ledger.written"): [len(entry["tokens"]) for entry in rounds],
        t("ledger.words"): ["".join(token["raw"] for token in entry["tokens"]) for entry in rounds],
        t("ledger.emitted"): [_emitted(entry) for entry in rounds],
        t("ledger.draft_ms"): [entry["seconds"]["draft"] * 1e3 for entry in rounds],
        t("ledger.verify_ms"): [entry["seconds"]["verify"] * 1e3 for entry in rounds],
        t("ledger.other_ms"): [entry["seconds"]["other"] * 1e3 for entry in rounds],
    }
    columns |= served.columns(rounds)
    milliseconds = [t("ledger.draft_ms"), t("ledger.verify_ms"), t("ledger.other_ms")]
    formats = {name: st.column_config.NumberColumn(format="%.2f") for name in milliseconds}
    st.dataframe(columns, column_config=formats, hide_index=True, height=min(38 + 35 * len(rounds), 320))


def _slips(entry: Mapping[str, Any]) -> str:
    return " ".join(slip["text"] for slip in entry["drafts"]) or NOTHING


def _emitted(entry: Mapping[str, Any]) -> str:
    emitted = entry["emitted"]
    return NOTHING if emitted is None else f"{emitted['text']} ({t('kinds.' + emitted['kind'])})"


def _charts(trace: TraceJson, plain: TraceJson | None, key: str) -> None:
    rounds, totals = trace["rounds"], trace["totals"]
    accepted = [sum(slip["verdict"] == "accepted" for slip in entry["drafts"]) for entry in rounds]
    own = [len(entry["tokens"]) - kept for entry, kept in zip(rounds, accepted, strict=True)]
    with st.grid(2, min_column_width=420):
        charts.words_a_round(accepted, own, f"{key}/words")
        if totals["tested"]:
            charts.acceptance_by_position(totals["accepted_by_position"], totals["alpha"], f"{key}/places")
        parts = {part: 1e3 * spent / totals["tokens"] for part, spent in totals["seconds"].items()}
        pace = rate(plain) if plain else None
        charts.time_a_word(parts, 1e3 / pace if pace else None, f"{key}/time")


def _number(value: float | None) -> str:
    return NOTHING if value is None else f"{value:.2f}"
