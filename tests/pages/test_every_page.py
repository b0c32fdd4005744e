"""Every page opens in both languages, with one heading, and switches language without losing its place."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from tower.ui import shell, words


@pytest.mark.parametrize("code", [room.code for room in shell.ROOMS])
def test_page_opens_and_switches_language(visit: Callable[..., AppTest], language: str, code: str) -> None:
    app = visit(code)
    assert [title.value for title in app.title] == [words.text(language, f"pages.{code}.heading")]
    other = next(name for name in words.LANGUAGES if name != language)
    app.segmented_control(key="language/choice").set_value(other).run()
    assert not app.exception
    assert [title.value for title in app.title] == [words.text(other, f"pages.{code}.heading")]
    assert app.query_params["lang"] == other
