"""The Python side: what is handed to the stage, and the page that stands alone."""

from __future__ import annotations

import json
import re
from string import Formatter
from typing import Any

import pytest

from tower.ui import stage

from .harness import words
from .toy_traces import case


def leaves(tree: dict[str, Any], prefix: str = "") -> dict[str, str]:
    found: dict[str, str] = {}
    for name, value in tree.items():
        key = f"{prefix}{name}"
        found.update(leaves(value, key + ".") if isinstance(value, dict) else {key: value})
    return found


def test_both_languages_say_the_same_things_with_the_same_numbers() -> None:
    english, chinese = leaves(words("en")), leaves(words("zh-Hant"))
    assert set(english) == set(chinese)
    for key, text in english.items():
        fields = [{name for _, name, _, _ in Formatter().parse(one) if name} for one in (text, chinese[key])]
        assert fields[0] == fields[1], key
        assert text.strip() and chinese[key].strip()


def test_every_word_is_used_and_every_used_word_exists() -> None:
    source = stage.script()
    known = leaves(words("en"))
    for key in re.findall(r"words\.(\w+\.\w+)\b(?!\()", source):
        assert key in known or key.split(".")[0] in words("en"), key


def test_scripts_are_one_module_without_imports_and_styles_are_whole() -> None:
    source = stage.script()
    assert len(re.findall(r"^export default ", source, flags=re.M)) == 1
    assert not re.search(r"^\s*import\b|innerHTML|insertAdjacentHTML|document\.write", source, flags=re.M)
    names = re.findall(r"^(?:function|class|const|let) (\w+)", source, flags=re.M)
    assert len(names) == len(set(names))
    assert stage.style().count("{") == stage.style().count("}")


@pytest.mark.parametrize("language", ["en", "zh-Hant"])
def test_standalone_page_needs_no_network_and_holds_the_trace(language: str) -> None:
    trace = case("sampled", language)
    page = stage.standalone_page(trace, words(language), title="<A & B>", language=language)
    assert f'<html lang="{language}">' in page and "<title>&lt;A &amp; B&gt;</title>" in page
    assert not re.search(r"(?:src|href)=|@import|url\(\s*['\"]?http|fetch\(|XMLHttpRequest", page.replace("data:", ""))
    match = re.search(r'<script type="application/json" id="stage-data">(.*?)</script>', page, flags=re.S)
    assert match and json.loads(match[1])["run"]["trace"] == trace
