"""A trace as JSON: the contract of the command line, of exports and of the stage. Adds text to ids; computes nothing.

Reading is the business of `trace_schema.py`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Protocol

from tower.decoding.trace import SCHEMA, CacheLengths, Emitted, Round, Seconds, Served, Slip, Top, Trace
from tower.decoding.trace_totals import Totals


class Render(Protocol):
    """What a tokenizer knows about a token."""

    def text(self, token: int) -> str:
        """Displayable: spaces and newlines made visible, loose bytes as <0xE4>."""

    def raw(self, before: Sequence[int], token: int) -> str:
        """What the token adds to the text of `before`; empty while a character is incomplete."""


@dataclass(frozen=True, slots=True)
class _Texts:
    """Token objects for one trace; a token's display text is asked for once."""

    render: Render
    known: dict[int, str]

    def text(self, token: int) -> str:
        if token not in self.known:
            self.known[token] = self.render.text(token)
        return self.known[token]

    def token(self, before: Sequence[int], token: int) -> dict[str, Any]:
        return {"id": token, "text": self.text(token), "raw": self.render.raw(before, token)}

    def top(self, top: Top | None) -> list[list[Any]] | None:
        return None if top is None else [[word, self.text(word), chance] for word, chance in top]


def trace_json(trace: Trace, render: Render) -> dict[str, Any]:
    """The whole trace, ready for `json.dumps`; see `trace_schema.TraceDocument` for every field."""
    texts = _Texts(render, {})
    prompt = _tokens(trace.prompt, [], texts)
    rounds = _rounds(trace, 0, texts)
    return {
        "schema": SCHEMA,
        "settings": asdict(trace.settings),
        "made_with": asdict(trace.made_with),
        "prompt": {"text": "".join(token["raw"] for token in prompt), "tokens": prompt},
        "prefill": asdict(trace.prefill),
        "rounds": rounds,
        "totals": _totals(trace.totals),
        "finish": trace.finish,
    }


def continued_json(document: Mapping[str, Any], trace: Trace, render: Render) -> dict[str, Any]:
    """`trace_json(trace, render)` from the document of the same run when it was shorter: only new rounds are written.

    The document itself stays as it is.
    """
    known: list[dict[str, Any]] = document["rounds"]
    rounds = [*known, *_rounds(trace, len(known), _Texts(render, {}))]
    return {**document, "rounds": rounds, "totals": _totals(trace.totals), "finish": trace.finish}


def _rounds(trace: Trace, first: int, texts: _Texts) -> list[dict[str, Any]]:
    """The rounds from `first` on."""
    written = [*trace.prompt, *(word for a_round in trace.rounds[:first] for word in a_round.tokens)]
    rounds = []
    for a_round in trace.rounds[first:]:
        rounds.append(_round(a_round, written, texts))
        written.extend(a_round.tokens)
    return rounds


def _tokens(tokens: Sequence[int], before: list[int], texts: _Texts) -> list[dict[str, Any]]:
    seen = list(before)
    objects = []
    for token in tokens:
        objects.append(texts.token(seen, token))
        seen.append(token)
    return objects


def _round(a_round: Round, before: list[int], texts: _Texts) -> dict[str, Any]:
    paths: list[list[int]] = []  # the words before each slip, along its branch
    drafts = []
    for slip in a_round.drafts:
        path = before if slip.parent < 0 else [*paths[slip.parent], a_round.drafts[slip.parent].id]
        paths.append(path)
        drafts.append(_slip(slip, path, texts))
    emitted = a_round.emitted
    kept = list(a_round.tokens) if emitted is None else list(a_round.tokens[:-1])
    return {
        "index": a_round.index,
        "start": a_round.start,
        "drafts": drafts,
        "emitted": None if emitted is None else _emitted(emitted, [*before, *kept], texts),
        "last": {"p_top": texts.top(a_round.last.p_top), "p_raw_top": texts.top(a_round.last.p_raw_top)},
        "tokens": _tokens(a_round.tokens, before, texts),
        "cache": _cache(a_round.cache),
        "draft_steps": a_round.draft_steps,
        "seconds": _seconds(a_round.seconds),
        **_served(a_round.served),
    }


def _slip(slip: Slip, before: Sequence[int], texts: _Texts) -> dict[str, Any]:
    return {
        **texts.token(before, slip.id),
        "parent": slip.parent,
        "q": slip.q,
        "p": slip.p,
        "q_raw": slip.q_raw,
        "p_raw": slip.p_raw,
        "accept": slip.accept,
        "u": slip.u,
        "draft_u": slip.draft_u,
        "overlap": slip.overlap,
        "verdict": slip.verdict,
        "q_top": texts.top(slip.q_top),
        "p_top": texts.top(slip.p_top),
        "residual_top": texts.top(slip.residual_top),
        "q_raw_top": texts.top(slip.q_raw_top),
        "p_raw_top": texts.top(slip.p_raw_top),
    }


def _emitted(emitted: Emitted, before: Sequence[int], texts: _Texts) -> dict[str, Any]:
    return {
        **texts.token(before, emitted.id),
        "kind": emitted.kind,
        "p": emitted.p,
        "p_raw": emitted.p_raw,
        "u": emitted.u,
        "p_top": texts.top(emitted.p_top),
        "p_raw_top": texts.top(emitted.p_raw_top),
    }


def _cache(cache: CacheLengths) -> dict[str, Any]:
    return {"target": list(cache.target), "draft": None if cache.draft is None else list(cache.draft)}


def _seconds(seconds: Seconds) -> dict[str, float]:
    return {"draft": seconds.draft, "verify": seconds.verify, "other": seconds.other}


def _totals(totals: Totals) -> dict[str, Any]:
    draft, verify, other = totals.seconds
    counts = asdict(totals)
    del counts["served"]
    return {
        **counts,
        "accepted_by_position": [list(pair) for pair in totals.accepted_by_position],
        "seconds": {"draft": draft, "verify": verify, "other": other},
        **_served(totals.served),
    }


def _served(served: Served | None) -> dict[str, Any]:
    """A field that only traces of served targets have."""
    return {} if served is None else {"served": asdict(served)}
