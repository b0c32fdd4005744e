"""The live tower's controls: widgets over one set of named values, which also stand in the address.

What a value may be is not decided here: `RunSettings` checks all of them when a run is asked for. The widgets keep
their values for the whole visit, on every page and in either language.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import streamlit as st

from tower.decoding.rulebook import RULES, UPPER_BOUNDS, parameters_of, rule_of
from tower.models.pairs import drafters_of
from tower.models.settings import DRAFTERS
from tower.ui import choice, lesson, pair_names, shell
from tower.ui.language import t
from tower.ui.presets import Preset, presets
from tower.ui.readers import a_pair

_KEY = "live/"
_PRESET = "live-preset"
DEFAULTS: Mapping[str, Any] = {
    "pair": "tower",
    "prompt": "",
    "k": 4,
    "temperature": 0.0,
    "top_k": 0,
    "top_p": 1.0,
    "drafter": "small",
    "rule": "speculative",
    "seed": 0,
    "max_new_tokens": 64,
    "chat": True,
}
LENGTHS = (1, 256)
_LABELS = {name: f"live.{name}" for name in DEFAULTS} | {"max_new_tokens": "live.length"}
_CODES = {"drafter": DRAFTERS, "rule": tuple(RULES)}
_HELPED = ("k", "temperature", "top_k", "top_p", "seed")
RANGES: Mapping[str, tuple[float, float]] = {
    "k": (1, 12),
    "temperature": (0, 2),
    "top_k": (0, 1000),
    "top_p": (0.05, 1),
    "seed": (0, 2**32 - 1),
    "max_new_tokens": LENGTHS,
}


def label(name: str) -> str:
    """A setting's name on the screen."""
    return t(_LABELS[name]) if name in _LABELS else name.removeprefix("rule.")


def arrive(asked: Mapping[str, str]) -> list[str]:
    """Fill the controls on the first visit: from the link where it makes sense, else from the defaults.

    Returns the names in the link that made no sense.
    """
    values = dict(DEFAULTS)
    ignored = []
    for name, text in asked.items():
        try:
            values[name] = _parsed(name, text)
        except (ValueError, KeyError):
            ignored.append(name)
    values["prompt"] = values["prompt"] or presets(values["pair"])[0].prompt
    for name, value in values.items():
        st.session_state[_KEY + name] = value
    _fit_drafter()
    return ignored


def choose_pair(code: str) -> None:
    """Turn the pair's dial from outside; what does not fit the pair turns with it."""
    if not arrived():
        arrive({})
    before = st.session_state[_KEY + "pair"]
    st.session_state[_KEY + "pair"] = code
    _fit_drafter()
    _fit_prompt(before)


def _fit_drafter() -> None:
    offered = drafters_of(st.session_state[_KEY + "pair"], DRAFTERS)
    if st.session_state[_KEY + "drafter"] not in offered:
        st.session_state[_KEY + "drafter"] = offered[0]


def _fit_prompt(before: str) -> None:
    """A beginning that was offered for another kind of pair gives way to one for this; the visitor's own words stay."""
    offered = presets(st.session_state[_KEY + "pair"])
    theirs = {preset.prompt for preset in presets(before)} - {preset.prompt for preset in offered}
    if st.session_state[_KEY + "prompt"] in theirs | {""}:
        st.session_state[_KEY + "prompt"] = offered[0].prompt


def arrived() -> bool:
    """Whether the controls of this visit hold values."""
    return _KEY + "prompt" in st.session_state


def _parsed(name: str, text: str) -> Any:
    """The value of a link's parameter. Raises ValueError when it is unknown or out of its range."""
    if name.startswith("rule."):
        if name.removeprefix("rule.") not in UPPER_BOUNDS:
            raise ValueError(name)
        low, high = 0.0, UPPER_BOUNDS[name.removeprefix("rule.")]
        value = float(text)
        if not low < value <= high:
            raise ValueError(name)
        return value
    if name == "prompt":
        return text
    if name == "pair":
        return a_pair(text)
    if name == "chat":
        return {"True": True, "False": False}[text]
    if name in _CODES:
        if text not in _CODES[name]:
            raise ValueError(name)
        return text
    kind = type(DEFAULTS[name]) if name in DEFAULTS else None
    if kind is None:
        raise ValueError(name)
    number = kind(text)
    low, high = RANGES[name]
    if not low <= number <= high:
        raise ValueError(name)
    return number


def values() -> dict[str, Any]:
    """What the controls say now: the names of DEFAULTS, and `rule.<parameter>` for the parameters of the rule."""
    chosen = {name: st.session_state[_KEY + name] for name in DEFAULTS}
    for name, default in parameters_of(rule_of(chosen["rule"])).items():
        chosen[f"rule.{name}"] = st.session_state.get(f"{_KEY}rule.{name}", default)
    return chosen


