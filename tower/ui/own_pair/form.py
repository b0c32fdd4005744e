"""What a visitor says of a pair: two models, by suggestion or by hand, where and in which numbers they compute."""

from __future__ import annotations

import sys

import streamlit as st

from tower.models.own.memory import BYTES
from tower.models.own.suggested import SUGGESTED, Suggestion
from tower.ui import choice
from tower.ui.language import t

KEY = "own/"
_FIELDS = {"target": "", "draft": "", "device": "cpu", "dtype": "float32"}


def values() -> dict[str, str]:
    """The fields as they are now."""
    return {name: st.session_state.get(KEY + name, usual) for name, usual in _FIELDS.items()}


def draw() -> bool:
    """The fields. Returns whether the pair was asked for."""
    for name, usual in _FIELDS.items():
        st.session_state.setdefault(KEY + name, usual)
    _suggestions()
    left, right = st.columns(2, gap="medium")
    left.text_input(
        t("own.target"), key=KEY + "target", help=t("own.source_help"), max_chars=500, persist_state="session"
    )  # fmt: skip
    right.text_input(
        t("own.draft"), key=KEY + "draft", help=t("own.draft_help"), max_chars=500, persist_state="session"
    )  # fmt: skip
    with st.expander(t("own.more")):
        one, two = st.columns(2, gap="medium")
        with one:
            choice.select(t("own.device"), {code: t(f"own.devices.{code}") for code in devices()}, KEY + "device")
        with two:
            choice.select(t("own.dtype"), {code: t(f"own.dtypes.{code}") for code in BYTES}, KEY + "dtype")
        st.caption(t("own.dtype_note"))
    return st.button(t("own.open"), type="primary", key="own-open")


def _suggestions() -> None:
    offered = {str(number): pair for number, pair in enumerate(SUGGESTED)}
    typed = (st.session_state[KEY + "target"], st.session_state[KEY + "draft"])
    fitting = [code for code, pair in offered.items() if (pair.target, pair.draft) == typed]
    key = KEY + "suggestion"
    st.session_state[key] = fitting[0] if fitting else "own"

    def take() -> None:
        picked = st.session_state[key]
        if picked in offered:
            pair = offered[picked]
            st.session_state[KEY + "target"], st.session_state[KEY + "draft"] = pair.target, pair.draft

    labels = {"own": t("own.suggestion_none"), **{code: _label(pair) for code, pair in offered.items()}}
    choice.select(t("own.suggestion"), labels, key, on_change=take)


def _label(pair: Suggestion) -> str:
    names = f"{pair.draft.rpartition('/')[2]} → {pair.target.rpartition('/')[2]}"
    return t("own.suggested_gated" if pair.gated else "own.suggested", names=names, gb=f"{pair.download_gb:.1f}")


def devices() -> tuple[str, ...]:
    """Where this machine can compute; only the processor is known before torch is imported, which takes seconds."""
    if "torch" not in sys.modules:
        return ("cpu",)
    import torch

    found = ["cpu"]
    if torch.cuda.is_available():
        found.append("cuda")
    if torch.backends.mps.is_available():
        found.append("mps")
    return tuple(found)
