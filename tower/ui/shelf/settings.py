"""What the shelf is set to: which part of it is shown, and the race; and the same as codes in an address. Knows no
Streamlit and no model."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tower.experiments.race_settings import RACERS, RaceSettings
from tower.ui.readers import one_of, within

ROOM = "room"
ROOMS = ("cards", "race", "stage", "suits", "lossy")
KS = (1, 8)
WORDS = (24, 48, 96)
REPEATS = (1, 3, 5)
TEMPERATURES = (0.0, 0.7, 1.0)
LAST_SEED = 2**32 - 1
LONGEST = 2000  # characters of a prompt
USUAL: Mapping[str, Any] = {
    ROOM: ROOMS[0],
    "prompt": "",
    "racers": list(RACERS),
    "k": 4,
    "temperature": 0.0,
    "seed": 0,
    "words": 48,
    "repeats": 3,
    "stage": "eagle-tree",
}
NAMES = frozenset(USUAL)


def read(asked: Mapping[str, str]) -> tuple[dict[str, Any], list[str]]:
    """The settings that an address names, and the names of those that made no sense. An address of settings that does
    not say which part it wants is one of the race, or of the stage where it names nothing else."""
    found: dict[str, Any] = {}
    ignored = []
    for name, text in asked.items():
        try:
            found[name] = _read(name, text)
        except (KeyError, ValueError):
            ignored.append(name)
    if found and ROOM not in found:
        found[ROOM] = "stage" if set(found) == {"stage"} else "race"
    return found, ignored


def write(values: Mapping[str, Any]) -> dict[str, str]:
    """As address parameters; the racers' codes are joined by dots, as they hold hyphens themselves."""
    return {
        name: ".".join(value) if name == "racers" else f"{value:g}" if isinstance(value, float) else str(value)
        for name, value in values.items()
    }


def settings_of(values: Mapping[str, Any]) -> RaceSettings:
    """The controls' values as a checked race. Raises DecodingError."""
    return RaceSettings(
        prompt=values["prompt"],
        drafters=tuple(values["racers"]),
        k=int(values["k"]),
        temperature=float(values["temperature"]),
        words=int(values["words"]),
        repeats=int(values["repeats"]),
        seed=int(values["seed"]),
    )


def _read(name: str, text: str) -> Any:
    if name == ROOM:
        return one_of(ROOMS)(text)
    if name == "prompt":
        if not 0 < len(text) <= LONGEST:
            raise ValueError(text)
        return text
    if name == "racers":
        asked = set(map(one_of(RACERS), text.split(".")))
        return [code for code in RACERS if code in asked]
    if name == "stage":
        return one_of(RACERS)(text)
    if name == "k":
        return within(int, *KS)(text)
    if name == "seed":
        return within(int, 0, LAST_SEED)(text)
    return _among({"temperature": TEMPERATURES, "words": WORDS, "repeats": REPEATS}[name], float(text))


def _among(values: tuple[float, ...], value: float) -> float:
    if value not in values:
        raise ValueError(value)
    return values[values.index(value)]
