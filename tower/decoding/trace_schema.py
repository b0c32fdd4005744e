"""Reading a trace that anybody may have written: shape and sizes here, sense in `trace_checks.py`.

Strict: no unknown fields, no NaN, bounded lengths, and no number taken on trust that can be computed. Knows no
tokenizer; the texts of an upload are its author's, bounded in length and shown as plain text.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from tower.decoding import trace as data
from tower.decoding.errors import TraceError
from tower.decoding.trace_checks import check_document

MAX_BYTES = 16 * 2**20
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


class SettingsPart(_Part):
    pair: Name
    drafter: Name
    drafter_parameters: Annotated[dict[Name, float], Field(max_length=16)]
    rule: Name | None
    rule_parameters: Annotated[dict[Name, float], Field(max_length=16)]
    k: Count
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


class TraceDocument(_Part):
    """The JSON document, field by field; the meaning of each is told in `trace.py` and `trace_totals.py`."""

    version: Literal["oracle-tower/trace@1"] = Field(alias="schema")
    settings: SettingsPart
    made_with: MadeWithPart
    prompt: PromptPart
    prefill: PrefillPart
    rounds: Annotated[list[RoundPart], Field(max_length=MAX_ROUNDS)]
    totals: TotalsPart
    finish: data.Finish


@dataclass(frozen=True, slots=True)
class Loaded:
    """A checked trace, and the document as checked: what the stage may play."""

    trace: data.Trace
    document: dict[str, Any]


def load(source: str | bytes | Mapping[str, Any]) -> Loaded:
    """Read a trace document: JSON text, or the object it stands for.

    Raises TraceError: `trace-too-large`, `trace-not-json`, `trace-version`, `trace-shape` (where and what),
    `trace-contradiction` (what does not agree).
    """
    raw = _bytes(source)
    if len(raw) > MAX_BYTES:
        raise TraceError(
            "trace-too-large",
            f"the file has {len(raw)} bytes; at most {MAX_BYTES} are read",
            size=len(raw),
            most=MAX_BYTES,
        )
    try:
        document = TraceDocument.model_validate_json(raw)
    except ValidationError as error:
        raise _trace_error(error) from None
    trace = _trace(document)
    check_document(trace, document.totals.model_dump(), document.prompt.text, _raws(document))
    return Loaded(trace, document.model_dump(mode="json", by_alias=True))


def _bytes(source: str | bytes | Mapping[str, Any]) -> bytes:
    if isinstance(source, bytes):
        return source
    if isinstance(source, str):
        return source.encode("utf-8", "surrogatepass")
    try:
        return json.dumps(source, allow_nan=False).encode()
    except (TypeError, ValueError, RecursionError) as error:
        raise TraceError("trace-not-json", f"the object is no JSON document: {error}") from None


def _trace_error(error: ValidationError) -> TraceError:
    first = error.errors(include_url=False, include_input=False, include_context=False)[0]
    where = ".".join(str(part) for part in first["loc"])
    if first["type"] == "json_invalid":
        return TraceError("trace-not-json", f"the file is not JSON: {first['msg']}", reason=first["msg"])
    if where == "schema":
        return TraceError("trace-version", f"the file is no trace of version {data.SCHEMA}", version=data.SCHEMA)
    where = where or "document"
    return TraceError("trace-shape", f"{where}: {first['msg']}", where=where, reason=first["msg"])


def _top(top: list[TopEntry]) -> data.Top:
    return tuple((word, chance) for word, _, chance in top)


def _maybe(top: list[TopEntry] | None) -> data.Top | None:
    return None if top is None else _top(top)


def _raws(document: TraceDocument) -> str:
    return "".join(token.raw for token in document.prompt.tokens)


def _trace(document: TraceDocument) -> data.Trace:
    return data.Trace(
        settings=data.Settings(**document.settings.model_dump()),
        made_with=data.MadeWith(**document.made_with.model_dump()),
        prompt=tuple(token.id for token in document.prompt.tokens),
        prefill=data.Prefill(document.prefill.tokens, document.prefill.seconds),
        rounds=tuple(_round(part) for part in document.rounds),
        finish=document.finish,
    )


def _round(part: RoundPart) -> data.Round:
    emitted = part.emitted
    return data.Round(
        index=part.index,
        start=part.start,
        drafts=tuple(_slip(slip) for slip in part.drafts),
        emitted=None
        if emitted is None
        else data.Emitted(
            id=emitted.id,
            kind=emitted.kind,
            p=emitted.p,
            p_raw=emitted.p_raw,
            u=emitted.u,
            p_top=_top(emitted.p_top),
            p_raw_top=_maybe(emitted.p_raw_top),
        ),
        last=data.LastPrint(_top(part.last.p_top), _maybe(part.last.p_raw_top)),
        tokens=tuple(token.id for token in part.tokens),
        cache=data.CacheLengths(part.cache.target, part.cache.draft),
        draft_steps=part.draft_steps,
        seconds=data.Seconds(part.seconds.draft, part.seconds.verify, part.seconds.other),
    )


def _slip(part: SlipPart) -> data.Slip:
    return data.Slip(
        id=part.id,
        parent=part.parent,
        q=part.q,
        p=part.p,
        q_raw=part.q_raw,
        p_raw=part.p_raw,
        accept=part.accept,
        u=part.u,
        draft_u=part.draft_u,
        overlap=part.overlap,
        verdict=part.verdict,
        q_top=_top(part.q_top),
        p_top=_top(part.p_top),
        residual_top=_maybe(part.residual_top),
        q_raw_top=_maybe(part.q_raw_top),
        p_raw_top=_maybe(part.p_raw_top),
    )
