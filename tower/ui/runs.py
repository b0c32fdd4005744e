"""The runs of this visit: the one on the stage and the ones before it. Starts them, pulls rounds, keeps their JSON.

A run computes only when it is asked to; nothing here decides anything about words.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Protocol
from uuid import uuid4

import streamlit as st

from tower.decoding.trace import Trace
from tower.decoding.trace_csv import csv_text

AHEAD = 5  # rounds computed at a time: a few ahead of what the stage shows
KEPT = 8  # earlier runs that stay within reach

_STAGE = "runs/on-stage"
_EARLIER = "runs/earlier"


class Live(Protocol):
    """A run in progress, as tower.models starts it."""

    def __iter__(self) -> Any: ...
    def trace(self) -> Trace: ...
    def trace_json(self) -> dict[str, Any]: ...


@dataclass
class StageRun:
    """What stands on the stage. `address`: its settings for a link. `live` is None for a replay of a saved run.

    `plain` is the same prompt decoded by the target alone, made when the plain lane is shown.
    """

    address: Mapping[str, Any]
    live: Live | None
    document: dict[str, Any]
    csv: str
    make_plain: Callable[[], Live] | None = None
    plain: Live | None = None
    plain_document: dict[str, Any] | None = None
    id: str = field(default_factory=lambda: uuid4().hex)
    played: bool = False

    @property
    def complete(self) -> bool:
        """No round will come any more."""
        return self.live is None or self.document["finish"] != "running"

    def advance(self, rounds: int | None) -> None:
        """Compute up to `rounds` more rounds, all that are left for None."""
        if self.live is None:
            return
        try:
            for _ in islice(self.live, rounds):
                pass
        finally:  # what was computed before a failure stays
            self.document = self.live.trace_json()
            self.csv = csv_text(self.live.trace())

    def follow_plainly(self) -> None:
        """Let the plain lane catch up: one haul of its own for each haul of the run; to its end when the run is done."""
        if self.make_plain is None:
            return
        if self.plain is None:
            self.plain = self.make_plain()
        behind = len(self.document["rounds"]) - len(self.plain.trace().rounds)
        for _ in islice(self.plain, None if self.complete else max(0, behind)):
            pass
        self.plain_document = self.plain.trace_json()


def on_stage() -> StageRun | None:
    """The run on the stage."""
    return st.session_state.get(_STAGE)


def earlier() -> list[StageRun]:
    """What was on the stage before, latest first."""
    return st.session_state.setdefault(_EARLIER, [])


def put_on_stage(run: StageRun) -> None:
    """Give the stage to `run`; the one that stood there joins the earlier runs."""
    before = on_stage()
    others = [other for other in earlier() if other is not run]
    if before is not None and before is not run:
        others.insert(0, before)
    st.session_state[_EARLIER] = others[:KEPT]
    st.session_state[_STAGE] = run
