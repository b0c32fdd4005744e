"""`race`: every drafter of a pair on the same prompts, in turns: hauls saved, and time."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from tower.cli.output import UsageError, check_writable, write_json
from tower.cli.own import add_pair
from tower.models.settings import DRAFTERS


def add_parser(commands: Any) -> None:
    """The command's arguments."""
    command = commands.add_parser("race", help="all drafters side by side on the same prompts", allow_abbrev=False)
    add_pair(command)
    command.add_argument("--drafters", help=f"separated by commas, of {', '.join(DRAFTERS)}; default: all it has")
    command.add_argument("--k", type=int, default=4, help="words drafted a round; default %(default)s")
    command.add_argument("--temperature", type=float, default=0.0, help="0 is greedy; default %(default)s")
    command.add_argument("--max-new-tokens", type=int, default=64, help="default %(default)s")
    command.add_argument("--prompts", type=int, default=8, help="how many; default %(default)s")
    command.add_argument("--repeats", type=int, default=3, help="timings a prompt; default %(default)s")
    command.add_argument("--json", metavar="FILE", help="the figures as JSON; - is stdout")
    command.set_defaults(run=run)


def run(asked: argparse.Namespace) -> int:
    """Measure and print."""
    for name in ("k", "max_new_tokens", "prompts", "repeats"):
        if not 1 <= getattr(asked, name) <= 1000:
            raise UsageError(f"--{name.replace('_', '-')} must be 1 to 1000, not {getattr(asked, name)}")
    if asked.json is not None:
        check_writable(asked.json)

    # torch: only now, bad arguments are told at once
    from tower.experiments.race import Disagreement, race, table

    def tell(line: str) -> None:
        print(line, file=sys.stderr, flush=True)

    try:
        result = race(
            asked.pair,
            drafters=asked.drafters.split(",") if asked.drafters else None,
            k=asked.k,
            temperature=asked.temperature,
            words=asked.max_new_tokens,
            prompts=asked.prompts,
            repeats=asked.repeats,
            tell=tell,
        )
    except Disagreement as error:
        print(f"tower: {error}", file=sys.stderr)
        return 1
    if asked.json is not None:
        write_json(result, asked.json)
    else:
        print(table(result))
    return 0
