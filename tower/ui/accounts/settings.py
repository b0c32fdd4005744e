"""What the accounts room is set to, section by section, and the same as codes in an address. Knows no Streamlit."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from tower.experiments.other_vocabulary import KINDS
from tower.experiments.sweep_texts import TEXTS
from tower.models.pairs import PAIRS
from tower.models.settings import DRAFTERS
from tower.ui.readers import a_pair, one_of, within

ROOM = "room"
OWN = "own"
KS = (1, 2, 3, 4, 6, 8, 12)
TEMPERATURES = (0.0, 0.3, 0.7, 1.0, 1.5)
WORDS = (16, 32, 48, 96)
REPEATS = (1, 3, 5, 9)
SOURCES = (*TEXTS, OWN)
SWEEP_DRAFTERS = tuple(code for code in DRAFTERS if code != "none")
TRAYS = ("line", "recorded")
VOCABULARIES = (*KINDS, OWN)
BYTES = (4.0, 2.0, 1.0, 0.5)
MOST_K, MOST_C, MOST_SLIP, LAST_SEED = 16, 0.6, 0.6, 2**32 - 1
LONGEST = 80  # characters of a sentence in the vocabulary room


@dataclass(frozen=True, slots=True)
class Field:
    """usual: what it is before anybody has touched it. read: from an address; raises ValueError. write: back again."""

    usual: Any
    read: Callable[[str], Any]
    write: Callable[[Any], str] = str


def _among(kind: type[int] | type[float], values: tuple[float, ...]) -> Callable[[str], float]:
    def read(text: str) -> float:
        if kind(text) not in values:
            raise ValueError(text)
        return kind(text)

    return read


def _some_of(kind: type[int] | type[float], values: tuple[float, ...]) -> Callable[[str], list[float]]:
    one = _among(kind, values)

    def read(text: str) -> list[float]:
        return sorted({one(part) for part in text.split("-") if part})

    return read


def _up_to(most: int) -> Callable[[str], str]:
    def read(text: str) -> str:
        if len(text) > most:
            raise ValueError(text)
        return text

    return read


def _number(value: float) -> str:
    return f"{value:g}"


def _joined(values: list[float]) -> str:
    return "-".join(f"{value:g}" for value in sorted(values))


FIELDS: Mapping[str, Field] = {
    "alpha": Field(0.8, within(float, 0, 1), _number),
    "k": Field(4, within(int, 1, MOST_K)),
    "c": Field(0.05, within(float, 0, MOST_C), _number),
    "slip": Field(0.02, within(float, 0, MOST_SLIP), _number),
    "tray": Field("line", one_of(TRAYS)),
    "pair": Field(next(iter(PAIRS)), a_pair),
    "drafter": Field("small", one_of(SWEEP_DRAFTERS)),
    "texts": Field("easy", one_of(SOURCES)),
    "prompt": Field("", _up_to(4000)),
    "ks": Field([1, 2, 4, 8], _some_of(int, KS), _joined),
    "temperatures": Field([0.0, 0.7, 1.0], _some_of(float, TEMPERATURES), _joined),
    "words": Field(48, _among(int, WORDS)),
    "repeats": Field(3, _among(int, REPEATS)),
    "seed": Field(0, within(int, 0, LAST_SEED)),
    "gb": Field(1008.0, within(float, 1, 100_000), _number),
    "tflop": Field(165.2, within(float, 0.001, 100_000), _number),
    "billions": Field(8.0, within(float, 0.001, 10_000), _number),
    "bytes": Field(2.0, _among(float, BYTES), _number),
    "sentence": Field("", _up_to(LONGEST)),
    "second": Field(KINDS[0], one_of(VOCABULARIES)),
}
SECTIONS: Mapping[str, tuple[str, ...]] = {
    "formula": ("alpha", "k", "c", "slip", "tray"),
    "papers": (),
    "measured": ("pair", "drafter", "texts", "prompt", "ks", "temperatures", "words", "repeats", "seed"),
    "batch": ("alpha", "c"),
    "machine": ("gb", "tflop", "billions", "bytes", "alpha", "k", "c"),
    "vocabulary": ("sentence", "second"),
}


def usual() -> dict[str, Any]:
    """Every setting before anybody has touched it, the section included."""
    return {ROOM: next(iter(SECTIONS)), **{name: field.usual for name, field in FIELDS.items()}}


def read(address: Mapping[str, str]) -> tuple[dict[str, Any], list[str]]:
    """The settings that an address names, and the names of those that made no sense."""
    found: dict[str, Any] = {}
    ignored = []
    for name, text in address.items():
        try:
            if name == ROOM:
                found[name] = one_of(tuple(SECTIONS))(text)
            else:
                found[name] = FIELDS[name].read(text)
        except (KeyError, ValueError):
            ignored.append(name)
    return found, ignored


def write(values: Mapping[str, Any]) -> dict[str, str]:
    """As address parameters: the section and all that decides it. A text of one's own only where one is used."""
    section = values[ROOM]
    names = [name for name in SECTIONS[section] if name != "prompt" or values["texts"] == OWN]
    return {ROOM: section, **{name: FIELDS[name].write(values[name]) for name in names}}
