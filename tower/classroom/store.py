"""Class rooms: opened by a teacher, joined by a code, asked one question at a time. What they hold lasts and expires.

A room is known by its code to everybody and ruled by whoever holds its secret. Of a member it knows a number, a
nickname if one was given, and the digest of the token that the member's own link carries; no name, no address, no time.
Knows no screen and no luck: what was drawn is counted here, not made.
"""

from __future__ import annotations

import hmac
import json
import sqlite3
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from tower.classroom import codes, question
from tower.classroom.database import Database
from tower.classroom.errors import ClassroomError
from tower.classroom.limits import PRIVATE, Limits
from tower.classroom.question import Dial, Predict, Question


@dataclass(frozen=True, slots=True)
class Room:
    """turn: counts the questions and resets. open: answers are taken. revealed: the truth is out. left: seconds until
    it is gone if nothing is done in it."""

    code: str
    question: Question
    turn: int
    open: bool
    revealed: bool
    members: int
    left: float


@dataclass(frozen=True, slots=True)
class Member:
    """choice: the answer in this turn, None before it. batches: how often drawn in this turn; drawn: so many slips."""

    number: int
    nickname: str
    choice: str | None
    batches: int
    drawn: int


@dataclass(frozen=True, slots=True)
class Results:
    """counts: of a dial's words, in order; answers: by choice. acted: members who have drawn or answered."""

    counts: tuple[int, ...]
    answers: dict[str, int]
    acted: int


@dataclass(frozen=True, slots=True)
class Line:
    """What one member did in this turn, for the export."""

    number: int
    nickname: str
    choice: str | None
    counts: tuple[int, ...]


