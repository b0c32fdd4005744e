"""`bench`: the same models, prompts and words decoded in four ways, alternating, and what a pass costs."""

from __future__ import annotations

import argparse
from functools import partial
from typing import Any

from tower.cli import timings
from tower.models.settings import DRAFTERS


def add_parser(commands: Any) -> None:
    """The command's arguments."""
    command = commands.add_parser("bench", help="measure speed against transformers, in one run", allow_abbrev=False)
    command.add_argument(
        "--drafter", choices=[code for code in DRAFTERS if code != "none"], help="default: by the pair"
    )
    timings.add_timings(command, prompts=6, repeats=5)
    command.set_defaults(run=run)


def run(asked: argparse.Namespace) -> int:
    """Measure and print."""
    timings.check(asked)

    # torch and transformers: only now, bad arguments are told at once
    from tower.experiments.bench import bench
    from tower.experiments.bench_figures import table

    return timings.measured(asked, partial(bench, drafter=asked.drafter), table)
