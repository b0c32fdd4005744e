"""A whole class at once: threads of one server, several server processes; nothing lost, nothing doubled, no mixing."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.classroom.rooms import DIAL, PREDICT
from tower.classroom.errors import ClassroomError
from tower.classroom.limits import Limits
from tower.classroom.store import Store

FAST = Limits(pause=0.0)
ROOT = Path(__file__).resolve().parents[2]

# a server process of its own: joins so many members to each room and lets each of them draw and press twice
CHILD = """
import sys
from pathlib import Path
from tower.classroom.limits import Limits
from tower.classroom.store import Store
file, members, *rooms = sys.argv[1:]
store = Store(Path(file), Limits(pause=0.0))
for _ in range(int(members)):
    for place, code in enumerate(rooms):
        token = store.join(code)
        for batch in range(3):
            counts = [0, 0, 0]
            counts[place] = 2
            store.draw(code, token, 1, batch, counts)
            store.draw(code, token, 1, batch, counts)
"""


def test_two_hundred_members_answer_at_once(tmp_path: Path) -> None:
    store = Store(tmp_path / "rooms.sqlite3", FAST)
    code, secret = store.open_room(PREDICT)
    store.start(code, secret)
    choices = ("four", "eight", "equal")

    def student(n: int) -> None:
        token = store.join(code, f"s{n}")
        store.answer(code, token, "four")
        store.answer(code, token, choices[n % 3])

    with ThreadPoolExecutor(16) as threads:
        list(threads.map(student, range(200)))
    assert store.results(code).answers == {"four": 67, "eight": 67, "equal": 66}
    assert sorted(line.number for line in store.lines(code, secret)) == list(range(1, 201))


def test_a_file_that_another_process_keeps_is_told_and_the_next_press_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tower.classroom.database.PATIENCE", 0.1)
    store = Store(tmp_path / "rooms.sqlite3", FAST)
    code, secret = store.open_room(PREDICT)
    store.start(code, secret)
    token = store.join(code)
    other = sqlite3.connect(tmp_path / "rooms.sqlite3", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(ClassroomError) as refusal:
        store.answer(code, token, "four")
    assert refusal.value.code == "room-busy"
    other.execute("ROLLBACK")
    other.close()
    store.answer(code, token, "four")
    assert store.results(code).answers == {"four": 1}


def test_processes_share_rooms_and_rooms_do_not_mix(tmp_path: Path) -> None:
    file = tmp_path / "rooms.sqlite3"
    store = Store(file, FAST)
    rooms = [store.open_room(DIAL) for _ in range(3)]
    for code, secret in rooms:
        store.start(code, secret)
    arguments = [sys.executable, "-c", CHILD, str(file), "4", *(code for code, _ in rooms)]
    children = [subprocess.Popen(arguments, cwd=ROOT, stderr=subprocess.PIPE) for _ in range(3)]
    for child in children:
        assert child.wait(60) == 0, child.communicate()[1]
        child.communicate()
    for place, (code, _) in enumerate(rooms):
        expected = [0, 0, 0]
        expected[place] = 3 * 4 * 3 * 2
        assert store.results(code).counts == tuple(expected) and store.room(code).members == 12


def test_the_last_place_is_given_once(tmp_path: Path) -> None:
    store = Store(tmp_path / "rooms.sqlite3", Limits(members=5))
    code, _ = store.open_room(PREDICT)

    def come(_: int) -> bool:
        try:
            store.join(code)
        except ValueError:
            return False
        return True

    with ThreadPoolExecutor(12) as threads:
        assert sum(threads.map(come, range(40))) == 5


def test_a_killed_server_loses_nothing(tmp_path: Path) -> None:
    file = tmp_path / "rooms.sqlite3"
    store = Store(file, FAST)
    code, secret = store.open_room(DIAL)
    store.start(code, secret)
    script = CHILD + "\nprint('done', flush=True)\nimport time\ntime.sleep(60)\n"
    child = subprocess.Popen([sys.executable, "-c", script, str(file), "2", code], cwd=ROOT, stdout=subprocess.PIPE)
    assert child.stdout is not None and child.stdout.readline().strip() == b"done"
    child.kill()
    child.wait(10)
    child.stdout.close()
    assert Store(file, FAST).results(code).counts == (2 * 3 * 2, 0, 0)
