"""The frame around every page: navigation, language, and the way out of Streamlit's old multipage mode."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import streamlit as st
from streamlit.navigation.page import Page

from tower.models.deployment import is_public
from tower.ui import language, lesson, settle, warmup
from tower.ui.language import t

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True, slots=True)
class Room:
    """A page of the app: its code is the file's name, its address and the stem of its texts."""

    code: str
    section: str


ROOMS = (
    Room("lobby", "start"),
    *(Room(f"floor_{n}", "floors") for n in range(1, 8)),
    Room("finish", "floors"),
    Room("live_tower", "rooms"),
    Room("dial_workshop", "rooms"),
    Room("sampling_room", "rooms"),
    Room("speed_accounts", "rooms"),
    Room("drafter_shelf", "rooms"),
    Room("own_pair", "rooms"),
    Room("teachers_desk", "rooms"),
    Room("class_room", "rooms"),
)


def rooms() -> tuple[Room, ...]:
    """Those that this server opens: a public one downloads nothing and reads no folder."""
    return tuple(room for room in ROOMS if room.code != "own_pair" or not is_public())


def opens(code: str) -> bool:
    """Whether this server has the room."""
    return any(room.code == code for room in rooms())


def page(code: str) -> Page:
    """The page object of room `code`, titled in the visitor's language."""
    room = next(room for room in ROOMS if room.code == code)
    # no icon: the browser would fetch a material one from a font server
    return st.Page(
        ROOT / "pages" / f"{code}.py",
        title=t(f"pages.{code}.title"),
        url_path=code,
        default=room is ROOMS[0],
    )


def navigation() -> Page:
    """Declare the pages and return the one that the address asks for."""
    sections: dict[str, list[Page]] = {}
    for room in rooms():
        sections.setdefault(t(f"sections.{room.section}"), []).append(page(room.code))
    flat = [entry for entries in sections.values() for entry in entries]
    return st.navigation(flat if len(flat) < 6 else sections, position="top")


def leave_auto_mode() -> None:
    """First line of app.py and of every page.

    Until `st.navigation` has run once in the process, Streamlit runs the files of a folder called pages/ by itself,
    without app.py. Declaring the navigation ends that for the process; the rerun then comes in by the door.
    """
    from streamlit.runtime.pages_manager import PagesManager  # internal; only read

    if PagesManager.uses_pages_directory:
        navigation()
        st.rerun()


# Streamlit's own hint under text fields ("Press Enter to …") knows no Chinese, and a button says the same
_STYLE = """
[data-testid="InputInstructions"] { display: none; }
/* as Streamlit fades them, captions on parchment fall below the contrast that AA asks for */
[data-testid="stCaptionContainer"] { opacity: .82; }
/* a link that is a line of its own looks like one */
[data-testid="stPageLink-NavLink"] p { text-decoration: underline; text-underline-offset: .22em; }
/* Chinese has no italics: emphasis is set in dots below the letters */
html[lang="zh-Hant"] [data-testid="stMarkdownContainer"] em {
  font-style: normal; text-emphasis: dot; text-emphasis-position: under right;
}
"""
# Streamlit writes white on the primary colour; on the lamp-lit brass of the dark mode only ink can be read
_DARK_STYLE = '[data-testid^="stBaseButton-primary"]:not(:disabled) * { color: #171B27; }'


def _style() -> None:
    st.html(f"<style>{_STYLE}{_DARK_STYLE if st.context.theme.type == 'dark' else ''}</style>")


def _settings_of(code: str) -> frozenset[str]:
    from tower.ui.desk.fields import names  # it knows the rooms, and they know this module; and it takes its time

    return names(code)


def open_door() -> None:
    """The main script: navigation, page settings, heading, language, then the page itself."""
    room = navigation()
    code = room.url_path or ROOMS[0].code
    icon = ROOT / "assets" / "art" / "favicon.png"
    st.set_page_config(page_title=f"{room.title} · {t('app.name')}", page_icon=str(icon), layout="wide")
    _style()
    lesson.arrive(code, _settings_of)
    lesson.dress()
    heading, languages = st.columns([3, 1], vertical_alignment="center")
    heading.title(t(f"pages.{code}.heading"))
    with languages:
        language.switch()
    with st.container():  # always there: what comes or goes must not move what stands below
        lesson.tell()
    room.run()
    warmup.begin()
    settle.settle()
