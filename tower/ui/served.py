"""What a reader is told of a target that is behind a server. Reads a trace's JSON; computes no result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tower.models.served.settings import SERVED
from tower.ui.errors import escaped
from tower.ui.language import t
from tower.ui.small_print import small


def remark(trace: Mapping[str, Any]) -> None:
    """Where the target is, on the stage of a run that has one elsewhere."""
    if trace["settings"]["pair"] == SERVED:
        model = str(trace["made_with"]["weights"].get("target", "")).removeprefix(f"{SERVED}: ")
        small(t("served.remark", model=escaped(model)))


def totals(counts: Mapping[str, Any], rounds: int) -> None:
    """What a run has taken at the server; nothing where the target is at hand. counts: the trace's totals."""
    taken = counts.get("served")
    if taken:
        told = {name: f"{taken[name]:,}" for name in ("hauls", "recomputed")}
        small(t("served.totals", rounds=rounds, size=size(taken["received"]), **told))


def columns(rounds: Sequence[Mapping[str, Any]]) -> dict[str, list[Any]]:
    """Of the ledger's table, one entry a round."""
    taken = [entry["served"] for entry in rounds if entry.get("served")]
    if len(taken) < len(rounds):
        return {}
    return {t(f"served.columns.{name}"): [entry[name] for entry in taken] for name in ("hauls", "recomputed")}


def size(bytes: int) -> str:
    """In the unit that fits."""
    return f"{bytes / 1e6:.1f} MB" if bytes >= 1e6 else f"{bytes / 1e3:.0f} KB"
