"""How often a measurement may be made again. Imports no torch."""

from __future__ import annotations

from tower.decoding.errors import SettingError


def check_repeats(repeats: int, most: int) -> None:
    """Raise SettingError `sweep-repeats` unless it is 1 to `most`."""
    if not 1 <= repeats <= most:
        raise SettingError(
            "sweep-repeats", f"repeats must be 1 to {most}, not {repeats}", value=repeats, most=most
        )  # fmt: skip
