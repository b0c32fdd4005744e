"""A tower that is pointed at the tests' own server."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from tests.served.fake import Fake, serving
from tower.models.pairs import PAIRS
from tower.models.served import client


@pytest.fixture(autouse=True)
def no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "PAUSES", (0.0, 0.0))


@pytest.fixture
def point(monkeypatch: pytest.MonkeyPatch) -> Callable[[Fake], None]:
    """Set the variables by which an owner names the server."""

    def pointed(fake: Fake) -> None:
        named = {
            "URL": fake.address + "/v1", "KEY": fake.key, "MODEL": "oracle",
            "TOKENIZER": str(PAIRS["tower"].target), "DRAFT": str(PAIRS["tower"].draft),
        }  # fmt: skip
        for name, value in named.items():
            monkeypatch.setenv(f"TOWER_SERVED_{name}", value)

    return pointed


@pytest.fixture
def server(point: Callable[[Fake], None]) -> Iterator[Fake]:
    """One that does all it should."""
    with serving(Fake()) as fake:
        point(fake)
        yield fake
