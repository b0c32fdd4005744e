"""The sampling room's controls: widgets over the settings of this visit, kept on every page and in either language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import streamlit as st

from tower.decoding.rulebook import UPPER_BOUNDS, parameters_of, rule_of
from tower.models.pairs import drafters_of
from tower.ui import choice, lesson, pair_names, shell
from tower.ui.language import t
from tower.ui.presets import presets
from tower.ui.sampling.settings import (
    DRAFTERS,
    EXACT,
    HOTTEST,
    LAST_SEED,
    MOST_K,
    MOST_TOP_K,
    RUNS,
    SOURCES,
    WRONG,
    RoomSettings,
    with_parameter,
)
from tower.ui.small_print import small
from tower.ui.workshop.dials import PRESETS, preset_of

_KEY = "sampling/"
_DIALS = _KEY + "dials"
_CODES, _WHOLE, _REAL = (
    ("of", "exact", "wrong", "pair", "prompt", "drafter"),
    ("seed", "k", "top_k", "tokens"),
    ("temperature", "top_p"),
)
_LIVE = ("pair", "prompt", "drafter", "k", "temperature", "top_k", "top_p", "seed")


def label(name: str) -> str:
    """A setting's name on the screen."""
    if name in _LIVE:
        return t(f"live.{name}")
    if name in UPPER_BOUNDS:
        return t(f"workshop.controls.{name}")
    return t(f"sampling.controls.{name}") if name in ("of", "exact", "wrong", "runs", "tokens", "dials") else name


def usual() -> RoomSettings:
    """What the controls say before anybody has touched them."""
    offered = {preset.code: preset.prompt for preset in presets()}
    return RoomSettings(prompt=offered["moon"])


def arrived() -> bool:
    return _KEY + "of" in st.session_state


def fill(settings: RoomSettings) -> None:
    """Turn all controls to these settings."""
    for name in (*_CODES, *_WHOLE, *_REAL):
        st.session_state[_KEY + name] = getattr(settings, name)
    for source in SOURCES:
        st.session_state[f"{_KEY}runs/{source}"] = RUNS[source][2]
    st.session_state[f"{_KEY}runs/{settings.of}"] = settings.runs
    st.session_state[_DIALS] = settings.dials
    for name, value in settings.parameters:
        st.session_state[f"{_KEY}{settings.wrong}/{name}"] = value


def values() -> RoomSettings:
    """What the controls say now."""
    state = st.session_state
    kinds: dict[str, Any] = dict.fromkeys(_CODES, str) | dict.fromkeys(_WHOLE, int) | dict.fromkeys(_REAL, float)
    settings = RoomSettings(
        **{name: kind(state[_KEY + name]) for name, kind in kinds.items()},
        runs=state[f"{_KEY}runs/{state[_KEY + 'of']}"],
        dials=state[_DIALS],
    )
    for name in _parameters(settings.wrong):
        if (key := f"{_KEY}{settings.wrong}/{name}") in state:
            settings = with_parameter(settings, name, state[key])
    return settings


def draw() -> None:
    """The controls themselves."""
    with st.container(key="sampling-controls"):
        of = _segments("of", {code: t(f"sampling.of.{code}") for code in SOURCES})
        st.markdown(t(f"sampling.of.{of}_text"))
        if of == "dials":
            left, right = st.columns(2, gap="medium")
            with left:
                _dials()
                _runs(of)
            with right:
                _rules()
        else:
            left, right = st.columns(2, gap="medium")
            with left:
                _beginning()
                _segments("tokens", {str(n): t(f"sampling.tokens.n{n}") for n in (1, 2, 3)})
                _runs(of)
            with right:
                _rules()
        with st.expander(t("live.more")):
            if of == "models":
                _dials_of_models()
            _number("seed", 0, LAST_SEED)


def _rules() -> None:
    exact = choice.select(label("exact"), {code: t(f"rules.{code}.name") for code in EXACT}, _KEY + "exact")
    small(t(f"rules.{exact}.text"))
    names = {code: t("sampling.controls.nobody") if code == "none" else t(f"rules.{code}.name") for code in WRONG}
    wrong = choice.select(label("wrong"), names, _KEY + "wrong")
    if wrong != "none":
        small(t(f"rules.{wrong}.text"))
    for name, default in _parameters(wrong).items():
        key = f"{_KEY}{wrong}/{name}"
        st.session_state.setdefault(key, default)
        st.number_input(label(name), 0.01, UPPER_BOUNDS[name], step=0.01, key=key, persist_state="session",
                        disabled=lesson.locked(key))  # fmt: skip


