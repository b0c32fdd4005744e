"""Reading a trace that anybody may have written: shape by `trace_document.py`, sense by `trace_checks.py`.

No number is taken on trust that can be computed. Knows no tokenizer; the texts of an upload are its author's, bounded
in length and shown as plain text.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from tower.decoding import trace as data
from tower.decoding.errors import TraceError
from tower.decoding.trace_checks import check_document
from tower.decoding.trace_document import RoundPart, SlipPart, TopEntry, TraceDocument

MAX_BYTES = 16 * 2**20

_CODES = {"missing": "trace-missing", "extra_forbidden": "trace-unknown"}


@dataclass(frozen=True, slots=True)
class Loaded:
    """A checked trace, and the document as checked: what the stage may play."""

    trace: data.Trace
    document: dict[str, Any]


def load(source: str | bytes | Mapping[str, Any]) -> Loaded:
    """Read a trace document: JSON text, or the object it stands for.

    Raises TraceError: `trace-too-large`, `trace-not-json`, `trace-version`, `trace-missing`, `trace-unknown`
    (where), `trace-shape` (where and what), `trace-contradiction` (what does not agree).
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
    if first["type"] in _CODES:
        return TraceError(_CODES[first["type"]], f"{where}: {first['msg']}", where=where)
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
        served=None if part.served is None else data.Served(**part.served.model_dump()),
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
