"""A run as one HTML file: the stage, the trace, the words of every language. No network, no other file.

Knows no Streamlit: the parts of the stage and all words are handed in. The page's own policy forbids it to load or to
send anything, so that it keeps that promise even where a browser would not.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from typing import Any, Literal

from tower.classroom.embedding import embedded, whole

Json = Mapping[str, Any]
Kind = Literal["run", "what-if"]

POLICY = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:"


@dataclass(frozen=True, slots=True)
class Parts:
    """What the page is made of, as text: the stage's markup; all styles; all scripts, the one that mounts last."""

    markup: str
    style: str
    script: str


@dataclass(frozen=True, slots=True)
class Travelling:
    """A run that leaves the house. trace: its JSON; plain: of its plain lane. csv: its rounds. saved: the day, as
    YYYY-MM-DD. kind: `what-if` where a reader changed something, `note` then says what, by language."""

    trace: Json
    plain: Json | None = None
    csv: str = ""
    saved: str = ""
    kind: Kind = "run"
    note: Mapping[str, str] | None = None


def exported_page(parts: Parts, run: Travelling, words: Mapping[str, Json], *, language: str) -> bytes:
    """The file. words: by language, {stage: for the stage, page: for what is around it}; language: shown first.

    Raises KeyError where `language` is not among the words.
    """
    title = whole(words[language]["page"]["title"])
    data = {
        "run": {"id": "page", "trace": run.trace, "complete": True},
        "plain": run.plain,
        "csv": run.csv,
        "saved": run.saved,
        "kind": run.kind,
        "note": run.note,
        "words": words,
        "language": language,
    }
    page = (
        f'<!doctype html>\n<html lang="{escape(language)}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{escape(POLICY)}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>\n{parts.style}\n</style>\n</head>\n<body>\n"
        '<main>\n<header class="travel-head"></header>\n'
        f'<div id="stage-host">{parts.markup}</div>\n<div class="travel-foot"></div>\n</main>\n'
        f'<script type="application/json" id="travel-data">{embedded(data)}</script>\n'
        f'<script type="module">\n{parts.script}\n</script>\n</body>\n</html>\n'
    )
    return page.encode()