def draw() -> bool:
    """The controls themselves: the beginning and the start button, k and temperature; the rest folded.

    Returns whether a new run was asked for.
    """
    with st.container(key="live-controls"):
        left, right = st.columns([5, 1], vertical_alignment="bottom")
        pair = st.session_state[_KEY + "pair"]
        prompt, help = ("live.prompt", "live.prompt_help") if pair == "tower" else ("own.prompt", "own.prompt_help")
        left.text_area(
            t(prompt), key=_KEY + "prompt", help=t(help), height=68, persist_state="session",
            disabled=lesson.locked(_KEY + "prompt"),  # no max_chars: a browser then drops a long paste without a word
        )  # fmt: skip
        pressed = right.button(t("live.start"), type="primary", width="stretch", key="live-start")
        one, two, three, four = st.columns([2.2, 1.5, 1.5, 1], gap="medium", vertical_alignment="bottom")
        with one:
            _beginnings()
        with two:
            _slider("k", step=1)
        with three:
            _slider("temperature", step=0.05)
        with four, st.popover(t("live.more"), width="stretch"):
            _more()
        _what_the_model_reads(pair)
    return pressed


def _what_the_model_reads(pair: str) -> None:
    chat = pair_names.chat_of(pair)
    if chat is not None and st.session_state[_KEY + "chat"]:
        with st.expander(t("own.reads")):
            st.caption(t("own.reads_note"))
            st.code(chat.around(st.session_state[_KEY + "prompt"]), language=None, wrap_lines=True)


def _beginnings() -> None:
    offered = {preset.code: preset for preset in presets(st.session_state[_KEY + "pair"])}
    labels = {code: _named(preset) for code, preset in offered.items()}
    prompt = st.session_state[_KEY + "prompt"]
    st.session_state[_PRESET] = next((code for code, preset in offered.items() if preset.prompt == prompt), "own")

    def take() -> None:
        picked = st.session_state[_PRESET]
        if picked in offered:
            st.session_state[_KEY + "prompt"] = offered[picked].prompt

    choice.select(t("live.preset"), {"own": t("live.preset_own"), **labels}, _PRESET, on_change=take)


def _named(preset: Preset) -> str:
    return f"{t(f'live.prompt_kinds.{preset.kind}')} · {_short(preset.prompt)}"


def _more() -> None:
    pair = _pair()
    _codes("drafter", {code: t(f"drafters.{code}.name") for code in drafters_of(pair, DRAFTERS)})
    st.caption(t(f"drafters.{st.session_state[_KEY + 'drafter']}.text"))
    rule = _codes("rule", {code: t(f"rules.{code}.name") for code in RULES})
    st.caption(t(f"rules.{rule}.text"))
    for name, default in parameters_of(rule_of(rule)).items():
        key = f"{_KEY}rule.{name}"
        st.session_state.setdefault(key, default)
        st.number_input(name, 0.01, UPPER_BOUNDS[name], step=0.01, key=key, persist_state="session",
                        disabled=lesson.locked(key))  # fmt: skip
    left, right = st.columns(2)
    with left:
        _number("top_k")
        _number("seed")
    with right:
        _slider("top_p", step=0.05)
        _number("max_new_tokens")


def _pair() -> str:
    before: str = st.session_state[_KEY + "pair"]
    pair = choice.select(label("pair"), pair_names.labels(), _KEY + "pair", on_change=lambda: _follow_pair(before))
    if pair_names.chat_of(pair) is not None:
        st.toggle(label("chat"), key=_KEY + "chat", help=t("own.chat_help"), persist_state="session")
    if shell.opens("own_pair"):
        st.page_link(shell.page("own_pair"), label=t("own.bring"))
    return pair


def _follow_pair(before: str) -> None:
    """What has to turn with the pair when a visitor has turned it. before: the pair that it was."""
    _fit_drafter()
    _fit_prompt(before)


def _codes(name: str, labels: Mapping[str, str]) -> str:
    return choice.select(label(name), labels, _KEY + name)


def _help(name: str) -> str | None:
    return t(f"live.{name}_help") if name in _HELPED else None


def _slider(name: str, step: float) -> None:
    low, high = RANGES[name]
    kind = type(DEFAULTS[name])
    st.slider(
        label(name), kind(low), kind(high), step=kind(step), key=_KEY + name, help=_help(name), persist_state="session",
        disabled=lesson.locked(_KEY + name),
    )  # fmt: skip


def _number(name: str) -> None:
    low, high = RANGES[name]
    st.number_input(label(name), int(low), int(high), key=_KEY + name, help=_help(name), persist_state="session",
                    disabled=lesson.locked(_KEY + name))  # fmt: skip


def _short(text: str, most: int = 28) -> str:
    line = " ".join(text.split())
    return line if len(line) <= most else line[: most - 1] + "…"
