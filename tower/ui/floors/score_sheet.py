"""A round with all its numbers as a table: a column a slip, a row a number. Reads trace JSON; computes nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from html import escape
from typing import Any

Json = Mapping[str, Any]
Say = Callable[..., str]
NOTHING = "–"

_STYLE = """
<style>
.sheet { overflow-x: auto; }
.sheet table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
.sheet th, .sheet td { padding: .3rem .7rem; border-bottom: 1px solid LINE; text-align: left; white-space: nowrap; }
.sheet thead th { border-bottom-width: 2px; }
.sheet tbody th { font-weight: 400; opacity: .85; }
.sheet tbody td { font-weight: 600; }
</style>
"""


def score_sheet(a_round: Json, greedy: bool, say: Say) -> list[list[str]]:
    """Rows of texts, heads first. say("q") and so on: the names of the rows; say("seal.accepted"): of the stamps."""
    slips = a_round["drafts"]
    heads = [say("slip", n=n + 1) for n in range(len(slips))]
    rows = [
        (say("guess"), [_word(slip["text"]) for slip in slips]),
        (say("print"), [_word(slip["p_top"][0][1]) for slip in slips]),
        *(_greedy_rows(slips, say) if greedy else _moon_rows(slips, say)),
        (say("stamp"), [say(f"seal.{slip['verdict']}") for slip in slips]),
        (say("written"), _written(a_round)),
    ]
    last = a_round["last"]["p_top"][0]
    emitted = a_round["emitted"]
    bonus = emitted is not None and emitted["kind"] in ("bonus", "plain")
    ends = [say("after_all"), NOTHING, _word(last[1]), *[NOTHING] * (len(rows) - 4)]
    ends += [say(f"seal.{emitted['kind']}") if bonus else say("unused"), _word(emitted["text"]) if bonus else NOTHING]
    table = [["", *heads], *([name, *cells] for name, cells in rows)]
    for row, end in zip(table, ends, strict=True):
        row.append(end)
    return table


def sheet_html(rows: Sequence[Sequence[str]], label: str, line: str) -> str:
    """The rows as a table that scrolls by itself where the page is narrow. line: a colour."""
    head, *body = rows
    heads = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in head)
    lines = "".join(f'<tr><th scope="row">{escape(name)}</th>{_cells(cells)}</tr>' for name, *cells in body)
    table = f"<table><thead><tr>{heads}</tr></thead><tbody>{lines}</tbody></table>"
    frame = f'<div class="sheet" role="region" tabindex="0" aria-label="{escape(label)}">{table}</div>'
    return _STYLE.replace("LINE", line) + frame


def _cells(cells: Sequence[str]) -> str:
    return "".join(f"<td>{escape(cell)}</td>" for cell in cells)


def _greedy_rows(slips: Sequence[Json], say: Say) -> list[tuple[str, list[str]]]:
    return [
        (say("q_raw"), [_number(slip["q_raw"]) for slip in slips]),
        (say("p_raw"), [_number(slip["p_raw"]) for slip in slips]),
        (say("same"), [_same(slip, say) for slip in slips]),
    ]


def _moon_rows(slips: Sequence[Json], say: Say) -> list[tuple[str, list[str]]]:
    return [
        (say("q"), [_number(slip["q"]) for slip in slips]),
        (say("p"), [_number(slip["p"]) for slip in slips]),
        (say("accept"), [_number(slip["accept"]) for slip in slips]),
        (say("u"), [_number(slip["u"]) for slip in slips]),
    ]


def _same(slip: Json, say: Say) -> str:
    same = say("yes") if slip["id"] == slip["p_top"][0][0] else say("no")
    return same if slip["accept"] is not None else say("unasked", same=same)


def _written(a_round: Json) -> list[str]:
    kept = sum(slip["verdict"] == "accepted" for slip in a_round["drafts"])
    words = [_word(token["text"]) for token in a_round["tokens"]]
    return [words[at] if at < len(words) and at <= kept else NOTHING for at in range(len(a_round["drafts"]))]


def _word(text: str) -> str:
    return text.removeprefix("␣") or text


def _number(value: float | None) -> str:
    return NOTHING if value is None else f"{value:.3f}".rstrip("0").rstrip(".")
