"""How numbers are written on the screen."""

from __future__ import annotations


def two(value: float) -> str:
    """Two decimals, a half rounded up as on paper."""
    return f"{value + 1e-9:.2f}"
