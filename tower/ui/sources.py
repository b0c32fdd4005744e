"""The text of files in assets: what components are made of."""

from __future__ import annotations

from pathlib import Path

ASSETS = Path(__file__).resolve().parents[2] / "assets"


def source(*names: str) -> str:
    """Files of assets, joined to one: source("dials/nodes.js", "floors/loop.js")."""
    return "\n".join((ASSETS / name).read_text(encoding="utf-8") for name in names)
