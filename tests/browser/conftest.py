"""A real server and a real Chromium for the browser tests; both must stay silent: no traceback, no console error."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, sync_playwright

ROOT = Path(__file__).resolve().parents[2]
QUIET = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
         "--disable-component-update", "--disable-sync"]  # fmt: skip

# On a deep link Streamlit's own front end first looks for the server below the page's path, and moves up on a 404.
PROBE = re.compile(r"/\w+/_stcore/(health|host-config)$")
TROUBLE = re.compile(r"traceback|warning|error|exception", re.IGNORECASE)


@dataclass
class Server:
    """A Streamlit server of this app, and what it wrote to its log."""

    url: str
    log: Path

    def troubles(self) -> list[str]:
        """Lines of the log that a healthy server would not write."""
        return [line for line in self.log.read_text(encoding="utf-8").splitlines() if TROUBLE.search(line)]


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def serve(folder: Path) -> Iterator[Server]:
    """Start app.py as a user would, wait until it is healthy, stop it in the end and look into its log."""
    port = _free_port()
    log = folder / "server.log"
    command = [sys.executable, "-m", "streamlit", "run", "app.py", "--server.port", str(port),
               "--server.address", "127.0.0.1"]  # fmt: skip
    with log.open("wb") as sink:
        process = subprocess.Popen(
            command, cwd=ROOT, stdout=sink, stderr=subprocess.STDOUT, env={**os.environ, "TOWER_DATA": str(folder)}
        )
    try:
        deadline = time.monotonic() + 90
        while True:
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{port}/_stcore/health", timeout=2).close()
                break
            except OSError:
                assert process.poll() is None and time.monotonic() < deadline, log.read_text(encoding="utf-8")
                time.sleep(0.2)
        server = Server(f"http://127.0.0.1:{port}", log)
        yield server
        assert not server.troubles()
    finally:
        process.terminate()
        process.wait(20)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that the tests of one module share."""
    yield from serve(tmp_path_factory.mktemp("server"))


@pytest.fixture
def cold_server(tmp_path: Path) -> Iterator[Server]:
    """A server that nobody has visited yet."""
    yield from serve(tmp_path)


def chromium_path() -> str | None:
    """The system's Chromium; None lets Playwright take its own."""
    return shutil.which("chromium")


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """One Chromium for the whole session: the system's, else Playwright's own."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=QUIET)
        yield browser
        browser.close()


@dataclass
class Window:
    """Opens pages and collects what their consoles complain about."""

    browser: Browser
    complaints: list[str] = field(default_factory=list)
    pages: list[Page] = field(default_factory=list)

    def __call__(self, url: str, *, width: int = 1280, height: int = 900, **context: object) -> Page:
        page = self.browser.new_context(viewport={"width": width, "height": height}, **context).new_page()
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.pages.append(page)
        page.goto(url)
        return page

    def _console(self, message: ConsoleMessage) -> None:
        probe = PROBE.search(message.location.get("url", ""))
        if message.type in ("error", "warning") and not probe:
            self.complaints.append(f"{message.type}: {message.text} ({message.location.get('url')})")


@pytest.fixture
def window(chromium: Browser) -> Iterator[Callable[..., Page]]:
    """`window(url, width=…, color_scheme=…)` opens a page; the test fails if a console complained."""
    opened = Window(chromium)
    yield opened
    for page in opened.pages:
        page.context.close()
    assert not opened.complaints


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "browser" in item.path.parts:
            item.add_marker(pytest.mark.browser)
