"""The JSON document of a trace, field by field and with bounds; what each field means is told in `trace.py` and
`trace_totals.py`. Strict: no unknown fields, no text for a number, no NaN. Knows no sense, only shape.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from tower.decoding import trace as data

MAX_ROUNDS, MAX_SLIPS, MAX_PROMPT = 4096, 128, 32768

Id = Annotated[int, Field(ge=0, lt=2**31)]
Count = Annotated[int, Field(ge=0, lt=2**31)]
Chance = Annotated[float, Field(ge=0, le=1.000001)]  # float32 sums may end a hair above 1
Luck = Annotated[float, Field(ge=0, lt=1)]
Time = Annotated[float, Field(ge=0, lt=1e9)]
Text = Annotated[str, Field(max_length=256)]
Name = Annotated[str, Field(max_length=128)]
TopEntry = tuple[Id, Text, Chance]
TopList = Annotated[list[TopEntry], Field(max_length=64)]
Triple = tuple[Count, Count, Count]


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, allow_inf_nan=False)


class TokenPart(_Part):
    id: Id
    text: Text
    raw: Text


class SlipPart(TokenPart):
    parent: Annotated[int, Field(ge=-1, lt=MAX_SLIPS)]
    q: Chance
    p: Chance
    q_raw: Chance
    p_raw: Chance
    accept: Chance | None
    u: Luck | None
    draft_u: Luck | None
    overlap: Chance | None
    verdict: data.Verdict
    q_top: TopList
    p_top: TopList
    residual_top: TopList | None
    q_raw_top: TopList | None
    p_raw_top: TopList | None


class EmittedPart(TokenPart):
    kind: data.Kind
    p: Chance
    p_raw: Chance
    u: Luck | None
    p_top: TopList
    p_raw_top: TopList | None


class LastPart(_Part):
    p_top: TopList
    p_raw_top: TopList | None


class CachePart(_Part):
    target: Triple
    draft: Triple | None


class SecondsPart(_Part):
    draft: Time
    verify: Time
    other: Time


class ServedPart(_Part):
    hauls: Annotated[int, Field(ge=1, lt=2**31)]
    recomputed: Count
    received: Annotated[int, Field(ge=0, lt=2**53)]


OfServed = Annotated[ServedPart | None, Field(exclude_if=lambda served: served is None)]
"""Only in traces of a served target."""


class RoundPart(_Part):
    index: Count
    start: Count
    drafts: Annotated[list[SlipPart], Field(max_length=MAX_SLIPS)]
    emitted: EmittedPart | None
    last: LastPart
    tokens: Annotated[list[TokenPart], Field(min_length=1, max_length=MAX_SLIPS + 1)]
    cache: CachePart
    draft_steps: Count
    seconds: SecondsPart
    served: OfServed = None


class SettingsPart(_Part):
    pair: Name
    drafter: Name
    drafter_parameters: Annotated[dict[Name, float], Field(max_length=16)]
    rule: Name | None
    rule_parameters: Annotated[dict[Name, float], Field(max_length=16)]
    k: Annotated[int, Field(ge=0, le=MAX_SLIPS)]
    temperature: Annotated[float, Field(ge=0)]
    top_k: Count
    top_p: Annotated[float, Field(gt=0, le=1)]
    seed: Annotated[int, Field(ge=0, lt=2**64)]
    max_new_tokens: Annotated[int, Field(ge=1, lt=2**31)]
    dtype: Name


class MadeWithPart(_Part):
    weights: Annotated[dict[Name, Name], Field(max_length=32)]
    versions: Annotated[dict[Name, Name], Field(max_length=32)]
    threads: Count


class PromptPart(_Part):
    text: Annotated[str, Field(max_length=256 * MAX_PROMPT)]
    tokens: Annotated[list[TokenPart], Field(min_length=1, max_length=MAX_PROMPT)]


class PrefillPart(_Part):
    tokens: Count
    seconds: Time


class TotalsPart(_Part):
    hauls: Count
    draft_steps: Count
    tokens: Count
    drafted: Count
    tested: Count
    accepted: Count
    alpha: Chance | None
    mean_overlap: Chance | None
    tokens_per_haul: Annotated[float, Field(ge=0)] | None
    accepted_by_position: Annotated[list[tuple[Count, Count]], Field(max_length=MAX_SLIPS)]
    seconds: SecondsPart
    served: OfServed = None


class TraceDocument(_Part):
    """The whole file."""

    version: Literal["oracle-tower/trace@1"] = Field(alias="schema")
    settings: SettingsPart
    made_with: MadeWithPart
    prompt: PromptPart
    prefill: PrefillPart
    rounds: Annotated[list[RoundPart], Field(max_length=MAX_ROUNDS)]
    totals: TotalsPart
    finish: data.Finish
