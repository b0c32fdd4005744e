"""`python -m tower tally`: count the next words of many runs and hold them against the target's exact law."""

from __future__ import annotations

import argparse
import sys
from time import perf_counter
from typing import Any

from tower.cli.output import check_writable, write_json
from tower.cli.own import add_pair
from tower.experiments.tally.settings import TallySettings


def add_parser(commands: Any) -> argparse.ArgumentParser:
    """Add `tally` to the commands of `python -m tower` (what `add_subparsers` returned); `args.run(args)` runs it."""
    usual = TallySettings(prompt="x")
    parser: argparse.ArgumentParser = commands.add_parser(
        "tally", help="count the next words of many runs against the target's exact law"
    )
    add_pair(parser)
    parser.add_argument("--prompt", required=True)
    parser.add_argument("--tokens", type=int, default=usual.tokens, help="words counted a run, 1 to 3")
    parser.add_argument("--runs", type=int, default=usual.runs)
    parser.add_argument("--rule", default="speculative")
    parser.add_argument(
        "--rule-parameter", action="append", default=[], metavar="NAME=NUMBER", help="e.g. t=0.3; may be repeated"
    )
    parser.add_argument("--drafter", help="default: the first one that the pair has")
    parser.add_argument("--k", type=int, default=usual.k)
    parser.add_argument("--temperature", type=float, default=usual.temperature)
    parser.add_argument("--top-k", type=int, default=usual.top_k)
    parser.add_argument("--top-p", type=float, default=usual.top_p)
    parser.add_argument("--seed", type=int, default=usual.seed)
    parser.add_argument("--json", metavar="FILE", default="-", help="where to write the result; - is the screen")
    parser.set_defaults(run=run)
    return parser


def run(args: argparse.Namespace) -> int:
    """Count to the end and write the result as JSON. Raises the settings' and the models' errors."""
    parameters = dict(item.split("=", 1) if "=" in item else (item, "") for item in args.rule_parameter)
    settings = TallySettings(
        prompt=args.prompt, pair=args.pair, drafter=args.drafter, k=args.k, temperature=args.temperature,
        top_k=args.top_k, top_p=args.top_p, seed=args.seed, tokens=args.tokens, runs=args.runs,
        rules=((args.rule, tuple(parameters.items())),),
    )  # fmt: skip
    check_writable(args.json)
    # scipy and torch take seconds: the other commands do without them, and bad settings are told at once
    from tower.experiments.tally.report import cell_texts, summary
    from tower.experiments.tally.start import start
    from tower.models.loading import load_pair

    pair = load_pair(settings.pair)
    began = perf_counter()
    count = start(settings, pair)
    while not count.board.done:
        count.advance(1)
        _report(f"{count.board.counted} / {count.runs}, {count.ground.scored} beginnings read")
    result = {
        "rule": args.rule,
        "drafter": args.drafter,
        "outcomes": count.distinct(0),
        **summary(count, 0, lambda cell: cell_texts(count, pair.text.text, cell)),
        "seconds": perf_counter() - began,
    }
    write_json(result, args.json)
    return 0


def _report(progress: str) -> None:
    if sys.stderr.isatty():
        sys.stderr.write(f"\r{progress}\033[K")
