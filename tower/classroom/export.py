"""What a class did, as CSV for a spreadsheet. Names of words and choices are handed in; knows no screen."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

from tower.classroom.store import Line


def csv_text(lines: Sequence[Line], words: Sequence[str] = ()) -> str:
    """A row a member: number, nickname, choice; for a dial one column a word. words: their names."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["member", "nickname", *([safe(word) for word in words] or ["choice"])])
    for line in lines:
        if words:
            told: list[object] = list(line.counts) or [0] * len(words)
        else:
            told = [safe(line.choice or "")]
        writer.writerow([line.number, safe(line.nickname), *told])
    return out.getvalue()


def safe(text: str) -> str:
    """Text that no spreadsheet takes for a formula."""
    return f"'{text}" if text[:1] in ("=", "+", "-", "@", "\t", "\r") else text
