"""All rules by code, and their parameters from names and text. Knows nothing of how a rule works."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import asdict, fields

from tower.decoding.errors import RuleError
from tower.decoding.rules import (
    ArgmaxDraft,
    ArgmaxSoftQ,
    DropLowQ,
    Lenience,
    ResampleFromP,
    Rule,
    SampleMatch,
    SoftmaxResidual,
    Speculative,
    SubtractOne,
    Threshold,
    Typical,
)

RULES: Mapping[str, type[Rule]] = {
    rule.code: rule
    for rule in (
        Speculative,
        SampleMatch,
        ArgmaxDraft,
        ResampleFromP,
        SoftmaxResidual,
        Threshold,
        Typical,
        ArgmaxSoftQ,
        Lenience,
        DropLowQ,
        SubtractOne,
    )
}

# Above 0, up to: t and epsilon are probabilities, delta scales exp(-entropy), l weakens q.
UPPER_BOUNDS: Mapping[str, float] = {"t": 1.0, "epsilon": 1.0, "delta": 10.0, "l": 1.0}


def rule_of(code: str, parameters: Mapping[str, float | str] | None = None) -> Rule:
    """The rule `code`, its defaults replaced by `parameters` (numbers, or text that reads as one).

    Raises RuleError: `rule-unknown`, `rule-parameter-unknown`, `rule-parameter-value`.
    """
    if code not in RULES:
        raise RuleError(
            "rule-unknown", f"no rule {code!r}; there are: {', '.join(RULES)}", rule=code, known=", ".join(RULES)
        )
    names = [field.name for field in fields(RULES[code])]
    values: dict[str, float] = {}
    for name, value in (parameters or {}).items():
        if name not in names:
            known = ", ".join(names) or "none"
            raise RuleError(
                "rule-parameter-unknown",
                f"rule {code} has no parameter {name!r}; it has: {known}",
                rule=code,
                name=name,
                known=known,
            )
        values[name] = _number(code, name, value)
    return RULES[code](**values)


def parameters_of(rule: Rule) -> dict[str, float]:
    """The rule's parameters by name, empty where it has none."""
    return asdict(rule)


def _number(code: str, name: str, value: float | str) -> float:
    try:
        number = float(value)
    except (TypeError, ValueError):
        number = math.nan
    if not 0 < number <= UPPER_BOUNDS[name]:
        raise RuleError(
            "rule-parameter-value",
            f"{name} of rule {code} must be above 0 and at most {UPPER_BOUNDS[name]:g}, not {value}",
            rule=code,
            name=name,
            value=str(value),
            most=UPPER_BOUNDS[name],
        )
    return number
