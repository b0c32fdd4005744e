"""`bench`: the same models, prompts and words decoded in four ways, alternating, and what a pass costs."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from tower.cli.output import UsageError, check_writable, write_json
from tower.cli.own import add_pair


def add_parser(commands: Any) -> None:
    """The command's arguments."""
    command = commands.add_parser("bench", help="measure speed against transformers, in one run", allow_abbrev=False)
    add_pair(command)
    command.add_argument("--k", type=int, default=4, help="words drafted a round; default %(default)s")
    command.add_argument("--max-new-tokens", type=int, default=64, help="default %(default)s")
    command.add_argument("--prompts", type=int, default=6, help="how many; default %(default)s")
    command.add_argument("--repeats", type=int, default=5, help="timings a prompt and way; default %(default)s")
    command.add_argument("--json", metavar="FILE", help="the figures as JSON; - is stdout")
    command.set_defaults(run=run)


def run(asked: argparse.Namespace) -> int:
    """Measure and print."""
    for name in ("k", "max_new_tokens", "prompts", "repeats"):
        if not 1 <= getattr(asked, name) <= 1000:
            raise UsageError(f"--{name.replace('_', '-')} must be 1 to 1000, not {getattr(asked, name)}")
    if asked.json is not None:
        check_writable(asked.json)

    # torch and transformers: only now, bad arguments are told at once
    from tower.experiments.bench import Disagreement, bench
    from tower.experiments.bench_figures import table

    def tell(line: str) -> None:
        print(line, file=sys.stderr, flush=True)

    try:
        figures = bench(
            asked.pair, k=asked.k, words=asked.max_new_tokens, prompts=asked.prompts, repeats=asked.repeats, tell=tell
        )
    except Disagreement as error:
        print(f"tower: {error}", file=sys.stderr)
        return 1
    if asked.json is not None:
        write_json(figures, asked.json)
    else:
        print(table(figures))
    return 0
