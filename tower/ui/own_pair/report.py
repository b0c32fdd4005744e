"""A pair that passed every check: what was found, and the ways to play with it."""

from __future__ import annotations

import streamlit as st

from tower.models.own.checks import Looked
from tower.models.own.opening import Opened
from tower.ui import controls, shell
from tower.ui.errors import escaped
from tower.ui.language import t


def show(opened: Opened) -> None:
    st.success(t("own.opened", name=escaped(opened.spec.name)))
    models = {"target": opened.target} | ({} if opened.draft is None else {"draft": opened.draft})
    names = [
        t(f"own.table.{name}") for name in ("role", "architecture", "parameters", "words", "context", "file", "path")
    ]
    lines = ["| " + " | ".join(names) + " |", "|---|---|---:|---:|---:|---:|---|"]
    lines += [_row(role, model) for role, model in models.items()]
    st.markdown("\n".join(lines))
    st.markdown("\n".join(f"- {line}" for line in _remarks(opened)))
    ways(opened.spec.code)


def ways(code: str) -> None:
    """Buttons to the rooms that can play with the pair."""
    with st.container(horizontal=True, vertical_alignment="center"):
        if st.button(t("own.to_live"), key=f"own-live/{code}", type="primary"):
            controls.choose_pair(code)
            st.switch_page(shell.page("live_tower"))
        for room in ("sampling_room", "speed_accounts"):
            sections = {"of": "models"} if room == "sampling_room" else {"room": "measured"}
            st.page_link(shell.page(room), label=t(f"pages.{room}.title"), query_params={**sections, "pair": code})


def _row(role: str, model: Looked) -> str:
    facts = model.facts
    cells = [
        t(f"own.roles.{role}"), escaped(model.architecture), f"{facts.parameters:,}", f"{model.text.size:,}",
        f"{facts.context:,}", size(facts.bytes), t("own.lean" if model.lean else "own.general"),
    ]  # fmt: skip
    return "| " + " | ".join(cells) + " |"


def size(bytes: int) -> str:
    """In the unit that fits."""
    return f"{bytes / 1e9:.1f} GB" if bytes >= 1e9 else f"{bytes / 1e6:.0f} MB"


def _remarks(opened: Opened) -> list[str]:
    target, draft = opened.target, opened.draft
    lines = [t("own.no_draft") if draft is None else t("own.same_words", words=f"{target.text.size:,}")]
    padded = max((model.facts.words - model.text.size for model in (target, draft) if model is not None), default=0)
    if padded > 0:
        lines.append(t("own.padded", rows=f"{padded:,}"))
    lines.append(t("own.chat" if target.chat is not None else "own.no_chat"))
    if opened.free is not None:
        lines.append(t("own.memory", needs=size(opened.needs), free=size(opened.free)))
    if opened.spec.dtype != "float32":
        lines.append(t("own.rounding"))
    return lines
