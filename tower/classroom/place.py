"""Where class rooms are kept: a folder of this computer's user, or the one that the server's owner names."""

from __future__ import annotations

import os
from pathlib import Path

from platformdirs import user_data_path

FILE = "classrooms.sqlite3"


def data_folder() -> Path:
    """TOWER_DATA, else the user's own data folder. Several server processes share rooms by sharing the folder."""
    named = os.environ.get("TOWER_DATA", "").strip()
    return Path(named) if named else user_data_path("oracle-tower", appauthor=False)
