"""What a link to each page can set: names, usual values and ranges, for the form at the teacher's desk.

The values are the rooms' own; this only gathers them. Whether a link makes sense is decided by the room it opens.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from tower.decoding.rulebook import RULES, UPPER_BOUNDS, parameters_of
from tower.experiments.race_settings import RACERS
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

CLIMBED = ("lobby", *FLOORS, "finish")  # they know how far a reader has climbed, and nothing that could be fixed
PAGES = ("live_tower", "dial_workshop", "sampling_room", "speed_accounts", "drafter_shelf", *CLIMBED, "own_pair")
SWITCHES = ("rule", "wrong", "of", "room", "texts")  # settings that decide whether others play a part


@dataclass(frozen=True, slots=True)
class Field:
    """One setting. usual: its text in an address. codes: what it may be, several of them where a `joint` stands between
    them; low, high: a number between, `whole` or not; neither: free text. only: for these values of a switch alone."""

    name: str
    usual: str
    codes: tuple[str, ...] = ()
    low: float | None = None
    high: float | None = None
    whole: bool = False
    only: tuple[str, ...] = ()
    joint: str = ""

    def asked(self, chosen: Mapping[str, str]) -> bool:
        """Whether it plays a part beside what was chosen before it."""
        return not self.only or bool({chosen.get(name) for name in SWITCHES} & set(self.only))


def names(page: str) -> frozenset[str]:
    """Settings of a page that a link may fix or hide."""
    parameters = {f"rule.{name}" for name in UPPER_BOUNDS} if page == "live_tower" else set()
    return _NAMES.get(page, frozenset()) | parameters


def fields(page: str) -> tuple[Field, ...]:
    """The settings of a page in the order of the form, usual values in the visitor's language."""
    if page in CLIMBED:
        return (Field("climbed", ""),)
    return _FIELDS[page]() if page in _FIELDS else ()


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
    dials, models = ("dials",), ("models",)
    runs = {of: tuple(str(n) for n in sampling.RUNS[of]) for of in sampling.SOURCES}
    return (
        Field("of", "dials", sampling.SOURCES),
        Field("pair", usual.pair, tuple(pair_names.labels(ready=True)), only=models),
        Field("prompt", usual.prompt, only=models),
        Field("drafter", usual.drafter, sampling.DRAFTERS, only=models),
        Field("p", workshop.joined(moon.p), only=dials),
        Field("q", workshop.joined(moon.q), only=dials),
        Field("exact", usual.exact, sampling.EXACT),
        Field("wrong", usual.wrong, sampling.WRONG),
        *_parameters(),
        *(Field("runs", runs[of][2], runs[of], only=(of,)) for of in sampling.SOURCES),
        Field("tokens", str(usual.tokens), ("1", "2", "3"), only=models),
        Field("k", str(usual.k), (), 1, sampling.MOST_K, True, models),
        Field("temperature", f"{usual.temperature:g}", (), 0, sampling.HOTTEST, only=models),
        Field("top_k", "0", (), 0, sampling.MOST_TOP_K, True, models),
        Field("top_p", "1", (), 0.05, 1, only=models),
        Field("seed", "0", (), 0, sampling.LAST_SEED, True),
    )


def _accounts() -> tuple[Field, ...]:
    numbers: Mapping[str, tuple[float, float, bool]] = {
        "alpha": (0, 1, False), "k": (1, accounts.MOST_K, True), "c": (0, accounts.MOST_C, False),
        "slip": (0, accounts.MOST_SLIP, False), "seed": (0, accounts.LAST_SEED, True), "gb": (1, 100_000, False),
        "tflop": (0.001, 100_000, False), "billions": (0.001, 10_000, False),
    }  # fmt: skip
    codes: Mapping[str, tuple[str, ...]] = {
        "tray": accounts.TRAYS, "pair": tuple(pair_names.labels(ready=True)), "drafter": accounts.SWEEP_DRAFTERS,
        "texts": accounts.SOURCES, "ks": _texts(accounts.KS), "temperatures": _texts(accounts.TEMPERATURES),
        "words": _texts(accounts.WORDS), "repeats": _texts(accounts.REPEATS), "bytes": _texts(accounts.BYTES),
        "second": tuple(code for code in accounts.VOCABULARIES if code != accounts.OWN),
    }  # fmt: skip
    found = [Field(accounts.ROOM, next(iter(accounts.SECTIONS)), tuple(accounts.SECTIONS))]
    for name, setting in accounts.FIELDS.items():
        only = tuple(code for code, section in accounts.SECTIONS.items() if name in section)
        low, high, whole = numbers.get(name, (None, None, False))
        found.append(
            Field(
                name, setting.write(setting.usual), codes.get(name, ()), low, high, whole,
                (accounts.OWN,) if name == "prompt" else only, "-" if name in ("ks", "temperatures") else "",
            )
        )  # fmt: skip
    return tuple(found)


def _shelf() -> tuple[Field, ...]:
    codes: Mapping[str, tuple[str, ...]] = {
        shelf.ROOM: shelf.ROOMS, "racers": RACERS, "stage": RACERS, "words": _texts(shelf.WORDS),
        "temperature": _texts(shelf.TEMPERATURES), "repeats": _texts(shelf.REPEATS),
    }  # fmt: skip
    usual = {**shelf.USUAL, "prompt": presets()[0].prompt}
    found = []
    for name, text in shelf.write(usual).items():
        low, high = {"k": shelf.KS, "seed": (0, shelf.LAST_SEED)}.get(name, (None, None))
        only = () if name == shelf.ROOM else ("stage",) if name == "stage" else ("race",)
        joint = "." if name == "racers" else ""
        found.append(Field(name, text, codes.get(name, ()), low, high, low is not None, only, joint))
    return tuple(found)


def _texts(numbers: Sequence[float]) -> tuple[str, ...]:
    return tuple(f"{number:g}" for number in numbers)


_FIELDS: Mapping[str, Callable[[], tuple[Field, ...]]] = {
    "live_tower": _live, "dial_workshop": _workshop, "sampling_room": _sampling, "speed_accounts": _accounts,
    "drafter_shelf": _shelf,
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
    if page == "drafter_shelf" and name != shelf.ROOM:
        return t("shelf.stage.pick") if name == "stage" else t(f"shelf.race.{name}")
    return t(f"desk.fields.{name}")


def code_label(page: str, name: str, code: str) -> str:
    """How a code of a page's setting is called on the screen."""
    if name == "pair":
        return pair_names.labels().get(code, code)
    if name in ("rule", "exact", "wrong") and code != "none":
        return t(f"rules.{code}.name")
    known: Mapping[str, Callable[[], str]] = {
        "drafter": lambda: t(f"drafters.{code}.name"),
        "wrong": lambda: t("sampling.controls.nobody"),
        "on": lambda: t(f"workshop.scopes.{code}"),
        "of": lambda: t(f"sampling.of.{code}"),
        "room": lambda: t(f"{'shelf' if page == 'drafter_shelf' else 'accounts'}.rooms.{code}"),
        "racers": lambda: t(f"shelf.short.{code}"),
        "stage": lambda: t(f"shelf.short.{code}"),
        "tokens": lambda: t(f"sampling.tokens.n{code}"),
        "texts": lambda: t(f"accounts.texts.{code}"),
        "second": lambda: t(f"accounts.vocabulary.kinds.{code}"),
        "tray": lambda: t(f"accounts.tray.{code}"),
        "runs": lambda: f"{int(code):,}",
    }
    return known[name]() if name in known else code
