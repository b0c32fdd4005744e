"""The figures of floor 1's texts: Mogu's first day is the recorded run."""

from __future__ import annotations

from tower.ui.recordings import recording


def figures(language: str) -> dict[str, str]:
    """tokens, hauls: of the recorded day. hundred: hauls for a hundred tokens at the rate of that day."""
    totals = recording("floor_1", language).trace["totals"]
    return {
        "tokens": str(totals["tokens"]),
        "hauls": str(totals["hauls"]),
        "hundred": str(round(100 * totals["hauls"] / totals["tokens"])),
    }
