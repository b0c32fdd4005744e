"""Links: what goes in comes out, whatever it was; what anybody writes into one does no harm."""

from __future__ import annotations

from urllib.parse import parse_qsl, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tower.classroom import links
from tower.classroom.links import OURS, Lesson

ANY = st.characters(exclude_categories=("Cs",))
NAMES = st.text(ANY.filter(lambda c: c != "~"), min_size=1, max_size=links.LONGEST_NAME).filter(lambda n: n not in OURS)
LESSONS = st.builds(
    Lesson,
    settings=st.dictionaries(NAMES, st.text(ANY, max_size=40), max_size=6),
    fixed=st.frozensets(NAMES, max_size=5),
    hidden=st.frozensets(NAMES, max_size=5),
    present=st.booleans(),
    hold=st.booleans(),
    language=st.sampled_from(["", "en", "zh-Hant"]),
)
LANGUAGES = ("en", "zh-Hant")


def opened(url: str) -> dict[str, str]:
    """Address parameters as a browser and a server read them."""
    return dict(parse_qsl(urlsplit(url).query, keep_blank_values=True, strict_parsing=bool(urlsplit(url).query)))


@given(LESSONS)
def test_round_trip(lesson: Lesson) -> None:
    url = links.link("http://192.168.1.20:8501/", "live_tower", lesson)
    assert urlsplit(url).path == "/live_tower" and urlsplit(url).fragment == ""
    assert links.read(opened(url), None, LANGUAGES) == (lesson, [])


@given(st.dictionaries(st.text() | st.sampled_from(OURS), st.text()))
def test_any_address_can_be_read_and_the_result_written(address: dict[str, str]) -> None:
    lesson, ignored = links.read(address, None, LANGUAGES)
    assert len(ignored) <= len(address)
    kept = {name: text for name, text in lesson.settings.items() if "~" not in name}
    again = Lesson(kept, lesson.fixed, lesson.hidden, lesson.present, lesson.hold, lesson.language)
    assert links.read(links.parameters(again), None, LANGUAGES) == (again, [])


def test_only_known_names_are_fixed_and_the_others_told() -> None:
    lesson, ignored = links.read({"fixed": "k~<b>~seed", "hidden": "rule"}, {"k", "seed", "rule"}, LANGUAGES)
    assert (lesson.fixed, lesson.hidden, ignored) == ({"k", "seed"}, {"rule"}, ["fixed"])


@pytest.mark.parametrize(
    ("address", "told"),
    [
        ({"k": "4" * 10_000}, "k"),
        ({"x" * 10_000: "1"}, "x" * links.LONGEST_NAME),
        ({"present": "yes"}, "present"),
        ({"hold": "<script>"}, "hold"),
        ({"lang": "fr"}, "lang"),
        ({"fixed": "~".join(f"n{n}" for n in range(5_000))}, "fixed"),
    ],
)
def test_strange_parts_are_left_out_and_told(address: dict[str, str], told: str) -> None:
    lesson, ignored = links.read(address, None, LANGUAGES)
    assert ignored == [told] and not lesson.settings and not lesson.present and not lesson.hold
    assert len(lesson.fixed) <= links.MOST_SETTINGS


def test_a_link_stays_short_enough_to_open() -> None:
    with pytest.raises(ValueError):
        links.link("http://x", "live_tower", Lesson({"prompt": "鐘" * 2000}))
    with pytest.raises(ValueError):
        links.parameters(Lesson({"lang": "en"}))


@pytest.mark.parametrize("text", ["http://192.168.1.20:8501", "https://tower.example.org/app/", "http://localhost"])
def test_addresses_of_servers(text: str) -> None:
    assert links.is_base(text)


@pytest.mark.parametrize(
    "text",
    ["", "javascript:alert(1)", "http://", "ftp://x", "http://a b", "http://x/?k=1", "http://x#y", "//x", "http://u@x",
     "http://x:99999", "http://" + "x" * 300, 'http://x"onclick=', "http://[::1"],
)  # fmt: skip
def test_what_is_no_address_of_a_server(text: str) -> None:
    assert not links.is_base(text)
