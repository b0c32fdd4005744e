"""Everything that the sampling room is set to, and the same as codes in an address. Knows no Streamlit.

What is counted side by side: the target alone, one exact rule, and one wrong rule if wanted, in this order.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from tower.decoding.errors import DecodingError
from tower.decoding.rulebook import RULES, UPPER_BOUNDS, parameters_of, rule_of
from tower.experiments.tally.arms import Arm
from tower.experiments.tally.settings import NamedRule, TallySettings
from tower.models.heads.kinds import KIND_OF
from tower.ui.readers import a_pair, one_of, within
from tower.ui.workshop.dials import PRESETS, Dials

SOURCES = ("dials", "models")
EXACT = tuple(code for code, rule in RULES.items() if rule.exact)
WRONG = (*(code for code, rule in RULES.items() if not rule.exact), "none")
DRAFTERS = ("small", "prompt-lookup", *KIND_OF)
RUNS: Mapping[str, tuple[int, ...]] = {
    "dials": (1_000, 10_000, 100_000, 1_000_000, 10_000_000),
    "models": (1_000, 5_000, 20_000, 50_000),
}
MOST_K, HOTTEST, MOST_TOP_K, LAST_SEED = 8, 2.0, 1000, 2**32 - 1


@dataclass(frozen=True, slots=True)
class RoomSettings:
    """parameters: those of the wrong rule that differ from its defaults. dials: for source `dials`; from pair to
    tokens: for source `models`. runs: how many of each kind; the verdict is spoken at that number."""

    of: str = "dials"
    exact: str = "speculative"
    wrong: str = "resample-from-p"
    parameters: tuple[tuple[str, float], ...] = ()
    runs: int = 100_000
    seed: int = 0
    dials: Dials = PRESETS["moon"]
    pair: str = "tower"
    prompt: str = ""
    drafter: str = "small"
    k: int = 3
    temperature: float = 1.0
    top_k: int = 0
    top_p: float = 1.0
    tokens: int = 2

    @property
    def rules(self) -> tuple[NamedRule, ...]:
        """The rules that are counted: the exact one, then the wrong one."""
        wrong = () if self.wrong == "none" else ((self.wrong, self.parameters),)
        return ((self.exact, ()), *wrong)

    @property
    def arms(self) -> tuple[Arm, ...]:
        """What is counted. Raises RuleError."""
        return (Arm(), *(Arm(rule_of(code, dict(parameters))) for code, parameters in self.rules))

    def tally(self) -> TallySettings:
        """For source `models`. Raises what is wrong with the settings."""
        return TallySettings(
            prompt=self.prompt, pair=self.pair, drafter=self.drafter, rules=self.rules, control=True, k=self.k,
            temperature=self.temperature, top_k=self.top_k, top_p=self.top_p, seed=self.seed, tokens=self.tokens,
            runs=self.runs,
        )  # fmt: skip


_SHARED = ("of", "exact", "wrong", "runs", "seed")
_OWN = {"dials": (), "models": ("pair", "prompt", "drafter", "k", "temperature", "top_k", "top_p", "tokens")}


def write(settings: RoomSettings) -> dict[str, str]:
    """As address parameters: what decides this count, in full, so that the link says what it means."""
    values = {name: _plain(getattr(settings, name)) for name in (*_SHARED, *_OWN[settings.of])}
    if settings.of == "dials":
        values |= {"p": _joined(settings.dials.p), "q": _joined(settings.dials.q)}
    return values | {name: f"{value:g}" for name, value in settings.parameters}


def read(address: Mapping[str, str], usual: RoomSettings) -> tuple[RoomSettings, list[str]]:
    """Settings from address parameters, and the names of those that made no sense and were left as in `usual`."""
    settings, ignored = usual, []
    if address.get("of") in SOURCES:
        settings = replace(settings, of=address["of"], runs=RUNS[address["of"]][2])
    for name, text in address.items():
        if (name == "of" and text in SOURCES) or name in ("p", "q"):
            continue
        try:
            settings = _taken(settings, name, text)
        except (ValueError, KeyError):
            ignored.append(name)
    if "p" in address or "q" in address:
        try:
            settings = replace(settings, dials=Dials(_split(address["p"]), _split(address["q"])))
        except (ValueError, KeyError):
            ignored += [name for name in ("p", "q") if name in address]
    for name in UPPER_BOUNDS:  # after the rule, wherever in the address it stood
        if name in address and name in ignored:
            try:
                settings = with_parameter(settings, name, float(address[name]))
                ignored.remove(name)
            except (DecodingError, ValueError, KeyError):
                pass
    return settings, ignored


def with_parameter(settings: RoomSettings, name: str, value: float) -> RoomSettings:
    """One parameter of the wrong rule changed. Raises RuleError."""
    if settings.wrong == "none":
        raise KeyError(name)
    given = parameters_of(rule_of(settings.wrong, {**dict(settings.parameters), name: value}))
    usual = parameters_of(rule_of(settings.wrong))
    return replace(settings, parameters=tuple((key, number) for key, number in given.items() if number != usual[key]))


def _taken(settings: RoomSettings, name: str, text: str) -> RoomSettings:
    """The settings with one address parameter taken over. Raises ValueError or KeyError where it makes no sense."""
    value: Any = _READ[name](text)
    if name == "runs" and value not in RUNS[settings.of]:
        raise ValueError(name)
    if name == "wrong":
        settings = replace(settings, parameters=())
    return replace(settings, **{name: value})


_READ: Mapping[str, Callable[[str], object]] = {
    "exact": one_of(EXACT),
    "wrong": one_of(WRONG),
    "runs": int,
    "seed": within(int, 0, LAST_SEED),
    "pair": a_pair,
    "prompt": str,
    "drafter": one_of(DRAFTERS),
    "k": within(int, 1, MOST_K),
    "temperature": within(float, 0, HOTTEST),
    "top_k": within(int, 0, MOST_TOP_K),
    "top_p": within(float, 0.05, 1),
    "tokens": within(int, 1, 3),
}

NAMES = frozenset({"of", *_READ, *UPPER_BOUNDS, "p", "q"})  # all that an address may say

assert set(_READ) <= {field.name for field in fields(RoomSettings)}


def _plain(value: object) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)


def _joined(numbers: tuple[int, ...]) -> str:
    return "-".join(map(str, numbers))


def _split(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in text.split("-"))
