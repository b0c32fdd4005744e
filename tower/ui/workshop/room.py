"""The workshop as a fragment: turning a dial redraws this room and nothing around it."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from tower.decoding.rulebook import RULES, UPPER_BOUNDS, parameters_of
from tower.ui import choice, shell
from tower.ui.errors import told
from tower.ui.language import branch, t
from tower.ui.workshop import component, state, table
from tower.ui.workshop import settings as codes
from tower.ui.workshop.dials import MOST, PRESETS, preset_of
from tower.ui.workshop.reading import Reading, read_off
from tower.ui.workshop.settings import HOTTEST, SCOPES, Settings
from tower.ui.workshop.verdict import verdict
from tower.ui.workshop.workings import in_fractions, workings

_ASKED = "workshop/asked"


@st.fragment
def show() -> None:
    """Everything below the heading."""
    _take_reading()
    _controls(state.get())
    settings = state.get()
    reading = _reading(settings)
    words = [*reading.words, t("workshop.words.rest")] if reading else _words()
    before = settings.context if reading else t("workshop.words.sentence_before")
    after = "" if reading else t("workshop.words.sentence_after")
    work, fractions = workings(settings), in_fractions(settings)
    component.bench(settings, work, words, (before, after), resizable=reading is None)
    if reading:
        values = {"words": reading.vocabulary, "alpha": table.percent(reading.alpha)}
        st.markdown(t("workshop.reading.note", **values))
    verdict(settings, work, fractions)
    words = words[: settings.dials.size]
    st.header(t("workshop.table.title"))
    st.markdown(f"{t('workshop.table.lead')} {t('workshop.table.lead_' + ('fractions' if fractions else 'rounded'))}")
    component.account(table.account(fractions or work, words))
    st.header(t("workshop.motion.title"))
    st.markdown(t("workshop.motion.lead"))
    component.motion(settings, work, words)
    seed, onward = st.columns([1, 3], vertical_alignment="bottom")
    seed.number_input(
        t("workshop.controls.seed"), 0, 999_999, help=t("workshop.controls.seed_help"),
        **state.keyed("seed", settings.seed, lambda seed: state.change(seed=int(seed))),
    )  # fmt: skip
    if settings.warp.plain:
        with onward:
            _count_them(settings)
    state.write_address()


def _count_them(settings: Settings) -> None:
    """The way to the sampling room, with these dials and this rule."""
    told = codes.write(replace(settings, context=""))
    asked = {"of": "dials", "p": codes.joined(settings.dials.p), "q": codes.joined(settings.dials.q)}
    asked["exact" if settings.rule_object().exact else "wrong"] = settings.rule
    asked |= {name: told[name] for name, _ in settings.parameters}
    st.page_link(shell.page("sampling_room"), label=t("workshop.motion.count"), query_params=asked)


def _words() -> list[str]:
    return [t(f"workshop.words.w{n}") for n in range(1, MOST + 1)]


def _take_reading() -> None:
    """Turn to the dials that were asked for with the button, if they can be read."""
    context = st.session_state.pop(_ASKED, None)
    if context is not None:
        with told(), st.spinner(t("workshop.reading.waking"), show_time=False):
            state.change(context=context, dials=read_off(context).dials)
            state.turned()


def _reading(settings: Settings) -> Reading | None:
    """The words that belong to dials read off the models; without them the dials are ordinary ones."""
    if not settings.context:
        return None
    with told(), st.spinner(t("workshop.reading.waking"), show_time=False):
        found = read_off(settings.context)
        if len(found.words) + 1 == settings.dials.size:
            return found
    state.change(context="")
    return None


def _controls(settings: Settings) -> None:
    start, rule, *parameters = st.columns([1.15, 1.15] + [0.7] * len(parameters_of(settings.rule_object())))
    with start:
        labels = branch("workshop.presets")
        now = "live" if settings.context else preset_of(settings.dials) or "own"
        offered = {code: labels[code] for code in (*PRESETS, *([] if now in PRESETS else [now]))}
        st.session_state["workshop/preset"] = now
        choice.select(
            t("workshop.controls.preset"), offered, "workshop/preset",
            on_change=lambda: state.take_preset(st.session_state["workshop/preset"]),
        )  # fmt: skip
    with rule:
        st.session_state["workshop/rule"] = settings.rule
        choice.select(
            t("workshop.controls.rule"), {code: t(f"rules.{code}.name") for code in RULES}, "workshop/rule",
            on_change=lambda: state.put(codes.with_rule(state.get(), st.session_state["workshop/rule"])),
        )  # fmt: skip
    for column, (name, value) in zip(parameters, parameters_of(settings.rule_object()).items(), strict=True):
        with column:
            _parameter(settings.rule, name, value)
    warp, models = st.columns(2)
    with warp:
        _warp(settings)
    with models:
        _from_models(settings)


def _from_models(settings: Settings) -> None:
    with st.expander(t("workshop.reading.title"), key="workshop/models"):
        st.session_state.setdefault("workshop/context", settings.context or t("workshop.reading.example"))
        text = st.text_input(
            t("workshop.reading.context"), key="workshop/context", max_chars=codes.LONGEST_CONTEXT,
            help=t("workshop.reading.help"), persist_state="session",
        )  # fmt: skip
        st.button(
            t("workshop.reading.button"), disabled=state.fixed(),
            on_click=lambda: st.session_state.update({_ASKED: text}),
        )  # fmt: skip


def _parameter(rule: str, name: str, value: float) -> None:
    def keep(number: float) -> None:
        state.put(codes.with_parameter(state.get(), name, float(number)))

    most = UPPER_BOUNDS[name] if value > 1 else 1.0
    label = t(f"workshop.controls.{name}")
    st.slider(label, min(0.01, value), most, step=0.01, **state.keyed(f"{rule}/{name}", value, keep))


def _warp(settings: Settings) -> None:
    warp = settings.warp
    values = {"temperature": f"{warp.temperature:g}", "top_k": warp.top_k, "top_p": f"{warp.top_p:g}"}
    label = t("workshop.controls.warp") if warp.plain else t("workshop.controls.warp_set", **values)
    with st.expander(label, expanded=not warp.plain, key="workshop/warp"):
        heat, top_k, top_p = st.columns(3, gap="medium")
        heat.slider(
            t("workshop.controls.temperature"), 0.0, HOTTEST, step=0.05, help=t("workshop.controls.temperature_help"),
            **state.keyed("temperature", warp.temperature, lambda value: state.change(
                warp=replace(state.get().warp, temperature=float(value)))),
        )  # fmt: skip
        top_k.slider(
            t("workshop.controls.top_k"), 0, MOST, help=t("workshop.controls.top_k_help"),
            **state.keyed("top_k", min(warp.top_k, MOST), lambda value: state.change(
                warp=replace(state.get().warp, top_k=int(value)))),
        )  # fmt: skip
        top_p.slider(
            t("workshop.controls.top_p"), 0.05, 1.0, step=0.05, help=t("workshop.controls.top_p_help"),
            **state.keyed("top_p", max(0.05, warp.top_p), lambda value: state.change(
                warp=replace(state.get().warp, top_p=float(value)))),
        )  # fmt: skip
        labels = branch("workshop.scopes")
        st.segmented_control(
            t("workshop.controls.scope"), SCOPES, format_func=lambda code: labels[code], required=True,
            **state.keyed("scope", settings.scope, lambda code: state.change(scope=code)),
        )  # fmt: skip
        st.caption(t(f"workshop.scope_notes.{settings.scope}"))
