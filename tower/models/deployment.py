"""What a server's owner decides, by environment variables. Knows no model and no screen."""

from __future__ import annotations

import os

from tower.models.errors import ModelError


def is_public() -> bool:
    """TOWER_PUBLIC=1: strangers visit this server, so it downloads nothing for them and reads no folder of theirs."""
    return os.environ.get("TOWER_PUBLIC", "").strip().lower() not in ("", "0", "no", "false")


def large_pairs() -> int:
    """TOWER_LARGE_PAIRS: how many pairs beyond the embedded one stay in memory; 2 where it says nothing usable."""
    chosen = os.environ.get("TOWER_LARGE_PAIRS", "")
    return max(1, int(chosen)) if chosen.isdecimal() else 2


def check_private() -> None:
    """Raise ModelError `not-public` on a public server."""
    if is_public():
        raise ModelError("not-public", "this server is public: nothing is downloaded or read from folders here")
