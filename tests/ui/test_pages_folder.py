"""Rules for every file in pages/: the guard comes first, and no text for the screen is written in code."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tower.ui import shell

PAGES = sorted((shell.ROOT / "pages").glob("*.py"))
SPEAKING = frozenset(
    [
        "title",
        "header",
        "subheader",
        "markdown",
        "caption",
        "write",
        "text",
        "button",
        "info",
        "warning",
        "error",
        "success",
        "selectbox",
        "slider",
        "text_area",
        "text_input",
        "toggle",
        "checkbox",
        "expander",
        "popover",
        "radio",
        "number_input",
        "download_button",
        "file_uploader",
        "metric",
        "page_link",
        "link_button",
    ]
)


def test_navigation_and_folder_hold_the_same_pages() -> None:
    assert {file.stem for file in PAGES} == {room.code for room in shell.ROOMS}


@pytest.mark.parametrize("file", PAGES, ids=lambda file: file.stem)
def test_the_guard_is_the_first_call(file: Path) -> None:
    body = ast.parse(file.read_text(encoding="utf-8")).body
    first = next(node for node in body if not isinstance(node, ast.Import | ast.ImportFrom) and not _docstring(node))
    assert ast.unparse(first) == "shell.leave_auto_mode()"


@pytest.mark.parametrize("file", [shell.ROOT / "app.py", *PAGES, *(shell.ROOT / "tower" / "ui").glob("*.py")], ids=str)
def test_no_text_for_the_screen_in_code(file: Path) -> None:
    literal = []
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args):
            continue
        owner, label = ast.unparse(node.func.value), node.args[0]
        spoken = isinstance(label, ast.Constant) and any(letter.isalpha() for letter in str(label.value))
        if node.func.attr in SPEAKING and spoken and (owner == "st" or owner.startswith("st.")):
            literal.append(ast.unparse(node))
    assert not literal


def _docstring(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
