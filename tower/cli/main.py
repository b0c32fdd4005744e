"""Commands, exit codes, and how an error is told: one line on stderr.

Exit codes: 0 done, 2 bad input (or a pair that cannot be loaded), 130 interrupted, 141 nobody reads the output.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from typing import NoReturn

from tower.cli import bench, decode, fetch, own, pairs, race, sweep
from tower.cli.output import UsageError
from tower.decoding.errors import DecodingError
from tower.experiments.tally import cli as tally

BAD_INPUT, INTERRUPTED, NO_READER = 2, 130, 141


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise UsageError(message)


def parser() -> argparse.ArgumentParser:
    """All commands and their arguments."""
    top = _Parser(
        prog="python -m tower", description="Speculative decoding with real models, word by word.", allow_abbrev=False
    )
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND", parser_class=_Parser)
    for command in (decode, pairs, fetch, bench, race, tally, sweep):
        command.add_parser(commands)
    return top


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit code."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="replace")  # a console may know fewer characters
    try:
        asked = parser().parse_args(arguments)
        if hasattr(asked, "target"):
            own.settle(asked)
        code: int = asked.run(asked)
        sys.stdout.flush()
    except (UsageError, DecodingError) as error:
        message = " ".join(str(error).split())
        print(f"tower: {message}", file=sys.stderr)
        return BAD_INPUT
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # whoever read has gone; what is left in the buffer must not complain at the exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return NO_READER
    return code
