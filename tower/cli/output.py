"""Where output goes: a JSON document to a file or to stdout."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any


class UsageError(ValueError):
    """Arguments that make no sense, or files that cannot be read or written. The text is one line for the user."""


def check_writable(place: str) -> None:
    """Raise UsageError when a document could not be written there; asked before the work begins."""
    path = Path(place)
    if place != "-" and (path.is_dir() or not path.absolute().parent.is_dir()):
        raise UsageError(f"cannot write {place}: no such folder, or a folder itself")


def write_json(document: Any, place: str) -> None:
    """Write to stdout for "-", else to a file. Raises UsageError."""
    text = json.dumps(document, ensure_ascii=False, allow_nan=False, indent=1)
    if place == "-":
        print(text)
        return
    try:
        Path(place).write_text(text + "\n", encoding="utf-8")
    except OSError as error:
        raise UsageError(f"cannot write {place}: {error.strerror}") from None


def read_prompt(place: str) -> str:
    """A prompt from a file, or from stdin for "-". Raises UsageError."""
    try:
        data = sys.stdin.buffer.read() if place == "-" else Path(place).read_bytes()
        text = data.decode("utf-8-sig")
    except OSError as error:
        raise UsageError(f"cannot read {place}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise UsageError(f"cannot read {place}: it is not UTF-8 text") from None
    # the line end that closes a file is not part of the beginning
    return text.replace("\r\n", "\n").removesuffix("\n")
