"""Which pair a command works with: one by its code, or `own`, two models named by id or folder."""

from __future__ import annotations

import argparse
import sys

from tower.cli.output import UsageError
from tower.models.own.memory import BYTES
from tower.models.pairs import drafters_of
from tower.models.settings import DRAFTERS

OWN = "own"


def add_pair(command: argparse.ArgumentParser) -> None:
    """The arguments that name a pair."""
    command.add_argument("--pair", default="tower", help="which models: see `pairs`, or own; default %(default)s")
    command.add_argument(
        "--target", metavar="ID|DIR", help="with --pair own: a Hugging Face id, a folder or a GGUF file"
    )
    command.add_argument("--draft", metavar="ID|DIR", help="with --pair own: the small model, of the same vocabulary")
    command.add_argument("--device", help="with --pair own: cpu, cuda or mps; default cpu")
    command.add_argument("--dtype", help=f"with --pair own: {', '.join(BYTES)}; default float32")


def settle(asked: argparse.Namespace) -> None:
    """Open an own pair and put its code in the place of `own`; choose the drafter where none was named.

    Raises UsageError; ModelError where the pair does not pass its checks.
    """
    named = [name for name in ("target", "draft", "device", "dtype") if getattr(asked, name) is not None]
    if asked.pair != OWN:
        if named:
            raise UsageError(f"--{named[0]} goes with --pair own")
    else:
        asked.pair = _opened(asked)
    if getattr(asked, "drafter", "") is None:
        asked.drafter = drafters_of(asked.pair, DRAFTERS)[0]


def _opened(asked: argparse.Namespace) -> str:
    if asked.target is None:
        raise UsageError("--pair own needs --target, and --draft for a small model")
    device, dtype = asked.device or "cpu", asked.dtype or "float32"
    if dtype not in BYTES or not device.startswith(("cpu", "cuda", "mps")):
        raise UsageError(f"--dtype is {', '.join(BYTES)}; --device is cpu, cuda or mps")

    from tower.cli.fetch import Progress
    from tower.models.own.opening import open_pair

    telling = Progress()
    opened = open_pair(asked.target, asked.draft or "", device=device, dtype=dtype, tell=telling)
    telling.end()
    print(f"tower: {opened.spec.name}, about {opened.needs / 1e9:.2f} GB of memory", file=sys.stderr)
    return opened.spec.code
