"""Everything that decides a tally, checked before any model is loaded. Imports no torch."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tower.decoding.errors import SettingError
from tower.decoding.rulebook import rule_of
from tower.experiments.tally.arms import Arm
from tower.experiments.tally.ground import MOST_TOKENS
from tower.models.settings import RunSettings

MOST_RUNS = 200_000
LEAST_RUNS = 100

NamedRule = tuple[str, tuple[tuple[str, float], ...]]  # a code, and the parameters that differ from its defaults


@dataclass(frozen=True)
class TallySettings:
    """rules: what is counted beside each other, the target alone first where `control` asks for it. tokens: how many
    words of each run are counted, 1 to 3. The rest as in RunSettings, whose errors it raises; SettingError for its own.
    """

    prompt: str
    pair: str = "tower"
    drafter: str = "small"
    rules: tuple[NamedRule, ...] = (("speculative", ()),)
    control: bool = False
    k: int = 3
    temperature: float = 1.0
    top_k: int = 0
    top_p: float = 1.0
    seed: int = 0
    tokens: int = 2
    runs: int = 20_000

    def __post_init__(self) -> None:
        for code, parameters in self.rules:
            self.of_run(code, dict(parameters))
        if not 1 <= self.tokens <= MOST_TOKENS:
            raise SettingError(
                "tally-tokens", f"a tally counts 1 to {MOST_TOKENS} words, not {self.tokens}",
                value=self.tokens, most=MOST_TOKENS,
            )  # fmt: skip
        if not LEAST_RUNS <= self.runs <= MOST_RUNS:
            raise SettingError(
                "tally-runs", f"runs must be {LEAST_RUNS} to {MOST_RUNS}, not {self.runs}",
                value=self.runs, least=LEAST_RUNS, most=MOST_RUNS,
            )  # fmt: skip

    def of_run(self, rule: str, parameters: Mapping[str, float]) -> RunSettings:
        """The settings of one run under one of the rules."""
        return RunSettings(
            prompt=self.prompt, pair=self.pair, drafter=self.drafter, rule=rule, rule_parameters=parameters, k=self.k,
            temperature=self.temperature, top_k=self.top_k, top_p=self.top_p, seed=self.seed,
        )  # fmt: skip

    @property
    def arms(self) -> tuple[Arm, ...]:
        control = (Arm(),) if self.control else ()
        return control + tuple(Arm(rule_of(code, dict(parameters))) for code, parameters in self.rules)
