"""Measurements made on this server while it runs: one at a time, one for all visitors, until somebody measures again.

Knows how to keep and to wait, not what is measured. Imports torch only when something is to be measured.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from threading import Lock
from time import monotonic
from typing import Any

import streamlit as st

from tower.ui.errors import told

REST = 30.0  # seconds: whoever asks sooner than this after a measurement is given that one


@dataclass(frozen=True, slots=True)
class Here:
    """figures: what was measured. machine: on what, see `hardware.description`. at: when, in UTC. ended: by the clock
    that REST is counted with."""

    figures: Mapping[str, Any]
    machine: Mapping[str, Any]
    at: datetime
    ended: float


class Bench:
    """The measurements by name."""

    def __init__(self) -> None:
        self._found: dict[str, Here] = {}
        self._lock = Lock()

    def latest(self, name: str) -> Here | None:
        """What was measured last, if anything was."""
        return self._found.get(name)

    def measure(self, name: str, how: Callable[[], Mapping[str, Any]]) -> Here:
        """Measure now; whoever comes while another one measures the same waits, and takes what he found."""
        from tower.experiments.hardware import description

        with self._lock:
            before = self._found.get(name)
            if before is None or monotonic() - before.ended > REST:
                figures = how()
                self._found[name] = Here(figures, description(), datetime.now(UTC), monotonic())
            return self._found[name]


@st.cache_resource(show_spinner=False)
def bench() -> Bench:
    """The one of this server."""
    return Bench()


def button(
    wanted: Mapping[str, Callable[[], Mapping[str, Any]]], label: str, *, help: str, waiting: str, key: str
) -> None:
    """Measure all of these when pressed. The whole page is drawn anew, as every figure on it is the new one."""
    if st.button(label, help=help, key=key, width="stretch"):
        with told(), st.spinner(waiting):
            for name, how in wanted.items():
                bench().measure(name, how)
            st.rerun()


def machine_figures() -> Mapping[str, Any]:
    """This machine's rates and passes: about three seconds."""
    from tower.experiments.machine import measure
    from tower.models.loading import load_pair

    return measure(load_pair("tower"), seconds=2.5)


def row_figures() -> Mapping[str, Any]:
    """Passes of 1 to 16 rows: about four seconds."""
    from tower.experiments.row_passes import LIVE, measure
    from tower.models.loading import load_pair

    return measure(load_pair("tower"), LIVE, seconds=3.0)


def gain_figures() -> Mapping[str, Any]:
    """The pair's gain for several k: about six seconds."""
    from tower.experiments.gain_by_k import measure
    from tower.models.loading import load_pair

    return measure(load_pair("tower"))


def batch_figures() -> Mapping[str, Any]:
    """Passes of 1 to 64 requests: about ten seconds."""
    from tower.experiments.batch_passes import recorded
    from tower.models.loading import load_pair

    return recorded(load_pair("tower"), seconds=8.0)
