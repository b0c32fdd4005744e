"""What a class room asks: turn the dial together, or predict, then look. Plain data, checked, as JSON in the store."""

from __future__ import annotations

from typing import Annotated, Literal, Self

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError, model_validator

from tower.classroom.errors import ClassroomError
from tower.decoding.distribution import Floats
from tower.decoding.errors import RuleError
from tower.decoding.rulebook import rule_of
from tower.decoding.rules import Rule

Share = Annotated[int, Field(ge=0, le=10_000)]
Name = Annotated[str, Field(pattern=r"^[A-Za-z0-9_.-]{1,64}$")]


class _Question(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, allow_inf_nan=False)


class Dial(_Question):
    """Everybody draws slips from q and judges them by the rule; what is written is counted together. p, q: shares."""

    kind: Literal["dial"] = "dial"
    p: Annotated[tuple[Share, ...], Field(min_length=2, max_length=8)]
    q: Annotated[tuple[Share, ...], Field(min_length=2, max_length=8)]
    rule: Name = "speculative"
    parameters: dict[Name, float] = {}

    @model_validator(mode="after")
    def _makes_sense(self) -> Self:
        if len(self.p) != len(self.q) or not sum(self.p) or not sum(self.q):
            raise ValueError("dials")
        try:
            rule_of(self.rule, self.parameters)
        except RuleError as error:
            raise ValueError(error.code) from None
        return self

    def laws(self) -> tuple[Floats, Floats]:
        """p and q, each [V] summing to 1."""
        p, q = (np.array(shares, dtype=np.float64) for shares in (self.p, self.q))
        return p / p.sum(), q / q.sum()

    def make_rule(self) -> Rule:
        return rule_of(self.rule, self.parameters)


class Predict(_Question):
    """A prediction or a quiz of a floor. path: of its texts; choices: codes; right: the one that turns out true."""

    kind: Literal["predict"] = "predict"
    path: Name
    choices: Annotated[tuple[Name, ...], Field(min_length=2, max_length=8)]
    right: Name

    @model_validator(mode="after")
    def _makes_sense(self) -> Self:
        if self.right not in self.choices or len(set(self.choices)) != len(self.choices):
            raise ValueError("choices")
        return self


Question = Dial | Predict
_ANY: TypeAdapter[Question] = TypeAdapter(Annotated[Dial | Predict, Field(discriminator="kind")])


def read(text: str) -> Question:
    """A question from its JSON. Raises ClassroomError `room-question`."""
    try:
        return _ANY.validate_json(text)
    except ValidationError:
        raise ClassroomError("room-question", "this is no question for a class") from None


def write(question: Question) -> str:
    return question.model_dump_json()
