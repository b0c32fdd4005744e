"""How a teacher's link shapes a page: settings fixed or hidden, larger type, held reveals. For the whole visit.

A widget asks `locked(key)`; what is hidden goes by its key too. Both are for calm, not for secrecy: a student who
takes the parameters out of the address has the page as it always was. Knows no page's settings but by their keys.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import replace

import streamlit as st

from tower.classroom.links import OURS, Lesson, parameters, read
from tower.decoding.rulebook import RULES, parameters_of
from tower.ui import words
from tower.ui.errors import escaped
from tower.ui.language import t
from tower.ui.palette import palette

PRESENT, HOLD = "floors/present", "floors/hold"
_HERE, _LESSONS, _SEEN, _IGNORED = "lesson/here", "lesson/lessons", "lesson/seen", "lesson/ignored"

# the first part of a room's session keys, and parts of keys that stand for a setting of another name
PREFIXES = {
    "live_tower": "live",
    "dial_workshop": "workshop",
    "sampling_room": "sampling",
    "speed_accounts": "accounts",
    "drafter_shelf": "shelf",
}
_ALIASES = {"live-preset": "prompt", "beginning": "prompt", "preset": "p", "dials": "p", "scope": "on"}

_LARGE = """
<style>
html { font-size: 125%; }
[data-testid="stHeader"] { font-size: 80%; }
[data-testid="stMarkdownContainer"] p, [data-testid="stMarkdownContainer"] li { font-size: 1.2rem; line-height: 1.6; }
[data-testid="stMetricValue"] p { font-size: inherit; line-height: inherit; }
</style>
"""


def arrive(page: str, known: Callable[[str], Collection[str]]) -> None:
    """Take over what the address says about the lesson; the same address again changes nothing. known: a page's
    settings, asked for only where the address fixes or hides some."""
    st.session_state[_HERE] = page
    asked = {name: text for name, text in st.query_params.to_dict().items() if name in OURS}
    seen = st.session_state.setdefault(_SEEN, {})
    if seen.get(page) == asked:
        return
    seen[page] = asked
    names = known(page) if {"fixed", "hidden"} & set(asked) else ()
    found, ignored = read(asked, names, tuple(words.LANGUAGES))
    st.session_state[_IGNORED] = [name for name in ignored if name != "lang"]
    lessons = st.session_state.setdefault(_LESSONS, {})
    if found.fixed or found.hidden:
        lessons[page] = found
    for key, on in ((PRESENT, found.present), (HOLD, found.hold)):
        if on:
            st.session_state[key] = True


def here() -> Lesson:
    """The lesson of this page; an empty one where no link shaped it."""
    lesson: Lesson = st.session_state.get(_LESSONS, {}).get(st.session_state.get(_HERE), Lesson())
    return lesson


def ignored() -> list[str]:
    """Our own parameters that made no sense."""
    names: list[str] = st.session_state.get(_IGNORED, [])
    return names


def frame() -> dict[str, str]:
    """What the address has to say of the lesson, besides the page's own settings."""
    lesson = here()
    now = replace(lesson, settings={}, present=present(), hold=hold(), language="")
    return parameters(now)


def present() -> bool:
    return bool(st.session_state.get(PRESENT))


def hold() -> bool:
    return bool(st.session_state.get(HOLD))


def locked(key: str) -> bool:
    """Whether the widget over this session key may not be changed: its setting is fixed or hidden."""
    lesson = here()
    return bool(_names(key) & (lesson.fixed | lesson.hidden)) if lesson.fixed or lesson.hidden else False


def _names(key: str) -> set[str]:
    """The settings that a session key speaks of."""
    parts = key.split("/")
    names = {_ALIASES.get(part, part) for part in parts}
    return names | ({"q"} if "p" in names else set()) | {part.partition(".")[2] for part in parts if "." in part}


def tell() -> None:
    """What a reader should know of the lesson."""
    lesson = here()
    if ignored():
        st.info(t("lesson.ignored", names=escaped(", ".join(ignored()))))
    if lesson.fixed or lesson.hidden:
        st.caption(t("lesson.note"))


def dress() -> None:
    """The page's size and what is hidden on it."""
    page = st.session_state.get(_HERE)
    if present():
        st.html(_LARGE)
    if here().fixed:  # what is fixed is to be read all the same
        st.html(f'<style>[data-testid="stWidgetLabel"] p {{ color: {palette().ink} !important; }}</style>')
    hidden = here().hidden
    if hidden and page in PREFIXES:
        selectors = ", ".join(_selectors(PREFIXES[page], hidden))
        st.html(f"<style>{selectors} {{ display: none; }}</style>")


def _selectors(prefix: str, names: Iterable[str]) -> list[str]:
    """CSS of the widgets over these settings. Streamlit makes a class of a key: what is no letter becomes a dash."""
    parts: list[str] = []
    for name in sorted(names):
        if not name.replace("_", "").replace(".", "").isalnum():
            continue  # no setting is called so, and it has no place in a style sheet
        plain = name.removeprefix("rule.")
        parts += [f"{prefix}-{plain}", *(f"{prefix}-{rule}-{plain}" for rule, make in RULES.items()
                                         if plain in parameters_of(make()))]  # fmt: skip
        parts += [f"live-rule-{plain}"] if name.startswith("rule.") else []
        parts += [alias if alias.startswith(prefix) else f"{prefix}-{alias}"
                  for alias, meant in _ALIASES.items() if meant == name]  # fmt: skip
    return [selector for part in parts for selector in (f".st-key-{part}", f'[class*="st-key-{part}-"]')]
