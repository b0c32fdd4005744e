"""A tower that is pointed at the tests' own server."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

import pytest

from tests.served.fake import Fake, name_server, serving
from tower.models.served import client


@pytest.fixture(autouse=True)
def no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "PAUSES", (0.0, 0.0))


@pytest.fixture
def point(monkeypatch: pytest.MonkeyPatch) -> Callable[[Fake], None]:
    return partial(name_server, monkeypatch)


@pytest.fixture
def server(point: Callable[[Fake], None]) -> Iterator[Fake]:
    """One that does all it should."""
    with serving(Fake()) as fake:
        point(fake)
        yield fake
