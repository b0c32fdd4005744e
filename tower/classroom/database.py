"""The tables of the class rooms, in one SQLite file that several server processes share. Knows no rule of a room.

Write-ahead logging: readers never wait for a writer, and a process that is killed loses nothing that was answered.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from tower.classroom.errors import ClassroomError
from tower.models.fair_lock import FairLock

VERSION = 1
PATIENCE = 10.0  # seconds to wait for another writer
_TABLES = """
CREATE TABLE IF NOT EXISTS rooms (
  id INTEGER PRIMARY KEY AUTOINCREMENT, code TEXT NOT NULL UNIQUE, secret BLOB NOT NULL, question TEXT NOT NULL,
  turn INTEGER NOT NULL DEFAULT 1, open INTEGER NOT NULL DEFAULT 0, revealed INTEGER NOT NULL DEFAULT 0,
  created REAL NOT NULL, touched REAL NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS members (
  id INTEGER PRIMARY KEY AUTOINCREMENT, room INTEGER NOT NULL REFERENCES rooms (id) ON DELETE CASCADE,
  token BLOB NOT NULL, number INTEGER NOT NULL, nickname TEXT NOT NULL, acted REAL NOT NULL DEFAULT 0,
  UNIQUE (room, token), UNIQUE (room, number)
) STRICT;
CREATE TABLE IF NOT EXISTS answers (
  room INTEGER NOT NULL REFERENCES rooms (id) ON DELETE CASCADE, turn INTEGER NOT NULL,
  member INTEGER NOT NULL REFERENCES members (id) ON DELETE CASCADE, choice TEXT NOT NULL,
  PRIMARY KEY (room, turn, member)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS batches (
  room INTEGER NOT NULL REFERENCES rooms (id) ON DELETE CASCADE, turn INTEGER NOT NULL,
  member INTEGER NOT NULL REFERENCES members (id) ON DELETE CASCADE, batch INTEGER NOT NULL, counts TEXT NOT NULL,
  PRIMARY KEY (room, turn, member, batch)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS tallies (
  room INTEGER NOT NULL REFERENCES rooms (id) ON DELETE CASCADE, turn INTEGER NOT NULL, word INTEGER NOT NULL,
  count INTEGER NOT NULL, PRIMARY KEY (room, turn, word)
) STRICT, WITHOUT ROWID;
"""


class Database:
    """One file. Connections are opened for a moment each: no thread and no process keeps one."""

    def __init__(self, file: Path) -> None:
        """Makes folder and tables where they are missing. Raises OSError or sqlite3.Error where that fails."""
        file.parent.mkdir(parents=True, exist_ok=True)
        if not file.exists():
            os.close(os.open(file, os.O_CREAT | os.O_RDWR, 0o600))  # nobody else on this machine needs to look in
        self.file = file
        self._turn = FairLock()
        with closing(self._connect()) as connection:
            connection.execute("PRAGMA journal_mode = WAL")
            connection.executescript(_TABLES)
            connection.execute(f"PRAGMA user_version = {VERSION}")

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self.file, timeout=PATIENCE, isolation_level=None)
        connection.row_factory = sqlite3.Row
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA synchronous = NORMAL")
        return connection

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """One consistent view."""
        with closing(self._connect()) as connection:
            connection.execute("BEGIN")
            yield connection

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """All of it or nothing; one writer at a time, those of this process in the order of asking.

        Raises ClassroomError `room-busy` where other processes write all the time.
        """
        with self._turn, closing(self._connect()) as connection:
            try:
                connection.execute("BEGIN IMMEDIATE")
            except sqlite3.OperationalError as error:
                raise ClassroomError("room-busy", f"the class rooms' file is busy: {error}") from error
            try:
                yield connection
            except BaseException:
                connection.execute("ROLLBACK")
                raise
            connection.execute("COMMIT")
