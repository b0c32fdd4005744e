"""Class rooms: who may do what, what is counted, what lasts and what expires; rooms never mix."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.classroom.rooms import DIAL, PREDICT, Clock, store_of
from tower.classroom import codes
from tower.classroom.errors import ClassroomError
from tower.classroom.limits import Limits
from tower.classroom.question import Question
from tower.classroom.store import Store


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return store_of(tmp_path)


def opened(store: Store, asked: Question = PREDICT) -> tuple[str, str]:
    code, secret = store.open_room(asked)
    store.start(code, secret)
    return code, secret


def refused(code: str, act: Callable[[], object]) -> None:
    with pytest.raises(ClassroomError) as found:
        act()
    assert found.value.code == code


def test_one_answer_a_member_the_last(store: Store) -> None:
    code, _ = opened(store)
    one, two = store.join(code, "Mogu"), store.join(code)
    store.answer(code, one, "four")
    store.answer(code, one, "equal")
    store.answer(code, two, "equal")
    assert store.results(code).answers == {"equal": 2} and store.results(code).acted == 2
    me = store.member(code, one)
    assert me is not None and (me.number, me.nickname, me.choice) == (1, "Mogu", "equal")
    assert store.room(code).members == 2


def test_draws_are_counted_once_however_often_they_arrive(store: Store) -> None:
    code, _ = opened(store, DIAL)
    one, two = store.join(code), store.join(code)
    assert store.draw(code, one, 1, 0, [3, 1, 1])
    assert not store.draw(code, one, 1, 0, [3, 1, 1])
    assert store.draw(code, two, 1, 0, [0, 0, 5])
    assert store.draw(code, one, 1, 1, [5, 0, 0])
    assert store.results(code).counts == (8, 1, 6) and store.results(code).acted == 2
    me = store.member(code, one)
    assert me is not None and me.batches == 2


@pytest.mark.parametrize(
    ("turn", "batch", "counts"),
    [(2, 0, [1, 0, 0]), (1, 1, [1, 0, 0]), (1, -1, [1, 0, 0]), (1, 0, [1, 0]), (1, 0, [0, 0, 0]), (1, 0, [2, -1, 0]),
     (1, 0, [51, 0, 0])],
)  # fmt: skip
def test_draws_that_do_not_belong_are_refused(store: Store, turn: int, batch: int, counts: list[int]) -> None:
    code, _ = opened(store, DIAL)
    member = store.join(code)
    refused("room-answer", lambda: store.draw(code, member, turn, batch, counts))
    assert store.results(code).counts == (0, 0, 0)


def test_nothing_is_taken_before_start_after_stop_and_after_the_reveal(store: Store) -> None:
    code, secret = store.open_room(PREDICT)
    member = store.join(code)
    refused("room-shut", lambda: store.answer(code, member, "four"))
    store.start(code, secret)
    store.answer(code, member, "four")
    store.stop(code, secret)
    refused("room-shut", lambda: store.answer(code, member, "equal"))
    store.start(code, secret)
    store.reveal(code, secret)
    refused("room-shut", lambda: store.answer(code, member, "equal"))
    assert store.room(code).revealed and store.results(code).answers == {"four": 1}


def test_a_dial_goes_on_after_the_reveal(store: Store) -> None:
    code, secret = opened(store, DIAL)
    member = store.join(code)
    store.reveal(code, secret)
    assert store.draw(code, member, 1, 0, [1, 0, 0]) and store.room(code).revealed


def test_reset_and_another_question_begin_anew(store: Store) -> None:
    code, secret = opened(store)
    member = store.join(code)
    store.answer(code, member, "four")
    store.reset(code, secret)
    assert store.results(code).answers == {} and not store.room(code).open and store.room(code).members == 1
    store.ask(code, secret, DIAL)
    store.start(code, secret)
    refused("room-answer", lambda: store.answer(code, member, "four"))
    assert store.draw(code, member, store.room(code).turn, 0, [0, 1, 0])
    refused("room-answer", lambda: store.draw(code, member, 1, 1, [0, 1, 0]))  # of an earlier turn
    assert store.results(code).counts == (0, 1, 0)


@pytest.mark.parametrize("secret", ["", "x", codes.new_secret(), "'; DROP TABLE rooms; --", "鐘" * 5000, "\ud800"])
def test_only_the_secret_rules(store: Store, secret: str) -> None:
    code, right = opened(store)
    for act in (store.start, store.stop, store.reveal, store.reset, store.close, store.lines):
        refused("room-secret", lambda act=act: act(code, secret))  # type: ignore[misc]
    refused("room-secret", lambda: store.ask(code, secret, DIAL))
    assert not store.may_teach(code, secret) and store.may_teach(code, right) and store.room(code).open


def test_another_rooms_secret_and_members_are_strangers(store: Store) -> None:
    (one, secret_one), (two, secret_two) = opened(store), opened(store)
    member = store.join(one)
    refused("room-secret", lambda: store.close(two, secret_one))
    refused("room-member", lambda: store.answer(two, member, "four"))
    assert store.member(two, member) is None
    store.answer(one, member, "four")
    assert store.results(two).answers == {} and store.lines(two, secret_two) == []
    store.close(one, secret_one)
    refused("room-unknown", lambda: store.room(one))
    assert store.room(two).open


@pytest.mark.parametrize("code", ["", "ABCDE1", "a", "A" * 10_000, "<b>", "' OR 1=1 --", "\ud800", "ΑΒCDE"])
def test_strange_codes_are_no_rooms(store: Store, code: str) -> None:
    opened(store)
    refused("room-unknown", lambda: store.room(code))
    refused("room-unknown", lambda: store.join(code))


def test_codes_are_read_as_people_type_them(store: Store) -> None:
    code, _ = opened(store)
    assert store.room(f" {code[:2].lower()}-{code[2:].lower()} ").code == code


def test_restart_loses_nothing(tmp_path: Path) -> None:
    clock = Clock()
    store = store_of(tmp_path, clock=clock)
    code, secret = opened(store, DIAL)
    member = store.join(code, "月")
    store.draw(code, member, 1, 0, [2, 2, 1])
    again = store_of(tmp_path, clock=clock)  # what a new process does
    assert again.results(code).counts == (2, 2, 1) and again.may_teach(code, secret)
    assert again.draw(code, member, 1, 1, [1, 0, 0]) and store.results(code).counts == (3, 2, 1)


def test_rooms_expire_with_all_that_they_hold(tmp_path: Path) -> None:
    clock = Clock()
    store = store_of(tmp_path, Limits(idle=100, life=500), clock)
    code, _ = opened(store)
    member = store.join(code)
    for _ in range(5):
        clock.time += 85
        store.answer(code, member, "four")  # a room in use lives on
    clock.time += 70
    refused("room-unknown", lambda: store.room(code))  # but not for ever
    store.purge()
    with sqlite3.connect(tmp_path / "rooms.sqlite3") as rows:
        assert [
            rows.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in ("rooms", "members", "answers")
        ] == [0] * 3
    rows.close()


def test_an_idle_room_expires(tmp_path: Path) -> None:
    clock = Clock()
    store = store_of(tmp_path, Limits(idle=100), clock)
    code, _ = opened(store)
    assert 0 < store.room(code).left < 100
    clock.time += 101
    refused("room-unknown", lambda: store.room(code))


def test_limits(tmp_path: Path) -> None:
    store = store_of(tmp_path, Limits(rooms=3, opened=2, within=1000, members=2, batches=2))
    code, secret = opened(store, DIAL)
    one, _ = store.join(code), store.join(code)
    refused("room-full", lambda: store.join(code))
    assert store.draw(code, one, 1, 0, [1, 0, 0]) and store.draw(code, one, 1, 1, [1, 0, 0])
    refused("room-enough", lambda: store.draw(code, one, 1, 2, [1, 0, 0]))
    opened(store)
    refused("rooms-many", lambda: store.open_room(DIAL))
    store.close(code, secret)
    assert store.open_room(DIAL)


def test_nobody_writes_faster_than_a_finger(tmp_path: Path) -> None:
    clock = Clock(step=0.001)
    store = store_of(tmp_path, clock=clock)
    code, _ = opened(store)
    one, two = store.join(code), store.join(code)
    store.answer(code, one, "four")
    refused("room-fast", lambda: store.answer(code, one, "equal"))
    store.answer(code, two, "four")  # another member is not held up
    clock.time += 1
    store.answer(code, one, "equal")
    assert store.results(code).answers == {"equal": 1, "four": 1}


@given(st.text(max_size=300))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
def test_any_nickname_is_a_short_line(store: Store, typed: str) -> None:
    shown = codes.nickname(typed)
    assert len(shown) <= codes.LONGEST_NICKNAME and shown == " ".join(shown.split()) and shown.isprintable()
    assert codes.nickname(shown) == shown


def test_nicknames_are_kept_as_text(store: Store) -> None:
    code, secret = opened(store)
    for name in ("<b>x</b>", "x" * 10_000, "\u202eevil\n", ""):
        store.join(code, name)
    assert [line.nickname for line in store.lines(code, secret)] == ["<b>x</b>", "x" * 20, "evil", ""]


def test_nothing_of_a_secret_is_in_the_file(tmp_path: Path) -> None:
    store = store_of(tmp_path)
    code, secret = opened(store)
    token = store.join(code)
    store.answer(code, token, "four")
    held = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert secret.encode() not in held and token.encode() not in held and code.encode() in held
