"""A served target in the rooms: chosen like any pair, its costs told, and its server may go in the middle of a run."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from streamlit.testing.v1 import AppTest

from tests.pages.reading import components, said
from tests.served.fake import Fake, name_server, serving
from tower.models.served import client
from tower.ui import words


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Fake]:
    monkeypatch.setattr(client, "PAUSES", (0.0,))
    with serving(Fake()) as fake:
        name_server(monkeypatch, fake)
        yield fake


def test_a_served_target_plays_and_tells_what_it_took(
    visit: Callable[..., AppTest], language: str, server: Fake
) -> None:
    app = visit("own_pair")
    assert words.text(language, "served.how") not in said(app)
    app.button(key="own-live/served").click().run()
    app.switch_page("pages/live_tower.py").run()
    app.slider(key="live/temperature").set_value(1.0)
    app.number_input(key="live/seed").set_value(2)
    app.button(key="live-start").click().run()
    assert not app.exception and not app.error
    trace = components(app, "stage")[0]["run"]["trace"]
    taken = trace["totals"]["served"]
    assert trace["settings"]["pair"] == "served" and taken["hauls"] > len(trace["rounds"]) > 0
    told = said(app)
    assert f" {taken['hauls']} " in told and f" {taken['recomputed']} " in told
    assert words.text(language, "served.remark", model="oracle") in told
    table = app.dataframe[0].value
    assert list(table[words.text(language, "served.columns.hauls")]) == [
        entry["served"]["hauls"] for entry in trace["rounds"]
    ]
    assert server.address not in told


def test_a_server_that_goes_takes_no_words_along(visit: Callable[..., AppTest], language: str, server: Fake) -> None:
    app = visit("live_tower", pair="served", prompt="The bell")
    before = components(app, "stage")[0]["run"]["trace"]
    assert before["totals"]["tokens"] > 0
    server.failures = [503] * 9
    end = next(button for button in app.button if button.label == words.text(language, "live.to_end"))
    end.click().run()
    assert [message.value for message in app.error] == [words.text(language, "errors.served-busy", status=503)]
    after = components(app, "stage")[0]["run"]["trace"]
    assert after["rounds"] == before["rounds"]


def test_a_server_that_is_not_there_is_told_in_words(
    visit: Callable[..., AppTest], language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client, "PAUSES", ())
    with serving(Fake()) as fake:
        name_server(monkeypatch, fake)
    app = visit("live_tower", pair="served", prompt="The bell")
    assert [message.value for message in app.error] == [words.text(language, "errors.served-unreachable")]
    app.run()  # still nothing stands on the stage, and still the page says why
    assert [message.value for message in app.error] == [words.text(language, "errors.served-unreachable")]


def test_without_a_server_there_is_no_such_pair(
    visit: Callable[..., AppTest], language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("TOWER_SERVED_URL", raising=False)
    app = visit("own_pair")
    assert words.text(language, "served.how") in said(app)
    app = visit("live_tower", pair="served")
    assert app.session_state["live/pair"] == "tower"
