"""`decode`: one run, its text marked as it is written, or its whole trace as JSON."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from tower.cli.marks import BRACKETS, Marker, marks_of, wants_colour
from tower.cli.output import UsageError, check_writable, read_prompt, write_json
from tower.cli.own import add_pair
from tower.models.runs import Run, start_run
from tower.models.settings import DRAFTERS, RunSettings

_NOTICES = {"k-clamped": "this drafter goes {max_k} words deep, not {k}; k is {max_k}"}


def add_parser(commands: Any) -> None:
    """The command's arguments."""
    command = commands.add_parser("decode", help="write on after a prompt", allow_abbrev=False)
    prompt = command.add_mutually_exclusive_group(required=True)
    prompt.add_argument("--prompt", metavar="TEXT", help="the text to go on from")
    prompt.add_argument("--prompt-file", metavar="FILE", help="the same from a UTF-8 file; - reads standard input")
    add_pair(command)
    command.add_argument("--drafter", help=f"{', '.join(DRAFTERS)}; default: the first of these that the pair has")
    command.add_argument("--rule", default="speculative", help="acceptance rule; default %(default)s")
    command.add_argument(
        "--rule-parameter", action="append", default=[], metavar="NAME=VALUE", help="of the rule; may be repeated"
    )
    command.add_argument("--k", type=int, default=4, help="words drafted a round; default %(default)s")
    command.add_argument("--temperature", type=float, default=0.0, help="0 is greedy; default %(default)s")
    command.add_argument("--top-k", type=int, default=0, help="0 is off; default %(default)s")
    command.add_argument("--top-p", type=float, default=1.0, help="1 is off; default %(default)s")
    command.add_argument("--seed", type=int, default=0, help="default %(default)s")
    command.add_argument("--max-new-tokens", type=int, default=64, help="default %(default)s")
    command.add_argument("--no-chat", action="store_true", help="go on from the prompt itself, even with a chat model")
    command.add_argument("--json", metavar="FILE", help="write the trace there instead of the text; - is stdout")
    command.set_defaults(run=run)


def run(asked: argparse.Namespace) -> int:
    """Check, decode, print."""
    settings = RunSettings(
        prompt=asked.prompt if asked.prompt is not None else read_prompt(asked.prompt_file),
        pair=asked.pair,
        drafter=asked.drafter,
        rule=asked.rule,
        rule_parameters=_parameters(asked.rule_parameter),
        k=asked.k,
        temperature=asked.temperature,
        top_k=asked.top_k,
        top_p=asked.top_p,
        seed=asked.seed,
        max_new_tokens=asked.max_new_tokens,
        chat=not asked.no_chat,
    )
    if asked.json is not None:
        check_writable(asked.json)
    decoding = start_run(settings)
    for notice in decoding.notices:
        print(f"tower: {_NOTICES[notice.code].format(**notice.values)}", file=sys.stderr)
    if asked.json is None:
        _stream(decoding)
        return 0
    try:
        for _ in decoding:
            pass
    finally:  # whatever ends it, the words so far are worth keeping
        write_json(decoding.trace_json(), asked.json)
    return 0


def _stream(decoding: Run) -> None:
    marker = Marker(decoding.pair.text, decoding.prompt, colour=wants_colour(sys.stdout))
    answers = decoding.settings.chat and decoding.pair.chat is not None
    print(decoding.settings.prompt, end="\n\n" if answers else "", flush=True)
    for a_round in decoding:
        print(*marker.pieces(a_round), sep="", end="", flush=True)
    print(f"\n\n{_summary(decoding, marker)}")


def _summary(decoding: Run, marker: Marker) -> str:
    totals = decoding.trace().totals
    kinds = [mark for a_round in decoding.rounds for mark in marks_of(a_round)]
    counts = {kind: kinds.count(kind) for kind in BRACKETS}
    marks = [f"{marker.marked(kind, kind)} {count}" for kind, count in counts.items() if count]
    draft, verify, other = totals.seconds
    parts = [
        f"{totals.tokens} words in {totals.hauls} hauls ({totals.tokens_per_haul or 0:.2f} a haul)",
        " ".join(marks),
        "" if totals.alpha is None else f"accepted {totals.accepted}/{totals.tested} tested ({totals.alpha:.2f})",
        f"draft {draft:.3f} s, verify {verify:.3f} s, other {other:.3f} s",
        f"end: {decoding.finish}",
    ]
    return " · ".join(part for part in parts if part)


def _parameters(pairs: list[str]) -> dict[str, str]:
    parameters: dict[str, str] = {}
    for pair in pairs:
        name, separator, value = pair.partition("=")
        if not separator or not name.strip():
            raise UsageError(f"--rule-parameter takes NAME=VALUE, not {pair!r}")
        parameters[name.strip()] = value.strip()
    return parameters
