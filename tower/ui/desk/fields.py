"""What a link to each page can set: names, usual values and ranges, for the form at the teacher's desk.

The values are the rooms' own; this only gathers them. Whether a link makes sense is decided by the room it opens.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from tower.decoding.rulebook import RULES, UPPER_BOUNDS, parameters_of
from tower.models.settings import DRAFTERS
from tower.ui import controls, pair_names
from tower.ui.accounts import settings as accounts
from tower.ui.floors.climb import FLOORS
from tower.ui.language import t
from tower.ui.presets import presets
from tower.ui.sampling import controls as sampling_controls
from tower.ui.sampling import settings as sampling
from tower.ui.shelf import settings as shelf
from tower.ui.workshop import settings as workshop
from tower.ui.workshop.dials import PRESETS
from tower.ui.workshop.settings import HOTTEST

FLOOR_PAGES = FLOORS  # they have no settings of their own that could be fixed
PAGES = ("live_tower", "dial_workshop", "sampling_room", "speed_accounts", *FLOOR_PAGES)


@dataclass(frozen=True, slots=True)
class Field:
    """One setting. usual: its text in an address. codes: what it may be; low, high: a number between, `whole` or not;
    neither: free text. only: for this value of `rule` or `wrong` alone."""

    name: str
    usual: str
    codes: tuple[str, ...] = ()
    low: float | None = None
    high: float | None = None
    whole: bool = False
    only: tuple[str, ...] = ()


def names(page: str) -> frozenset[str]:
    """Settings of a page that a link may fix or hide."""
    parameters = {f"rule.{name}" for name in UPPER_BOUNDS} if page == "live_tower" else set()
    return _NAMES.get(page, frozenset()) | parameters


def fields(page: str) -> tuple[Field, ...]:
    """The settings of a page in the order of the form, usual values in the visitor's language."""
    return _FIELDS[page]() if page in _FIELDS else (Field("climbed", ""),)


def _live() -> tuple[Field, ...]:
    codes = {"pair": tuple(pair_names.labels(ready=True)), "drafter": DRAFTERS, "rule": tuple(RULES)}
    found = []
    for name, usual in controls.DEFAULTS.items():
        if name == "chat":
            continue
        low, high = controls.RANGES.get(name, (None, None))
        text = presets()[0].prompt if name == "prompt" else f"{usual:g}" if isinstance(usual, float) else str(usual)
        found.append(Field(name, text, codes.get(name, ()), low, high, isinstance(usual, int)))
        if name == "rule":
            found += _parameters("rule.")
    return tuple(found)


def _parameters(prefix: str = "") -> list[Field]:
    found: list[Field] = []
    for name, most in UPPER_BOUNDS.items():
        having = {code: parameters_of(rule())[name] for code, rule in RULES.items() if name in parameters_of(rule())}
        for usual in dict.fromkeys(having.values()):
            only = tuple(code for code, value in having.items() if value == usual)
            found.append(Field(f"{prefix}{name}", f"{usual:g}", (), 0.01, most, False, only))
    return found


def _workshop() -> tuple[Field, ...]:
    moon = PRESETS["moon"]
    return (
        Field("p", workshop.joined(moon.p)),
        Field("q", workshop.joined(moon.q)),
        Field("rule", "speculative", tuple(RULES)),
        *_parameters(),
        Field("temperature", "1", (), 0, HOTTEST),
        Field("top_k", "0", (), 0, 12, True),
        Field("top_p", "1", (), 0.05, 1),
        Field("on", "both", workshop.SCOPES),
        Field("seed", "0", (), 0, 999_999, True),
    )


def _sampling() -> tuple[Field, ...]:
    usual = sampling_controls.usual()
    moon = PRESETS["moon"]
    return (
        Field("of", "dials", sampling.SOURCES),
        Field("exact", usual.exact, sampling.EXACT),
        Field("wrong", usual.wrong, sampling.WRONG),
        *_parameters(),
        Field("runs", str(usual.runs), tuple(str(n) for n in sampling.RUNS["dials"])),
        Field("seed", "0", (), 0, sampling.LAST_SEED, True),
        Field("p", workshop.joined(moon.p)),
        Field("q", workshop.joined(moon.q)),
    )


def _accounts() -> tuple[Field, ...]:
    ranges: Mapping[str, tuple[float, float, bool]] = {
        "alpha": (0, 1, False), "k": (1, accounts.MOST_K, True), "c": (0, accounts.MOST_C, False),
        "slip": (0, accounts.MOST_SLIP, False), "gb": (1, 100_000, False), "tflop": (0.001, 100_000, False),
        "billions": (0.001, 10_000, False),
    }  # fmt: skip
    section = Field(accounts.ROOM, next(iter(accounts.SECTIONS)), tuple(accounts.SECTIONS))
    numbers = [
        Field(name, accounts.FIELDS[name].write(accounts.FIELDS[name].usual), (), low, high, whole)
        for name, (low, high, whole) in ranges.items()
    ]
    return (section, *numbers, Field("tray", accounts.FIELDS["tray"].usual, accounts.TRAYS))


_FIELDS: Mapping[str, Callable[[], tuple[Field, ...]]] = {
    "live_tower": _live, "dial_workshop": _workshop, "sampling_room": _sampling, "speed_accounts": _accounts,
}  # fmt: skip
_NAMES: Mapping[str, frozenset[str]] = {
    "live_tower": frozenset(controls.DEFAULTS),
    "dial_workshop": frozenset(workshop.names()),
    "sampling_room": sampling.NAMES,
    "speed_accounts": frozenset({accounts.ROOM, *accounts.FIELDS}),
    "drafter_shelf": shelf.NAMES,
}


def label(page: str, name: str) -> str:
    """A setting's name on the screen."""
    if name in ("p", "q"):
        return t(f"desk.fields.{name}")
    if page == "live_tower":
        return controls.label(name)
    if page == "sampling_room":
        return sampling_controls.label(name)
    if page == "speed_accounts":
        return t(f"desk.fields.{name}") if name == accounts.ROOM else t(f"accounts.fields.{name}")
    if page == "dial_workshop":
        return t("workshop.controls.scope") if name == "on" else t(f"workshop.controls.{name}")
    return t(f"desk.fields.{name}")


def code_label(name: str, code: str) -> str:
    """How a code of this setting is called on the screen."""
    if name == "pair":
        return pair_names.labels().get(code, code)
    if name in ("rule", "exact", "wrong") and code != "none":
        return t(f"rules.{code}.name")
    known: Mapping[str, Callable[[], str]] = {
        "drafter": lambda: t(f"drafters.{code}.name"),
        "wrong": lambda: t("sampling.controls.nobody"),
        "on": lambda: t(f"workshop.scopes.{code}"),
        "of": lambda: t(f"sampling.of.{code}"),
        "room": lambda: t(f"accounts.rooms.{code}"),
        "tray": lambda: t(f"accounts.tray.{code}"),
        "runs": lambda: f"{int(code):,}",
    }
    return known[name]() if name in known else code