class Store:
    """The rooms of one file. Every call is a transaction of its own and may come from any thread or process."""

    def __init__(self, file: Path, limits: Limits = PRIVATE, now: Callable[[], float] = time.time) -> None:
        self._database = Database(file)
        self.limits = limits
        self._now = now

    # ------------------------------------------------------------------------------------------- the teacher

    def open_room(self, asked: Question) -> tuple[str, str]:
        """A new room, not yet started: its code and its secret. Raises ClassroomError `rooms-many`."""
        now, secret = self._now(), codes.new_secret()
        with self._database.writing() as rows:
            self._purge(rows, now)
            rooms, fresh = rows.execute(
                "SELECT count(*), coalesce(sum(created > ?), 0) FROM rooms", (now - self.limits.within,)
            ).fetchone()
            if rooms >= self.limits.rooms or fresh >= self.limits.opened:
                raise ClassroomError("rooms-many", "there are too many class rooms at the moment")
            code = next(one for one in iter(codes.new_code, "") if self._free(rows, one))
            rows.execute(
                "INSERT INTO rooms (code, secret, question, created, touched) VALUES (?, ?, ?, ?, ?)",
                (code, codes.digest(secret), question.write(asked), now, now),
            )
        return code, secret

    def may_teach(self, code: str, secret: str) -> bool:
        """Whether the secret rules the room."""
        with self._database.reading() as rows:
            try:
                self._ruled(rows, code, secret)
            except ClassroomError:
                return False
            return True

    def ask(self, code: str, secret: str, asked: Question) -> None:
        """Another question; what was answered to the one before is gone. Raises `room-unknown`, `room-secret`."""
        self._rule(code, secret, "question = ?, turn = turn + 1, open = 0, revealed = 0", question.write(asked))

    def start(self, code: str, secret: str) -> None:
        """Take answers. Raises as `ask`."""
        self._rule(code, secret, "open = 1, revealed = 0")

    def stop(self, code: str, secret: str) -> None:
        """Take no more. Raises as `ask`."""
        self._rule(code, secret, "open = 0")

    def reveal(self, code: str, secret: str) -> None:
        """Take no more answers to a prediction, and show what is true; a dial may be drawn on. Raises as `ask`."""
        self._rule(code, secret, 'revealed = 1, open = open AND question LIKE \'%"kind":"dial"%\'')

    def reset(self, code: str, secret: str) -> None:
        """The same question from the beginning. Raises as `ask`."""
        self._rule(code, secret, "turn = turn + 1, open = 0, revealed = 0")

    def close(self, code: str, secret: str) -> None:
        """The room and all that it holds are gone. Raises as `ask`."""
        with self._database.writing() as rows:
            rows.execute("DELETE FROM rooms WHERE id = ?", (self._ruled(rows, code, secret)["id"],))

    def lines(self, code: str, secret: str) -> list[Line]:
        """What each member did in this turn, in the order of their numbers. Raises as `ask`."""
        with self._database.reading() as rows:
            room = self._ruled(rows, code, secret)
            here = (room["id"], room["turn"])
            choices = dict(
                rows.execute("SELECT member, choice FROM answers WHERE room = ? AND turn = ?", here).fetchall()
            )
            drawn: dict[int, list[int]] = {}
            for member, text in rows.execute("SELECT member, counts FROM batches WHERE room = ? AND turn = ?", here):
                counts = json.loads(text)
                drawn[member] = [a + b for a, b in zip(drawn.get(member, [0] * len(counts)), counts, strict=True)]
            members = rows.execute("SELECT * FROM members WHERE room = ? ORDER BY number", (room["id"],)).fetchall()
        return [
            Line(one["number"], one["nickname"], choices.get(one["id"]), tuple(drawn.get(one["id"], ())))
            for one in members
        ]

    # ------------------------------------------------------------------------------------------- everybody

    def room(self, code: str) -> Room:
        """The room as it is now. Raises `room-unknown`: never opened, closed, or expired."""
        with self._database.reading() as rows:
            found = self._found(rows, code)
            (members,) = rows.execute("SELECT count(*) FROM members WHERE room = ?", (found["id"],)).fetchone()
        left = min(found["touched"] + self.limits.idle, found["created"] + self.limits.life) - self._now()
        return Room(
            found["code"], question.read(found["question"]), found["turn"], bool(found["open"]),
            bool(found["revealed"]), members, left,
        )  # fmt: skip

    def results(self, code: str) -> Results:
        """What came together in this turn. Raises `room-unknown`."""
        with self._database.reading() as rows:
            room = self._found(rows, code)
            here = (room["id"], room["turn"])
            asked = question.read(room["question"])
            answers = dict(
                rows.execute(
                    "SELECT choice, count(*) FROM answers WHERE room = ? AND turn = ? GROUP BY choice", here
                ).fetchall()
            )
            tallies = dict(rows.execute("SELECT word, count FROM tallies WHERE room = ? AND turn = ?", here).fetchall())
            table = "batches" if isinstance(asked, Dial) else "answers"
            (acted,) = rows.execute(
                f"SELECT count(DISTINCT member) FROM {table} WHERE room = ? AND turn = ?", here
            ).fetchone()
        counts = tuple(tallies.get(word, 0) for word in range(len(asked.p))) if isinstance(asked, Dial) else ()
        return Results(counts, answers, acted)

    def join(self, code: str, nickname: str = "") -> str:
        """Become a member; the token is what the member's own link carries. Raises `room-unknown`, `room-full`."""
        token = codes.new_secret()
        with self._database.writing() as rows:
            room = self._found(rows, code)
            members, last = rows.execute(
                "SELECT count(*), coalesce(max(number), 0) FROM members WHERE room = ?", (room["id"],)
            ).fetchone()
            if members >= self.limits.members:
                raise ClassroomError("room-full", "the class room is full", most=self.limits.members)
            rows.execute(
                "INSERT INTO members (room, token, number, nickname) VALUES (?, ?, ?, ?)",
                (room["id"], codes.digest(token), last + 1, codes.nickname(nickname)),
            )
            self._touch(rows, room)
        return token

    def member(self, code: str, token: str) -> Member | None:
        """Who holds this token in this room; None if nobody. Raises `room-unknown`."""
        with self._database.reading() as rows:
            room = self._found(rows, code)
            one = self._holder(rows, room, token)
            if one is None:
                return None
            here = (room["id"], room["turn"], one["id"])
            choice = rows.execute(
                "SELECT choice FROM answers WHERE room = ? AND turn = ? AND member = ?", here
            ).fetchone()
            batches = rows.execute(
                "SELECT counts FROM batches WHERE room = ? AND turn = ? AND member = ?", here
            ).fetchall()
        drawn = sum(sum(json.loads(batch["counts"])) for batch in batches)
        return Member(one["number"], one["nickname"], choice and choice["choice"], len(batches), drawn)

    def answer(self, code: str, token: str, choice: str) -> None:
        """Answer a prediction, or answer it anew: one answer a member counts, the last.

        Raises `room-unknown`, `room-member`, `room-shut`, `room-answer`, `room-fast`.
        """
        with self._database.writing() as rows:
            room, one = self._acting(rows, code, token)
            asked = question.read(room["question"])
            if not isinstance(asked, Predict) or choice not in asked.choices:
                raise ClassroomError("room-answer", "this is no answer to the question")
            rows.execute(
                "INSERT INTO answers VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET choice = excluded.choice",
                (room["id"], room["turn"], one["id"], choice),
            )

    def draw(self, code: str, token: str, turn: int, batch: int, counts: Sequence[int]) -> bool:
        """Put a member's draws number `batch` of this turn, counted from 0, into the histogram; False if they are
        in it already, as after a repeated press. Raises as `answer`, and `room-enough`."""
        with self._database.writing() as rows:
            room, one = self._acting(rows, code, token)
            asked = question.read(room["question"])
            fits = isinstance(asked, Dial) and len(counts) == len(asked.p) and all(count >= 0 for count in counts)
            if not fits or turn != room["turn"] or not 0 < sum(counts) <= self.limits.batch:
                raise ClassroomError("room-answer", "these draws do not belong to the question")
            here = (room["id"], turn)
            (done,) = rows.execute(
                "SELECT count(*) FROM batches WHERE room = ? AND turn = ? AND member = ?", (*here, one["id"])
            ).fetchone()
            if not 0 <= batch <= done:
                raise ClassroomError("room-answer", "these draws are out of turn")
            if done >= self.limits.batches:
                raise ClassroomError("room-enough", "this member has drawn enough", most=self.limits.batches)
            if batch < done:
                return False
            rows.execute(
                "INSERT INTO batches VALUES (?, ?, ?, ?, ?)", (*here, one["id"], batch, json.dumps(list(counts)))
            )
            rows.executemany(
                "INSERT INTO tallies VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET count = count + excluded.count",
                [(*here, word, count) for word, count in enumerate(counts) if count],
            )
            return True

    def purge(self) -> None:
        """Forget what has expired."""
        with self._database.writing() as rows:
            self._purge(rows, self._now())

    # ------------------------------------------------------------------------------------------- inside

    def _found(self, rows: sqlite3.Connection, code: str) -> sqlite3.Row:
        now = self._now()
        found: sqlite3.Row | None = rows.execute(
            "SELECT * FROM rooms WHERE code = ? AND touched > ? AND created > ?",
            (codes.code_of(code) or "", now - self.limits.idle, now - self.limits.life),
        ).fetchone()
        if found is None:
            raise ClassroomError("room-unknown", "there is no such class room")
        return found

    def _ruled(self, rows: sqlite3.Connection, code: str, secret: str) -> sqlite3.Row:
        room = self._found(rows, code)
        if not hmac.compare_digest(codes.digest(secret), room["secret"]):
            raise ClassroomError("room-secret", "this link does not rule the class room")
        return room

    def _rule(self, code: str, secret: str, change: str, *values: object) -> None:
        """change: SQL of ours, never of a visitor's."""
        with self._database.writing() as rows:
            room = self._ruled(rows, code, secret)
            rows.execute(f"UPDATE rooms SET {change} WHERE id = ?", (*values, room["id"]))
            self._touch(rows, room)
            turn = rows.execute("SELECT turn FROM rooms WHERE id = ?", (room["id"],)).fetchone()["turn"]
            for table in ("answers", "batches", "tallies"):
                rows.execute(f"DELETE FROM {table} WHERE room = ? AND turn < ?", (room["id"], turn))

    def _holder(self, rows: sqlite3.Connection, room: sqlite3.Row, token: str) -> sqlite3.Row | None:
        found: sqlite3.Row | None = rows.execute(
            "SELECT * FROM members WHERE room = ? AND token = ?", (room["id"], codes.digest(token))
        ).fetchone()
        return found

    def _acting(self, rows: sqlite3.Connection, code: str, token: str) -> tuple[sqlite3.Row, sqlite3.Row]:
        """Room and member, if this member may write now."""
        room = self._found(rows, code)
        one = self._holder(rows, room, token)
        if one is None:
            raise ClassroomError("room-member", "this link belongs to no member of the class room")
        if not room["open"]:
            raise ClassroomError("room-shut", "the class room takes no answers at the moment")
        now = self._now()
        if 0 <= now - one["acted"] < self.limits.pause:
            raise ClassroomError("room-fast", "that was too fast")
        rows.execute("UPDATE members SET acted = ? WHERE id = ?", (now, one["id"]))
        self._touch(rows, room)
        return room, one

    def _touch(self, rows: sqlite3.Connection, room: sqlite3.Row) -> None:
        rows.execute("UPDATE rooms SET touched = ? WHERE id = ?", (self._now(), room["id"]))

    def _free(self, rows: sqlite3.Connection, code: str) -> bool:
        return rows.execute("SELECT 1 FROM rooms WHERE code = ?", (code,)).fetchone() is None

    def _purge(self, rows: sqlite3.Connection, now: float) -> None:
        rows.execute(
            "DELETE FROM rooms WHERE touched <= ? OR created <= ?", (now - self.limits.idle, now - self.limits.life)
        )
