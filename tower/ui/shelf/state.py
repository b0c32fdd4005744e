"""The shelf's settings, see `kept`; and the drafters that are there."""

from __future__ import annotations

from typing import Any

from tower.models.pairs import drafters_of
from tower.ui.kept import Kept
from tower.ui.language import current, t
from tower.ui.measured import measured
from tower.ui.shelf.settings import USUAL, read, write

PAIR = "tower"
_KEPT = Kept("shelf", tuple(USUAL), read, write)
key, values, ignored, write_address = _KEPT.key, _KEPT.values, _KEPT.ignored, _KEPT.write_address


def racers(some: list[str] | None = None) -> tuple[str, ...]:
    """Drafters that the embedded pair has now, of all or of some."""
    from tower.experiments.race_settings import RACERS

    return drafters_of(PAIR, RACERS if some is None else tuple(some))


def arrive() -> None:
    """Take over what a link asks for."""
    _KEPT.arrive(_usual)


def _usual() -> dict[str, Any]:
    prompt = measured("shelf").figures["races"][current()]["settings"]["prompt"]
    return {**USUAL, "prompt": prompt, "racers": list(racers())}


def name_of(code: str) -> str:
    """A drafter's short name."""
    return t(f"shelf.short.{code}")
