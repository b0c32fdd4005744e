"""What the desk's form can put into a link is understood by the room that the link opens, whatever is chosen."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil
from urllib.parse import parse_qsl, urlsplit

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tower.classroom.links import Lesson, link, read
from tower.ui import controls, language, words
from tower.ui.accounts import settings as accounts
from tower.ui.desk import fields
from tower.ui.desk.fields import Field
from tower.ui.sampling import settings as sampling
from tower.ui.shelf import settings as shelf
from tower.ui.workshop import settings as workshop


def _live(address: dict[str, str]) -> list[str]:
    return [name for name, text in address.items() if not _parses(name, text)]


def _parses(name: str, text: str) -> bool:
    try:
        controls._parsed(name, text)
    except (ValueError, KeyError):
        return False
    return True


IGNORED: dict[str, Callable[[dict[str, str]], list[str]]] = {
    "live_tower": _live,
    "dial_workshop": lambda address: workshop.read(address)[1],
    "sampling_room": lambda address: sampling.read(address, sampling.RoomSettings())[1],
    "speed_accounts": lambda address: accounts.read(address)[1],
    "drafter_shelf": lambda address: shelf.read(address)[1],
}


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(language, "current", lambda: "en")


def value(draw: st.DrawFn, field: Field) -> str:
    if field.joint:
        some = draw(st.sets(st.sampled_from(field.codes), min_size=1))
        return field.joint.join(code for code in field.codes if code in some)
    if field.codes:
        return draw(st.sampled_from(field.codes))
    if field.low is None or field.high is None:
        return field.usual
    if field.whole:
        return str(draw(st.integers(int(field.low), int(field.high))))
    return f"{draw(st.integers(ceil(field.low * 100), int(field.high * 100))) / 100:g}"


@pytest.mark.parametrize("page", IGNORED)
@given(data=st.data())
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_choice_makes_a_link_that_its_room_understands(page: str, data: st.DataObject) -> None:
    chosen: dict[str, str] = {}
    for field in fields.fields(page):
        if field.asked(chosen):
            chosen[field.name] = data.draw(st.composite(value)(field))
    names = st.frozensets(st.sampled_from(sorted(chosen)))
    lesson = Lesson(chosen, data.draw(names), data.draw(names), language="en")
    address = dict(parse_qsl(urlsplit(link("http://tower", page, lesson)).query, keep_blank_values=True))
    assert read(address, fields.names(page), tuple(words.LANGUAGES)) == (lesson, [])
    settings_of_page = {name: text for name, text in address.items() if name in chosen}
    assert IGNORED[page](settings_of_page) == []
