"""Everything that decides a run, in one checked piece of data: what the command line and the controls both fill in.

Imports no torch: a page can check settings before any model is loaded.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from tower.decoding.distribution import Warp
from tower.decoding.draws import Draws
from tower.decoding.errors import PromptError, SettingError
from tower.decoding.rulebook import rule_of
from tower.decoding.rules import Rule
from tower.models.errors import ModelError
from tower.models.heads.kinds import KIND_OF
from tower.models.pairs import pair_spec

DRAFTERS = ("small", "prompt-lookup", *KIND_OF, "none")
MOST_K, MOST_WORDS, MOST_CHARACTERS = 64, 4096, 100_000


@dataclass(frozen=True)
class RunSettings:
    """pair, drafter, rule: codes; drafter `none` is plain decoding. rule_parameters: numbers, or text of
    one.

    k: words to draft a round, 1 to 64. temperature 0 is greedy; top_k 0 and top_p 1 are off. The prompt holds at least
    one character but spaces. chat: the prompt is a message in the model's chat template, where it has one. Raises
    SettingError, PromptError, RuleError or ModelError (code and values) when it is made with anything out of its
    range. What depends on a tokenizer, the prompt's length, is checked when it runs.
    """

    prompt: str
    pair: str = "tower"
    drafter: str = "small"
    rule: str = "speculative"
    rule_parameters: Mapping[str, float | str] = field(default_factory=dict)
    k: int = 4
    temperature: float = 0.0
    top_k: int = 0
    top_p: float = 1.0
    seed: int = 0
    max_new_tokens: int = 64
    chat: bool = True

    def __post_init__(self) -> None:
        pair_spec(self.pair)
        if self.drafter not in DRAFTERS:
            known = ", ".join(DRAFTERS)
            message = f"no drafter {self.drafter!r}; there are: {known}"
            raise ModelError("drafter-unknown", message, drafter=self.drafter, known=known)
        rule_of(self.rule, self.rule_parameters)
        _within("k-range", "k", self.k, MOST_K)
        Warp(self.temperature, self.top_k, self.top_p)
        Draws(self.seed)
        _within("length-range", "max-new-tokens", self.max_new_tokens, MOST_WORDS)
        if not self.prompt.strip():
            raise PromptError("prompt-empty", "the prompt is empty")
        if len(self.prompt) > MOST_CHARACTERS:
            raise PromptError(
                "prompt-characters",
                f"the prompt has {len(self.prompt)} characters; at most {MOST_CHARACTERS} are read",
                length=len(self.prompt),
                most=MOST_CHARACTERS,
            )

    @property
    def warp(self) -> Warp:
        return Warp(self.temperature, self.top_k, self.top_p)

    def make_rule(self) -> Rule:
        return rule_of(self.rule, self.rule_parameters)


def _within(code: str, name: str, value: int, most: int) -> None:
    if not 1 <= value <= most:
        raise SettingError(code, f"{name} must be 1 to {most}, not {value}", value=value, least=1, most=most)
