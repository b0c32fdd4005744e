"""Everything that the workshop is set to, and the same as codes in an address. Knows no Streamlit."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from tower.decoding.distribution import Warp
from tower.decoding.rulebook import RULES, parameters_of, rule_of
from tower.decoding.rules import Rule
from tower.ui.workshop.dials import PRESETS, Dials

# Whom temperature, top-k and top-p act on. `ratio`: slips come from the warped q, but the rule divides by the bare q.
SCOPES = ("both", "target", "draft", "ratio")
LONGEST_CONTEXT = 120
HOTTEST = 2.0
PLAIN = Warp()


@dataclass(frozen=True, slots=True)
class Settings:
    """parameters: those of the rule that differ from its defaults. context: the text after which the dials were read
    off the models, empty where they were set by hand."""

    dials: Dials = PRESETS["moon"]
    rule: str = "speculative"
    parameters: tuple[tuple[str, float], ...] = ()
    warp: Warp = PLAIN
    scope: str = "both"
    seed: int = 0
    context: str = ""

    def rule_object(self) -> Rule:
        return rule_of(self.rule, dict(self.parameters))


def write(settings: Settings) -> dict[str, str]:
    """The settings as address parameters; what has its default is left out."""
    usual = Settings()
    asked = _codes(settings)
    bare = _codes(usual)
    if (settings.dials.p, settings.dials.q) != (usual.dials.p, usual.dials.q):
        bare["p"] = bare["q"] = ""  # one dial without the other is hard to read
    given = {name: f"{value:g}" for name, value in settings.parameters}
    return {name: value for name, value in asked.items() if value != bare[name]} | given


def _codes(settings: Settings) -> dict[str, str]:
    dials, warp = settings.dials, settings.warp
    return {
        "p": joined(dials.p),
        "q": joined(dials.q),
        "lock": joined(sorted(dials.locked)),
        "rule": settings.rule,
        "temperature": f"{warp.temperature:g}",
        "top_k": str(warp.top_k),
        "top_p": f"{warp.top_p:g}",
        "on": settings.scope,
        "seed": str(settings.seed),
        "context": settings.context,
    }


def read(address: Mapping[str, str]) -> tuple[Settings, list[str]]:
    """Settings from address parameters, and the names of those that made no sense and were left at their defaults.

    Names that are not the workshop's are passed over.
    """
    settings = Settings()
    ignored: list[str] = []

    def take(names: tuple[str, ...], change: Callable[[Settings], Settings]) -> None:
        nonlocal settings
        if any(name in address for name in names):
            try:
                settings = change(settings)
            except (ValueError, OverflowError):
                ignored.extend(name for name in names if name in address)

    def number(name: str, usual: float) -> float:
        return float(address.get(name, usual))

    take(("p", "q"), lambda s: replace(s, dials=Dials(_split(address.get("p", joined(s.dials.p))),
                                                      _split(address.get("q", joined(s.dials.q))))))  # fmt: skip
    take(("lock",), lambda s: replace(s, dials=replace(s.dials, locked=frozenset(_split(address["lock"])))))
    take(("rule",), lambda s: replace(s, rule=rule_of(address["rule"]).code))
    for name in parameters_of(RULES[settings.rule]()):
        take((name,), lambda s, name=name: with_parameter(s, name, number(name, 0)))  # type: ignore[misc]
    take(("temperature",), lambda s: replace(s, warp=replace(s.warp, temperature=_cool(number("temperature", 1)))))
    take(("top_k",), lambda s: replace(s, warp=replace(s.warp, top_k=int(address["top_k"]))))
    take(("top_p",), lambda s: replace(s, warp=replace(s.warp, top_p=number("top_p", 1))))
    take(("on",), lambda s: replace(s, scope=_one_of(address["on"], SCOPES)))
    take(("seed",), lambda s: replace(s, seed=_small(int(address["seed"]))))
    take(("context",), lambda s: replace(s, context=_short(address["context"])))
    return settings, ignored


def names() -> set[str]:
    """All address parameters that are the workshop's."""
    return set(_codes(Settings())) | {name for rule in RULES.values() for name in parameters_of(rule())}


def with_rule(settings: Settings, code: str) -> Settings:
    """Another rule, with its default parameters."""
    return settings if code == settings.rule else replace(settings, rule=code, parameters=())


def with_parameter(settings: Settings, name: str, value: float) -> Settings:
    """One of the rule's parameters changed. Raises RuleError."""
    given = {**dict(settings.parameters), name: value}
    usual: dict[str, Any] = parameters_of(RULES[settings.rule]())
    now = parameters_of(rule_of(settings.rule, given))
    return replace(settings, parameters=tuple((key, number) for key, number in now.items() if number != usual[key]))


def joined(numbers: Any) -> str:
    """Shares or indices as one address parameter."""
    return "-".join(map(str, numbers))


def _split(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in text.split("-")) if text else ()


def _cool(temperature: float) -> float:
    if not 0 <= temperature <= HOTTEST:
        raise ValueError("temperature out of the slider's range")
    return temperature


def _small(seed: int) -> int:
    if not 0 <= seed < 10**6:
        raise ValueError("seed out of range")
    return seed


def _short(context: str) -> str:
    if len(context) > LONGEST_CONTEXT:
        raise ValueError("context too long")
    return context


def _one_of(code: str, codes: tuple[str, ...]) -> str:
    if code not in codes:
        raise ValueError(code)
    return code
