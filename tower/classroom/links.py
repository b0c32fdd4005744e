"""A page with its settings as a link for a class, and back. A link is anybody's text: bounded, checked, never trusted.

Settings are texts by name, as each room writes them to its own address; what a value may be is that room's business.
Beside them stand the lesson's own parameters: `fixed`, `hidden` (names, joined by `~`), `present`, `hold`, `lang`.
Knows no page and no screen.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from urllib.parse import urlencode, urlsplit

OURS = ("lang", "fixed", "hidden", "present", "hold")
MOST_SETTINGS, LONGEST_NAME, LONGEST_VALUE, LONGEST_LINK = 64, 40, 4000, 8000
_JOINT = "~"


@dataclass(frozen=True, slots=True)
class Lesson:
    """settings: by name, in order. fixed: shown, but not changeable. hidden: neither. present: larger, for a projector.
    hold: reveals wait for the teacher. language: a code, empty where the reader's own decides."""

    settings: Mapping[str, str] = field(default_factory=dict)
    fixed: frozenset[str] = frozenset()
    hidden: frozenset[str] = frozenset()
    present: bool = False
    hold: bool = False
    language: str = ""


def parameters(lesson: Lesson) -> dict[str, str]:
    """The address parameters of a lesson; switches that are off and empty lists are left out.

    Raises ValueError where a setting has the name of one of ours, or a name that could not be read back.
    """
    for name in {*lesson.settings, *lesson.fixed, *lesson.hidden}:
        if name in OURS or _JOINT in name or not 0 < len(name) <= LONGEST_NAME:
            raise ValueError(name)
    own = {
        "fixed": _JOINT.join(sorted(lesson.fixed)),
        "hidden": _JOINT.join(sorted(lesson.hidden)),
        "present": "1" if lesson.present else "",
        "hold": "1" if lesson.hold else "",
        "lang": lesson.language,
    }
    return {**lesson.settings, **{name: text for name, text in own.items() if text}}


def link(base: str, page: str, lesson: Lesson) -> str:
    """The whole link. base: the server's address. Raises ValueError as `parameters`, and where it gets too long."""
    query = urlencode(parameters(lesson))
    whole = f"{base.rstrip('/')}/{page}" + (f"?{query}" if query else "")
    if len(whole) > LONGEST_LINK:
        raise ValueError("too long")
    return whole


def read(
    address: Mapping[str, str], known: Collection[str] | None, languages: Collection[str]
) -> tuple[Lesson, list[str]]:
    """The lesson of address parameters, and the names of what made no sense and was left out.

    known: names that may be fixed or hidden, None for any. Too long a value, too many settings and strange switches
    are left out like unknown names.
    """
    ignored: list[str] = []
    settings: dict[str, str] = {}
    for name, text in address.items():
        if name in OURS:
            continue
        if len(settings) < MOST_SETTINGS and 0 < len(name) <= LONGEST_NAME and len(text) <= LONGEST_VALUE:
            settings[name] = text
        else:
            ignored.append(name[:LONGEST_NAME])

    def names(which: str) -> frozenset[str]:
        asked = [name for name in address.get(which, "")[:LONGEST_VALUE].split(_JOINT) if name]
        good = {name for name in asked[:MOST_SETTINGS] if len(name) <= LONGEST_NAME and name not in OURS
                and (known is None or name in known)}  # fmt: skip
        if len(good) < len(set(asked)):
            ignored.append(which)
        return frozenset(good)

    def switch(which: str) -> bool:
        if address.get(which, "0") not in ("0", "1"):
            ignored.append(which)
        return address.get(which) == "1"

    language = address.get("lang", "")
    if language and language not in languages:
        ignored.append("lang")
        language = ""
    lesson = Lesson(settings, names("fixed"), names("hidden"), switch("present"), switch("hold"), language)
    return lesson, ignored


def is_base(text: str) -> bool:
    """Whether the text is the address of a server: http or https, a host, nothing else that a link could hide."""
    try:
        parts = urlsplit(text)
        port_fits = parts.port is None or parts.port > 0
    except ValueError:
        return False
    clean = not any(letter.isspace() or letter in "\"'<>\\@" for letter in text)
    return (
        parts.scheme in ("http", "https") and bool(parts.hostname) and port_fits and clean
        and not parts.query and not parts.fragment and len(text) <= 200
    )  # fmt: skip
