"""How a setting is read from an address: functions of a text that raise ValueError where it makes no sense."""

from __future__ import annotations

from collections.abc import Callable

from tower.models.pairs import all_pairs


def one_of(codes: tuple[str, ...]) -> Callable[[str], str]:
    """One of these codes."""

    def read(text: str) -> str:
        if text not in codes:
            raise ValueError(text)
        return text

    return read


def a_pair(text: str) -> str:
    """The code of a pair that this tower knows now; own pairs come and go with the process."""
    return one_of(tuple(all_pairs()))(text)


def within(kind: type[int] | type[float], low: float, high: float) -> Callable[[str], float]:
    """A number from `low` to `high`."""

    def read(text: str) -> float:
        value = kind(text)
        if not low <= value <= high:
            raise ValueError(text)
        return value

    return read
