"""What is to be said about a rule on these dials: exact, wrong, or wrong and right by luck; and its figures."""

from __future__ import annotations

import streamlit as st

from tower.ui.language import t
from tower.ui.workshop import table
from tower.ui.workshop.settings import Settings
from tower.ui.workshop.workings import Workings


def kind(settings: Settings, work: Workings) -> str:
    """`exact`: for all dials. `wrong`: and here it shows. `lucky`: wrong, but not on these dials."""
    mixed = settings.scope == "ratio" and not settings.warp.plain
    if settings.rule_object().exact and not mixed:
        return "exact"
    return "wrong" if work.missed else "lucky"


def reason_of_luck(work: Workings) -> str:
    """Why a wrong rule does no harm here: a key of workshop.verdict."""
    if abs(work.p - work.q).max() <= 1e-12:
        return "equal"
    if work.p.max() == 1:
        return "target_hot"
    return "draft_hot" if work.q.max() == 1 else "other"


def verdict(settings: Settings, work: Workings, fractions: Workings | None) -> None:
    """One sentence and three figures."""
    found = kind(settings, work)
    mixed = settings.scope == "ratio" and not settings.warp.plain
    why = t("workshop.verdict.ratio_why") if mixed else t(f"workshop.why.{settings.rule}")
    note = t(f"workshop.verdict.{reason_of_luck(work)}") if found == "lucky" else ""
    text, figures = st.columns([1.6, 1], vertical_alignment="center")
    with text:
        st.header(f"{t(f'rules.{settings.rule}.name')} · {t(f'workshop.verdict.{found}')}")
        st.markdown(t(f"rules.{settings.rule}.text"))
        values = {"why": why, "note": note} if found == "lucky" else {"why": why}
        st.markdown(t(f"workshop.verdict.{found}_text", **values))
    with figures, st.container(horizontal=True):
        st.metric(t("workshop.verdict.distance"), _distance(work, fractions), help=t("workshop.verdict.distance_help"))
        st.metric(
            t("workshop.verdict.acceptance"),
            table.cell("alpha", (fractions or work).alpha),
            help=t("workshop.verdict.acceptance_help"),
        )


def _distance(work: Workings, fractions: Workings | None) -> str:
    if fractions is not None and fractions.distance == 0:
        return "0"
    return table.cell("distance", (fractions or work).distance) if work.missed else "0"
