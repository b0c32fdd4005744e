"""Every failure that code can raise has words in both languages, and the words use only what the failure carries."""

from __future__ import annotations

import ast
import re
import string
from collections.abc import Iterator

import pytest

from tower.decoding.errors import TraceError
from tower.ui import errors, language, shell, words


def raised() -> Iterator[tuple[str, frozenset[str]]]:
    """(code, names of its values) of every error that is constructed anywhere in tower/."""
    for file in sorted((shell.ROOT / "tower").rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id.endswith("Error")):
                continue
            if len(node.args) >= 2 and isinstance(node.args[0], ast.Constant) and isinstance(node.args[0].value, str):
                yield node.args[0].value, frozenset(keyword.arg for keyword in node.keywords if keyword.arg)


RAISED = sorted(set(raised()), key=str)


def test_something_is_found() -> None:
    assert len(RAISED) > 20


@pytest.mark.parametrize("language", words.LANGUAGES)
@pytest.mark.parametrize(("code", "values"), RAISED, ids=lambda item: item if isinstance(item, str) else "")
def test_every_code_has_words(language: str, code: str, values: frozenset[str]) -> None:
    text = words.catalogue(language)[f"errors.{code}"]
    used = {name for _, name, _, _ in string.Formatter().parse(text) if name}
    assert used <= values


def test_values_are_shown_as_text_not_markup(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(errors, "current", lambda: "en")
    monkeypatch.setattr(errors, "t", lambda key, **values: words.text("en", key, **values))
    told = errors.message(TraceError("trace-version", "", version="**bold** [link](http://x) $x$ <b>"))
    assert r"\*\*bold\*\*" in told and r"\[link\]" in told and r"\$x\$" in told and r"\<b\>" in told


@pytest.mark.parametrize(("pair", "shown"), [("tower", "Oracle and Mogu"), ("x*y", r"“x\*y”")])
def test_a_pair_is_told_by_its_name(monkeypatch: pytest.MonkeyPatch, pair: str, shown: str) -> None:
    monkeypatch.setattr(language, "current", lambda: "en")
    monkeypatch.setattr(errors, "current", lambda: "en")
    assert shown in errors.message(TraceError("what-if-weights", "", pair=pair))


@pytest.mark.parametrize("text", ["www.example.com", "https://evil.io", "a@b.co", "HTTP://X"])
def test_addresses_do_not_become_links(text: str) -> None:
    """Markdown would link these autolinks although every mark is escaped."""
    shown = errors.escaped(text)
    assert not re.search(r"www\\?\.|:\\?/\\?/|@[\w]", shown, re.IGNORECASE)
    assert shown.replace("\u2060", "").replace("\\", "") == text
