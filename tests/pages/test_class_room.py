"""A lesson without a browser: a teacher's page, students' pages and the projector over one store."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from tests.classroom.rooms import DIAL, PREDICT, Clock
from tests.pages.reading import said
from tower.classroom.store import Store
from tower.ui import words
from tower.ui.desk import floor_questions, rooms


@pytest.fixture
def language() -> str:
    """One language is enough but where a test says otherwise; every page in both: test_every_page.py."""
    return "zh-Hant"


@pytest.fixture(autouse=True)
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Store]:
    held = Store(tmp_path / "rooms.sqlite3", now=Clock())
    monkeypatch.setattr(rooms, "store", lambda: held)
    yield held


Visit = Callable[..., AppTest]


def press(app: AppTest, key: str) -> AppTest:
    app.button(key=key).click().run()
    assert not app.exception
    return app


def enter(visit: Visit, language: str, code: str, nickname: str = "") -> AppTest:
    app = visit("class_room", room=code)
    app.text_input[1].set_value(nickname)
    next(one for one in app.button if one.label == words.text(language, "classroom.join")).click().run()
    assert not app.exception and not app.error
    return app


def begin(visit: Visit, kind: str = "dial") -> AppTest:
    app = visit("teachers_desk", section="rooms")
    app.segmented_control(key="desk/room/kind").set_value(kind).run()
    return press(app, "desk/room/open")


@pytest.mark.parametrize("language", list(words.LANGUAGES))
def test_a_whole_lesson_with_the_dial(visit: Visit, language: str, store: Store) -> None:
    teacher = begin(visit)
    code = teacher.query_params["room"]
    one, two = enter(visit, language, code, "Mogu"), enter(visit, language, code)
    assert words.text(language, "classroom.waiting") in said(one) and one.button(key="class/one").disabled
    press(teacher, "desk/room/start")
    press(one.run(), "class/one")
    press(two.run(), "class/many")
    assert sum(store.results(code).counts) == 21
    assert words.text(language, "classroom.my_count", n=20) in said(two)
    wall = visit("class_room", room=code, show="1")
    metrics = {one.label: one.value for one in wall.metric}
    assert metrics[words.text(language, "classroom.slips")] == "21"
    assert words.text(language, "rules.speculative.text") not in said(wall)
    press(teacher, "desk/room/reveal")
    assert words.text(language, "rules.speculative.text") in said(wall.run())
    press(teacher, "desk/room/reset")
    assert sum(store.results(code).counts) == 0 and words.text(language, "classroom.waiting") in said(one.run())


@pytest.mark.parametrize("language", list(words.LANGUAGES))
def test_a_whole_lesson_with_a_prediction(visit: Visit, language: str, store: Store) -> None:
    teacher = begin(visit, "predict")
    code = teacher.query_params["room"]
    student = enter(visit, language, code)
    press(teacher, "desk/room/start")
    student.run()
    question = store.room(code).question
    assert question.kind == "predict"
    wrong = next(choice for choice in question.choices if choice != question.right)
    student.radio[0].set_value(wrong).run()
    assert store.results(code).answers == {wrong: 1}
    student.radio[0].set_value(question.right).run()
    assert store.results(code).answers == {question.right: 1}
    press(teacher, "desk/room/reveal")
    assert words.text(language, "classroom.was_right") in said(student.run())
    wall = visit("class_room", room=code, show="1")
    for page in (student, teacher.run(), wall):  # the question stands on each of them once
        assert len([one for one in page.header if one.value == student.header[0].value]) == 1
    assert floor_questions.RIGHT and not student.radio


def test_a_reload_and_a_restart_find_the_student_again(visit: Visit, language: str, store: Store) -> None:
    code, secret = store.open_room(DIAL)
    store.start(code, secret)
    app = press(enter(visit, language, code), "class/many")
    me = app.query_params["me"]
    again = visit("class_room", room=code, me=me)  # a new session of a new process
    assert words.text(language, "classroom.my_count", n=20) in said(again) and store.room(code).members == 1
    press(again, "class/one")
    press(app, "class/one")  # the other tab still shows the state before: the same batch, counted once
    assert sum(store.results(code).counts) == 21


def test_the_secret_link_brings_the_panel_back(visit: Visit, store: Store) -> None:
    code, secret = store.open_room(PREDICT)
    app = visit("teachers_desk", room=code, key=secret)
    press(app, "desk/room/start")
    assert store.room(code).open and app.query_params["key"] == secret


@pytest.mark.parametrize("key", ["", "x" * 22, "<b>", "A" * 5000])
def test_no_other_link_has_a_panel_and_it_is_told(visit: Visit, language: str, store: Store, key: str) -> None:
    code, _ = store.open_room(PREDICT)
    app = visit("teachers_desk", room=code, key=key)
    assert not app.exception and not any(one.key == "desk/room/start" for one in app.button)
    assert [error.value for error in app.error] == [words.text(language, "errors.room-secret")]


@pytest.mark.parametrize("damage", ["key cut short", "code cut short", "no key", "no code"])
def test_a_damaged_teachers_link_is_told(visit: Visit, language: str, store: Store, damage: str) -> None:
    code, secret = store.open_room(PREDICT)
    link = {
        "key cut short": {"room": code, "key": secret[:-1]}, "code cut short": {"room": code[:-1], "key": secret},
        "no key": {"room": code}, "no code": {"key": secret},
    }[damage]  # fmt: skip
    app = visit("teachers_desk", **link)
    assert [error.value for error in app.error] == [words.text(language, "errors.room-secret")]
    assert any(one.key == "desk/room/open" for one in app.button)
    assert not app.run().error  # once is enough: the address no longer asks for it


@pytest.mark.parametrize(
    "link", ["http://[::1", "nonsense", "{base}?room={code}&key=", "{base}?room={code}&key={secret}"]
)
def test_a_link_that_is_pasted_rules_the_room_or_is_told(visit: Visit, language: str, store: Store, link: str) -> None:
    code, secret = store.open_room(PREDICT)
    app = visit("teachers_desk", section="rooms")
    field = next(one for one in app.text_input if one.label == words.text(language, "classroom.teach.secret_show"))
    field.set_value(link.format(base="http://192.168.1.20:8501/teachers_desk", code=code, secret=secret))
    next(one for one in app.button if one.label == words.text(language, "classroom.join")).click().run()
    assert not app.exception
    rules = any(one.key == "desk/room/start" for one in app.button)
    assert rules == ("{secret}" in link)
    assert [error.value for error in app.error] == ([] if rules else [words.text(language, "errors.room-secret")])


@pytest.mark.parametrize("code", ["NOPE7", "<b>x</b>", "x" * 10_000, "![](http://x)"])
def test_strange_codes_in_a_link_are_told(visit: Visit, language: str, code: str) -> None:
    app = visit("class_room", room=code)
    assert [error.value for error in app.error] == [words.text(language, "errors.room-unknown")]
    assert len(app.text_input) == 2


def test_nicknames_are_no_markup(visit: Visit, language: str, store: Store) -> None:
    code, _ = store.open_room(DIAL)
    app = enter(visit, language, code, "**b** ![x](y)")
    assert r"\*\*b\*\*" in said(app) and "![x]" not in said(app)


def test_guessing_codes_is_braked(visit: Visit, language: str, store: Store) -> None:
    code, _ = store.open_room(DIAL)
    app = visit("class_room")
    for _ in range(rooms.TRIES + 1):
        app.text_input[0].set_value("NOPE7")
        next(one for one in app.button if one.label == words.text(language, "classroom.join")).click().run()
    wanted = words.text(language, "errors.room-tries", seconds=int(rooms.WAIT))
    assert [error.value for error in app.error] == [wanted]
    app.text_input[0].set_value(code)
    next(one for one in app.button if one.label == words.text(language, "classroom.join")).click().run()
    assert store.room(code).members == 0


def test_every_question_of_the_floors_can_be_asked(visit: Visit, language: str) -> None:
    for path, right in floor_questions.RIGHT.items():
        for other in words.LANGUAGES:
            assert right(other) == right(language), path  # a room has one truth for both languages
    app = begin(visit, "predict")
    assert not app.exception


@pytest.mark.parametrize("language", list(words.LANGUAGES))
def test_another_question_and_closing(visit: Visit, language: str, store: Store) -> None:
    app = begin(visit)
    code = app.query_params["room"]
    app.segmented_control(key="desk/room/kind").set_value("predict").run()
    press(app, "desk/room/ask")
    assert store.room(code).question.kind == "predict" and store.room(code).turn == 2
    press(app, "desk/room/close")
    with pytest.raises(ValueError):
        store.room(code)
    assert any(one.key == "desk/room/open" for one in app.button)
    assert [one.value for one in app.success] == [words.text(language, "classroom.teach.closed", code=code)]
    assert not app.error and not {"room", "key"} & set(app.query_params)
    assert not app.run().success and not app.error
