"""What commands share that time ways of decoding on the same prompts: arguments, progress, figures as JSON or table."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from typing import Any

from tower.cli.output import UsageError, check_writable, write_json
from tower.cli.own import add_pair
from tower.experiments.agreement import Disagreement


def add_timings(command: argparse.ArgumentParser, *, prompts: int, repeats: int) -> None:
    """The arguments. prompts, repeats: how many where none are named."""
    add_pair(command)
    command.add_argument("--k", type=int, default=4, help="words drafted a round; default %(default)s")
    command.add_argument("--max-new-tokens", type=int, default=64, help="default %(default)s")
    command.add_argument("--prompts", type=int, default=prompts, help="how many; default %(default)s")
    command.add_argument("--repeats", type=int, default=repeats, help="timings a prompt and way; default %(default)s")
    command.add_argument("--json", metavar="FILE", help="the figures as JSON; - is stdout")


def check(asked: argparse.Namespace) -> None:
    """Raises UsageError: before torch is imported, so that bad arguments are told at once."""
    for name in ("k", "max_new_tokens", "prompts", "repeats"):
        if not 1 <= getattr(asked, name) <= 1000:
            raise UsageError(f"--{name.replace('_', '-')} must be 1 to 1000, not {getattr(asked, name)}")
    if asked.json is not None:
        check_writable(asked.json)


def measured(asked: argparse.Namespace, measure: Callable[..., dict[str, Any]], table: Callable[..., str]) -> int:
    """Measure and print. measure: called with the arguments of `add_timings`."""
    try:
        figures = measure(
            asked.pair, k=asked.k, words=asked.max_new_tokens, prompts=asked.prompts, repeats=asked.repeats, tell=_tell
        )
    except Disagreement as error:
        print(f"tower: {error}", file=sys.stderr)
        return 1
    if asked.json is not None:
        write_json(figures, asked.json)
    else:
        print(table(figures))
    return 0


def _tell(line: str) -> None:
    print(line, file=sys.stderr, flush=True)
