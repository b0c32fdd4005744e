"""The app as AppTest runs it: the whole frame, any page, either language."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from streamlit.runtime.pages_manager import PagesManager
from streamlit.testing.v1 import AppTest

from tower.ui import shell, words


@pytest.fixture(autouse=True)
def warm(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that has been visited before. AppTest begins every run as a cold one, and the door's one rerun there
    would swallow each click; tests/browser/test_door.py has the cold server."""
    begin = PagesManager.__init__

    def begin_warm(self: PagesManager, *args: Any, **kwargs: Any) -> None:
        begin(self, *args, **kwargs)
        PagesManager.uses_pages_directory = False

    monkeypatch.setattr(PagesManager, "__init__", begin_warm)


@pytest.fixture(params=list(words.LANGUAGES))
def language(request: pytest.FixtureRequest) -> str:
    chosen: str = request.param
    return chosen


@pytest.fixture
def visit(language: str) -> Callable[..., AppTest]:
    """`visit("live_tower", k="6")` opens a page in `language` with a link's settings."""

    def open_page(code: str, **link: str) -> AppTest:
        app = AppTest.from_file(str(shell.ROOT / "app.py"), default_timeout=120)
        app.query_params.update({"lang": language, **link})
        app.run()
        assert not app.exception
        if code != shell.ROOMS[0].code:
            app.switch_page(f"pages/{code}.py").run()
        assert not app.exception
        return app

    return open_page
