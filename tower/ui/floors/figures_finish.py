"""The figures of the last page's texts: the recorded run that its two logs show."""

from __future__ import annotations

from tower.ui.recordings import recording


def figures(language: str) -> dict[str, str]:
    """tokens; hauls with Mogu and plain_hauls without; per_haul: tokens a haul with him; drafted: slips he wrote."""
    played = recording("lobby", language)
    ours, plain = played.trace["totals"], played.plain["totals"]
    return {
        "tokens": str(ours["tokens"]),
        "hauls": str(ours["hauls"]),
        "plain_hauls": str(plain["hauls"]),
        "per_haul": f"{ours['tokens_per_haul']:.1f}",
        "drafted": str(ours["drafted"]),
    }
