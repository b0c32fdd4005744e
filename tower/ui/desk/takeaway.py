"""Taking a run home: the buttons under the ledger, and the page behind one of them."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from datetime import date
from functools import cache
from typing import Any

import streamlit as st

from tower.classroom.exported_page import Kind, Parts, Travelling, exported_page
from tower.ui import stage, words
from tower.ui.language import current, t
from tower.ui.sources import source

Json = Mapping[str, Any]
Csv = Callable[[], str]
FILE = "oracle-tower-run.html"


@cache
def parts() -> Parts:
    """The stage and the page around it."""
    style = f"{stage.style()}\n{source('travel/page.css')}"
    return Parts(stage.markup(), style, f"{stage.script()}\n{source('travel/page.js')}")


@cache
def spoken() -> dict[str, Json]:
    """All words that the page may need, by language."""
    return {language: {"stage": words.branch(language, "stage"), "page": _page_words(language)}
            for language in words.LANGUAGES}  # fmt: skip


def _page_words(language: str) -> dict[str, Any]:
    def names(branch: str) -> dict[str, str]:
        return {code: entry["name"] for code, entry in words.branch(language, branch).items()}

    named = {branch: names(branch) for branch in ("pairs", "drafters", "rules")}
    return {**words.branch(language, "travel.page"), **named, "kinds": words.branch(language, "travel.kinds")}


def page(
    trace: Json, plain: Json | None, csv: str, language: str, *, kind: Kind = "run", note: Json | None = None
) -> bytes:
    """The file of a run; kind and note: see `Travelling`."""
    run = Travelling(trace, plain, csv, date.today().isoformat(), kind, note)
    return exported_page(parts(), run, spoken(), language=language)


def button(
    trace: Json, plain: Json | None, csv: Csv, key: str, *, kind: Kind = "run", note: Json | None = None
) -> None:
    """Made when it is asked for, as its csv is, not whenever the page is drawn. key: of this run."""
    language = current()
    st.download_button(
        t("travel.save"), lambda: page(trace, plain, csv(), language, kind=kind, note=note), FILE, "text/html",
        help=t("travel.save_help"), key=f"{key}/page", on_click="ignore",
    )  # fmt: skip


def ways(trace: Json, plain: Json | None, csv: Csv, key: str) -> None:
    """A run as a page, as JSON to replay, as CSV. Arguments: see `button`."""
    with st.container(horizontal=True):
        button(trace, plain, csv, key)
        st.download_button(
            t("ledger.json"), lambda: json.dumps(trace, ensure_ascii=False), "oracle-tower-run.json",
            "application/json", on_click="ignore",
        )  # fmt: skip
        st.download_button(t("ledger.csv"), csv, "oracle-tower-rounds.csv", "text/csv", on_click="ignore")
