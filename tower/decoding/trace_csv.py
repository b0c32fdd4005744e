"""A trace as a table, one row a round. Knows no text."""

from __future__ import annotations

import csv
import io
from typing import Any

from tower.decoding.trace import Round, Trace

COLUMNS = (
    *("round", "start", "drafted", "accepted", "rejected", "discarded", "cut", "written", "emitted", "tokens"),
    *("target_before", "target_after_pass", "target_kept", "draft_before", "draft_after", "draft_kept"),
    *("draft_steps", "draft_seconds", "verify_seconds", "other_seconds"),
)


def csv_rows(trace: Trace) -> list[dict[str, Any]]:
    """One row a round, keys as COLUMNS; tokens are ids joined by spaces; empty where there is no draft cache."""
    return [dict(zip(COLUMNS, _row(a_round), strict=True)) for a_round in trace.rounds]


def csv_text(trace: Trace) -> str:
    """The rows as a file with a header."""
    out = io.StringIO()
    writer = csv.DictWriter(out, COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(csv_rows(trace))
    return out.getvalue()


def _row(a_round: Round) -> tuple[Any, ...]:
    verdicts = [slip.verdict for slip in a_round.drafts]
    return (
        *(a_round.index, a_round.start, len(verdicts)),
        *(verdicts.count(verdict) for verdict in ("accepted", "rejected", "discarded", "cut")),
        *(len(a_round.tokens), "" if a_round.emitted is None else a_round.emitted.kind),
        " ".join(map(str, a_round.tokens)),
        *a_round.cache.target,
        *(a_round.cache.draft or ("", "", "")),
        *(a_round.draft_steps, a_round.seconds.draft, a_round.seconds.verify, a_round.seconds.other),
    )
