"""The runs of this visit: the one on the stage and the ones before it. Starts them, pulls rounds, keeps their JSON.

A run computes only when it is asked to; nothing here decides anything about words.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import Any
from uuid import uuid4

import streamlit as st

from tower.decoding.errors import DecodingError
from tower.decoding.trace_csv import csv_text
from tower.decoding.trace_schema import load
from tower.models.runs import Run, start_plain, start_run
from tower.models.settings import RunSettings

AHEAD = 5  # rounds computed at a time: a few ahead of what the stage shows
KEPT = 8  # earlier runs that stay within reach

_STAGE = "runs/on-stage"
_EARLIER = "runs/earlier"


@dataclass
class StageRun:
    """What stands on the stage. `address`: its settings for a link. `live` is None for a replay of a saved run.

    `plain` is the same prompt decoded by the target alone, made when the plain lane is shown. saved_csv: of a replay.
    """

    address: Mapping[str, Any]
    live: Run | None
    document: dict[str, Any] = field(default_factory=dict)
    saved_csv: str = ""
    plain: Run | None = None
    plain_document: dict[str, Any] | None = None
    trouble: DecodingError | None = None
    id: str = field(default_factory=lambda: uuid4().hex)

    @property
    def complete(self) -> bool:
        """No round will come any more."""
        return self.live is None or self.trouble is not None or self.document["finish"] != "running"

    @property
    def csv(self) -> str:
        """The rounds as a table."""
        return self.saved_csv if self.live is None else csv_text(self.live.trace())

    def advance(self, rounds: int | None) -> None:
        """Compute up to `rounds` more rounds, all that are left for None. A failure ends the run, not what it wrote."""
        if self.live is None:
            return
        try:
            for _ in islice(self.live, rounds):
                pass
        except DecodingError as error:
            self.trouble = error
        self.document = self.live.trace_json(self.document)

    def follow_plainly(self) -> None:
        """Let the plain lane catch up: a haul for each haul of the run; to its end when the run is done."""
        if self.live is None:
            return
        if self.plain is None:
            self.plain = start_plain(self.live.settings)
        behind = self.document["totals"]["hauls"] - len(self.plain.rounds)
        try:
            for _ in islice(self.plain, None if self.complete else max(0, behind)):
                pass
        except DecodingError as error:
            self.trouble = error
        self.plain_document = self.plain.trace_json(self.plain_document)


def start(values: Mapping[str, Any]) -> StageRun:
    """A run of these settings (names as in controls.DEFAULTS, rule parameters as `rule.<name>`), first rounds computed.

    Raises DecodingError where a setting, the prompt or the pair does not allow it.
    """
    run = StageRun(dict(values), start_run(settings_of(values)))
    run.advance(AHEAD)
    return run


def settings_of(values: Mapping[str, Any]) -> RunSettings:
    """The controls' values as checked settings."""
    parameters = {name.removeprefix("rule."): value for name, value in values.items() if name.startswith("rule.")}
    plain = {name: value for name, value in values.items() if not name.startswith("rule.")}
    return RunSettings(**plain, rule_parameters=parameters)


def replay(file: bytes) -> StageRun:
    """A run that was saved as JSON. Raises TraceError where the file is no such thing."""
    loaded = load(file)
    return StageRun({}, None, loaded.document, csv_text(loaded.trace))


def on_stage() -> StageRun | None:
    """The run on the stage."""
    return st.session_state.get(_STAGE)


def earlier() -> list[StageRun]:
    """What was on the stage before, latest first."""
    runs: list[StageRun] = st.session_state.setdefault(_EARLIER, [])
    return runs


def put_on_stage(run: StageRun) -> None:
    """Give the stage to `run`; the one that stood there joins the earlier runs, unless it is the same run again."""
    before = on_stage()
    others = [other for other in earlier() if other is not run]
    again = before is not None and before.live is not None and run.live is not None and before.address == run.address
    if before is not None and before is not run and not again:
        others.insert(0, before)
    st.session_state[_EARLIER] = others[:KEPT]
    st.session_state[_STAGE] = run
