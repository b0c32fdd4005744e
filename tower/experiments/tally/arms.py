"""What is counted side by side: the target alone, or whole speculative rounds under some rule."""

from __future__ import annotations

from dataclasses import dataclass

from tower.decoding.rules import Rule

PLAIN = "plain"


@dataclass(frozen=True, slots=True)
class Arm:
    """rule None: the target alone, the control."""

    rule: Rule | None = None

    @property
    def code(self) -> str:
        """The rule's code, or `plain`."""
        return PLAIN if self.rule is None else self.rule.code

    @property
    def exact(self) -> bool:
        """Whether every word is promised to follow the target's law."""
        return self.rule is None or self.rule.exact
