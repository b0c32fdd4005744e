"""How long work tells how far it is, and how it is stopped. Knows no screen."""

from __future__ import annotations

from typing import Protocol


class Stopped(Exception):
    """Whoever was told does not want the work any more."""


class Tell(Protocol):
    """Called again and again during long work. step: a code; share: 0 to 1 of this step. May raise Stopped."""

    def __call__(self, step: str, share: float) -> None: ...


def silent(step: str, share: float) -> None:
    """For whoever does not care."""
