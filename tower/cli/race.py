"""`race`: every drafter of a pair on the same prompts, in turns: hauls saved, and time."""

from __future__ import annotations

import argparse
from functools import partial
from typing import Any

from tower.cli import timings
from tower.models.settings import DRAFTERS


def add_parser(commands: Any) -> None:
    """The command's arguments."""
    command = commands.add_parser("race", help="all drafters side by side on the same prompts", allow_abbrev=False)
    command.add_argument("--drafters", help=f"separated by commas, of {', '.join(DRAFTERS)}; default: all it has")
    command.add_argument("--temperature", type=float, default=0.0, help="0 is greedy; default %(default)s")
    timings.add_timings(command, prompts=8, repeats=3)
    command.set_defaults(run=run)


def run(asked: argparse.Namespace) -> int:
    """Measure and print."""
    timings.check(asked)

    # torch: only now, bad arguments are told at once
    from tower.experiments.race_report import report, table

    drafters = asked.drafters.split(",") if asked.drafters else None
    return timings.measured(asked, partial(report, drafters=drafters, temperature=asked.temperature), table)
