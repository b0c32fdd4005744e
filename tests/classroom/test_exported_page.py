"""The file of a run: one document, everything in it, nothing from elsewhere, hostile words harmless."""

from __future__ import annotations

import json
import re

import pytest

from tests.browser.stage.toy_traces import case
from tower.classroom.exported_page import Parts, Travelling, exported_page

PARTS = Parts("<div></div>", "p { color: red }", "export default 1")
WORDS = {"en": {"stage": {}, "page": {"title": "A <run> & more"}}, "zh-Hant": {"stage": {}, "page": {"title": "塔"}}}
NASTY = "</script><script>window.hurt = 1</script>\u2028<!--\ud800"


def data(page: bytes) -> dict[str, object]:
    found = re.search(r'<script type="application/json" id="travel-data">(.*?)</script>', page.decode(), flags=re.S)
    assert found
    content: dict[str, object] = json.loads(found[1])
    return content


def test_holds_trace_and_both_languages() -> None:
    run = Travelling(case("sampled", "en"), csv="round\n", saved="2026-11-30")
    page = exported_page(PARTS, run, WORDS, language="zh-Hant")
    held = data(page)
    assert held["run"]["trace"] == run.trace and held["words"] == WORDS and held["csv"] == "round\n"  # type: ignore[index]
    assert page.decode().startswith('<!doctype html>\n<html lang="zh-Hant">') and "<title>塔</title>" in page.decode()


def test_title_is_text() -> None:
    assert b"<title>A &lt;run&gt; &amp; more</title>" in exported_page(PARTS, Travelling({}), WORDS, language="en")


def test_hostile_words_stay_in_their_element() -> None:
    trace = {"prompt": {"text": NASTY}, NASTY: [NASTY]}
    page = exported_page(PARTS, Travelling(trace, kind="what-if", note={"en": NASTY}), WORDS, language="en")
    assert page.decode().count("<script") == 2 and "<!--" not in page.decode()
    assert data(page)["run"]["trace"] == trace and data(page)["note"] == {"en": NASTY}  # type: ignore[index]


def test_forbids_itself_any_traffic() -> None:
    page = exported_page(PARTS, Travelling({}), WORDS, language="en").decode()
    assert "default-src &#x27;none&#x27;" in page and "connect-src" not in page


def test_unknown_language_is_an_error() -> None:
    with pytest.raises(KeyError):
        exported_page(PARTS, Travelling({}), WORDS, language="fr")
