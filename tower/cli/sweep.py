"""`sweep`: real runs over k and temperature beside plain decoding, and where the difference went."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from tower.cli.output import UsageError, check_writable, write_json
from tower.cli.own import add_pair
from tower.experiments.sweep_settings import SweepSettings
from tower.experiments.sweep_texts import TEXTS, texts
from tower.models.settings import DRAFTERS

INTERRUPTED = 130
Number = TypeVar("Number", int, float)


def add_parser(commands: Any) -> None:
    """The command's arguments."""
    usual = SweepSettings(("x",))
    drafters = ", ".join(code for code in DRAFTERS if code != "none")
    command = commands.add_parser("sweep", help="measure the gain over k and temperature", allow_abbrev=False)
    add_pair(command)
    command.add_argument("--drafter", help=f"{drafters}; default: the first of these that the pair has")
    command.add_argument("--k", default=_listed(usual.ks), metavar="K,K,…", help="default %(default)s")
    command.add_argument(
        "--temperatures", default=_listed(usual.temperatures), metavar="T,T,…", help="default %(default)s"
    )
    command.add_argument("--texts", default=TEXTS[0], help=f"{' or '.join(TEXTS)}; default %(default)s")
    command.add_argument("--prompt", action="append", metavar="TEXT", help="your own text instead; may be repeated")
    command.add_argument("--max-new-tokens", type=int, default=usual.words, help="a run; default %(default)s")
    command.add_argument("--repeats", type=int, default=usual.repeats, help="timings a run; default %(default)s")
    command.add_argument("--seed", type=int, default=usual.seed, help="default %(default)s")
    command.add_argument("--json", metavar="FILE", help="the report as JSON; - is stdout")
    command.add_argument("--csv", metavar="FILE", help="its table as CSV")
    command.set_defaults(run=run)


def run(asked: argparse.Namespace) -> int:
    """Measure and print. Interrupted, it still writes what was measured."""
    if asked.texts not in TEXTS:
        raise UsageError(f"--texts is {' or '.join(TEXTS)}, not {asked.texts!r}")
    settings = SweepSettings(
        prompts=tuple(asked.prompt) if asked.prompt else texts(asked.texts),
        texts="own" if asked.prompt else asked.texts,
        pair=asked.pair,
        drafter=asked.drafter,
        ks=_numbers("--k", asked.k, int),
        temperatures=_numbers("--temperatures", asked.temperatures, float),
        words=asked.max_new_tokens,
        repeats=asked.repeats,
        seed=asked.seed,
    )
    for place in (asked.json, asked.csv):
        if place is not None:
            check_writable(place)

    # torch: only now, bad arguments are told at once
    from tower.experiments.sweep import Sweep
    from tower.experiments.sweep_cells import cells
    from tower.experiments.sweep_report import document, table
    from tower.models.loading import load_pair

    sweep, code = Sweep(settings, load_pair(settings.pair)), 0
    try:
        while not sweep.done:
            sweep.advance()
            _progress(f"{sweep.run} / {sweep.planned} runs")
    except KeyboardInterrupt:
        code = INTERRUPTED
    _progress("")
    report = document(sweep)
    if asked.json is not None:
        write_json(report, asked.json)
    if asked.csv is not None:
        _write(table(cells(settings, sweep.trials), report["machine"], report["versions"]), asked.csv)
    if asked.json is None and asked.csv is None:
        print(_shown(report))
    return code


def _shown(report: dict[str, Any]) -> str:
    """The cells for reading; (…) is what the formula predicts."""
    lines = ["   T   k  alpha  overlap  words/haul        c      v  gain (spread)      (predicted)"]
    for cell in report["cells"]:
        alpha, overlap = _two(cell["alpha"]), _two(cell["mean_overlap"])
        words = f"{cell['tokens_per_haul']:.2f} ({_two(cell['predicted_tokens'])})"
        spread = f"{cell['gain']:.2f} ({cell['gain_low']:.2f}–{cell['gain_high']:.2f})"
        lines.append(
            f"{cell['temperature']:4g} {cell['k']:3d}  {alpha:>5}  {overlap:>7}  {words:<13} {cell['c']:5.3f}  "
            f"{cell['v']:5.2f}  {spread:<18} ({_two(cell['predicted_gain'])})"
        )
    runs, machine = report["runs"], report["machine"]
    lines.append(f"{runs['measured']} of {runs['planned']} runs, {machine['processor']}, {report['threads']} thread(s)")
    return "\n".join(lines)


def _two(value: float | None) -> str:
    return "–" if value is None else f"{value:.2f}"


def _numbers(name: str, text: str, kind: Callable[[str], Number]) -> tuple[Number, ...]:
    try:
        return tuple(kind(part) for part in text.split(","))
    except ValueError:
        raise UsageError(f"{name} takes numbers separated by commas, not {text!r}") from None


def _listed(numbers: tuple[float, ...]) -> str:
    return ",".join(f"{number:g}" for number in numbers)


def _write(text: str, place: str) -> None:
    if place == "-":
        sys.stdout.write(text)
        return
    try:
        Path(place).write_text(text, encoding="utf-8")
    except OSError as error:
        raise UsageError(f"cannot write {place}: {error.strerror}") from None


def _progress(text: str) -> None:
    if sys.stderr.isatty():
        sys.stderr.write(f"\r{text}\033[K")
