"""Fetching a named pair that is not in the box. Nothing is fetched unless a person asks for it by this door."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from tower.models.deployment import check_private
from tower.models.progress import Tell, silent


def _smollm2(tell: Tell) -> Path:
    from tower.models import smollm2_fetch  # imports tokenizers and safetensors

    return smollm2_fetch.fetch(tell)


FETCHED: Mapping[str, Callable[[Tell], Path]] = {"smollm2": _smollm2}


def fetch(code: str, tell: Tell = silent) -> Path:
    """Get the pair's models, unless they are there; returns their folder.

    Raises ModelError `not-public` on a public server, KeyError for a pair that is not FETCHED, and what its own
    way of coming raises.
    """
    check_private()
    return FETCHED[code](tell)
