"""The embedded pair is loaded in the background once the first page is out, so that the next page need not wait."""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from threading import Thread

from tower.decoding.errors import DecodingError

PAIR = "tower"


@cache
def begin() -> None:
    """Start loading, once in the life of the process. A failure is not told here: whoever needs the pair meets it."""
    Thread(target=_load, name="warm-up", daemon=True).start()


def _load() -> None:
    with suppress(DecodingError):
        from tower.models.loading import load_pair  # imports torch: seconds that no visitor should wait for

        load_pair(PAIR)
