"""`fetch`: models that are not in the box but may be had by name, once, into the user's cache."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from tower.cli.output import UsageError
from tower.models.fetching import FETCHED, fetch


def add_parser(commands: Any) -> None:
    """The command's arguments."""
    command = commands.add_parser("fetch", help="download a pair that is not in the box", allow_abbrev=False)
    command.add_argument("pair", metavar="PAIR", help=", ".join(FETCHED))
    command.set_defaults(run=run)


def run(asked: argparse.Namespace) -> int:
    """Fetch, telling each step; where the models lie is the last line."""
    if asked.pair not in FETCHED:
        raise UsageError(f"{asked.pair!r} cannot be fetched; there is: {', '.join(FETCHED)}")
    telling = Progress()
    place = fetch(asked.pair, telling)
    telling.end()
    print(place)
    return 0


class Progress:
    """One line a step; on a terminal it shows how far the step is."""

    def __init__(self) -> None:
        self._step = ""

    def __call__(self, step: str, share: float) -> None:
        alive = sys.stderr.isatty()
        if step != self._step and self._step and alive:
            sys.stderr.write("\n")
        if alive:
            sys.stderr.write(f"\r{step} {share:4.0%}")
        elif step != self._step:
            sys.stderr.write(f"{step}\n")
        sys.stderr.flush()
        self._step = step

    def end(self) -> None:
        """The last step is over."""
        if self._step and sys.stderr.isatty():
            sys.stderr.write("\n")