def _parameters(wrong: str) -> Mapping[str, float]:
    return {} if wrong == "none" else parameters_of(rule_of(wrong))


def _dials() -> None:
    dials = st.session_state[_DIALS]
    labels = {code: t(f"workshop.presets.{code}") for code in PRESETS}
    present = preset_of(dials) or "own"
    if present == "own":
        labels = {"own": t("workshop.presets.own"), **labels}
    key = _KEY + "preset"
    st.session_state[key] = present

    def take() -> None:
        picked = st.session_state[key]
        if picked in PRESETS:
            st.session_state[_DIALS] = PRESETS[picked]

    choice.select(label("dials"), labels, key, on_change=take)
    shares = {"p": "-".join(map(str, dials.p)), "q": "-".join(map(str, dials.q))}
    st.page_link(shell.page("dial_workshop"), label=t("sampling.controls.workshop"), query_params=shares)


def _beginning() -> None:
    offered = {preset.code: preset for preset in presets()}
    labels = {code: preset.prompt for code, preset in offered.items()}
    prompt = st.session_state[_KEY + "prompt"]
    key = _KEY + "beginning"
    st.session_state[key] = next((code for code, preset in offered.items() if preset.prompt == prompt), "own")

    def take() -> None:
        picked = st.session_state[key]
        if picked in offered:
            st.session_state[_KEY + "prompt"] = offered[picked].prompt

    choice.select(t("live.preset"), {"own": t("live.preset_own"), **labels}, key, on_change=take)
    st.text_input(label("prompt"), key=_KEY + "prompt", max_chars=400, persist_state="session",
                  disabled=lesson.locked(_KEY + "prompt"))  # fmt: skip


def _dials_of_models() -> None:
    one, two = st.columns(2, gap="medium")
    with one:
        pair = choice.select(label("pair"), pair_names.labels(ready=True), _KEY + "pair")
        names = {code: t(f"drafters.{code}.name") for code in drafters_of(pair, DRAFTERS)}
        drafter = choice.select(label("drafter"), names, _KEY + "drafter")
        small(t(f"drafters.{drafter}.text"))
    with two:
        _slider("k", 1, MOST_K, 1)
        _slider("temperature", 0.0, HOTTEST, 0.05)
        _number("top_k", 0, MOST_TOP_K)
        _slider("top_p", 0.05, 1.0, 0.05)


def _segments(name: str, labels: Mapping[str, str]) -> str:
    """Buttons side by side over codes; the choice stays under its own key, as a number where the codes are numbers."""
    widget = f"{_KEY}{name}/choice"
    st.session_state[widget] = str(st.session_state[_KEY + name])

    def keep() -> None:
        chosen = st.session_state[widget]
        st.session_state[_KEY + name] = int(chosen) if chosen.isdigit() else chosen

    st.segmented_control(
        label(name), list(labels), format_func=lambda code: labels[code], required=True, key=widget, on_change=keep,
        disabled=lesson.locked(widget),
    )  # fmt: skip
    return str(st.session_state[_KEY + name])


def _runs(of: str) -> None:
    key = f"{_KEY}runs/{of}"
    st.select_slider(
        label("runs"), RUNS[of], key=key, format_func=lambda n: f"{n:,}", help=t("sampling.controls.runs_help"),
        persist_state="session", disabled=lesson.locked(key),
    )  # fmt: skip


def _slider(name: str, low: float, high: float, step: float) -> None:
    st.slider(label(name), low, high, step=step, key=_KEY + name, help=t(f"live.{name}_help"), persist_state="session",
              disabled=lesson.locked(_KEY + name))  # fmt: skip


def _number(name: str, low: int, high: int) -> None:
    st.number_input(label(name), low, high, key=_KEY + name, help=t(f"live.{name}_help"), persist_state="session",
                    disabled=lesson.locked(_KEY + name))  # fmt: skip
