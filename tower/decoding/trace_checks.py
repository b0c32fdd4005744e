"""Whether a trace makes sense: a document of the right shape can still contradict itself. Knows no file format.

Checked is what the screen relies on: which words were kept, where each round starts, cache lengths, totals, limits.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from itertools import pairwise
from typing import Any

from tower.decoding.errors import RuleError, TraceError
from tower.decoding.rulebook import rule_of
from tower.decoding.trace import Round, Top, Trace

_CLOSE = 1e-6


def check_document(trace: Trace, totals: Mapping[str, Any], prompt_text: str, prompt_raws: str) -> None:
    """Raise TraceError `trace-contradiction` (round, reason) at the first thing in a document that does not agree.

    totals: as written in the document; prompt_text, prompt_raws: its prompt and the joined text of its tokens.
    """
    _check_settings(trace)
    _agree(prompt_text == prompt_raws, None, "the prompt's text differs from its tokens")
    _agree(trace.prefill.tokens == len(trace.prompt) - 1, None, "prefill is not the prompt but its last word")
    written = 0
    for index, a_round in enumerate(trace.rounds):
        _agree(a_round.index == index, index, "rounds are not numbered in order")
        _agree(a_round.start == len(trace.prompt) + written, index, "a round starts where the one before did not end")
        _check_round(a_round, last=index == len(trace.rounds) - 1, finish=trace.finish)
        written += len(a_round.tokens)
    most = trace.settings.max_new_tokens
    _agree(written <= most, None, "more words than max_new_tokens")
    _agree((trace.finish == "length") <= (written == most), None, "it ended by length, but not at max_new_tokens")
    _agree((trace.finish == "running") <= (written < most), None, "it is full and yet still running")
    _agree(trace.finish in ("running", "context") or written > 0, None, "it ended without a word")
    draft, verify, other = trace.totals.seconds
    seconds = {"draft": draft, "verify": verify, "other": other}
    for name, value in {**asdict(trace.totals), "seconds": seconds}.items():
        _agree(_same(value, totals.get(name)), None, f"totals.{name} does not follow from the rounds")


def _check_settings(trace: Trace) -> None:
    settings = trace.settings
    _agree((settings.rule is None) == (settings.drafter == "none"), None, "a drafter without a rule, or a rule without")
    _agree(settings.drafter == "none" or settings.k >= 1, None, "k must be at least 1")
    try:
        rule_of(settings.rule or "speculative", settings.rule_parameters if settings.rule else {})
    except RuleError as error:
        raise TraceError("trace-contradiction", str(error), reason=str(error), round=None) from None


def _check_round(a_round: Round, *, last: bool, finish: str) -> None:
    at = a_round.index
    path = _path(a_round)
    emitted = a_round.emitted
    words = [a_round.drafts[slip].id for slip in path] + ([] if emitted is None else [emitted.id])
    _agree(list(a_round.tokens) == words, at, "the words written are not the kept slips and the target's word")
    end = path[-1] if path else -1
    after = [slip for slip in a_round.drafts if slip.parent == end]
    if emitted is None:
        _agree(last and finish in ("eos", "stop"), at, "no word of the target's, though the text did not end there")
    else:
        _agree(all(slip.verdict != "cut" for slip in a_round.drafts), at, "slips cut off though nothing ended the text")
        kinds = ("plain",) if not a_round.drafts else ("bonus",) if not after else ("correction", "residual")
        _agree(emitted.kind in kinds, at, "the target's word is of the wrong kind")
        _agree(all(slip.verdict == "rejected" for slip in after), at, "the target's word came before all were tested")
    n, start = len(a_round.drafts), a_round.start
    _agree(
        a_round.cache.target == (start - 1, start + n, start + len(path)), at, "the target's cache lengths are wrong"
    )
    if a_round.cache.draft is not None:
        before, full, kept = a_round.cache.draft
        _agree(before <= full >= kept, at, "the draft's cache lengths are wrong")
    tops: list[Top | None] = [a_round.last.p_top, a_round.last.p_raw_top]
    if emitted is not None:
        tops += [emitted.p_top, emitted.p_raw_top]
    for slip in a_round.drafts:
        tops += [slip.q_top, slip.p_top, slip.residual_top, slip.q_raw_top, slip.p_raw_top]
    for top in tops:
        _agree(top is None or _is_top(top), at, "a list of likeliest words is not in order")


def _path(a_round: Round) -> list[int]:
    """The kept slips in order; raises where verdicts make no path."""
    path: list[int] = []
    for index, slip in enumerate(a_round.drafts):
        tested = slip.verdict in ("accepted", "rejected")
        _agree(slip.parent < index, a_round.index, "a slip comes before its parent")
        _agree(tested == (slip.accept is not None), a_round.index, "tested and accept do not agree")
        _agree(tested or slip.u is None, a_round.index, "an untested slip has a draw")
        if tested:
            here = path[-1] if path else -1
            _agree(slip.parent == here, a_round.index, "a slip was tested off the kept path")
        if slip.verdict == "accepted":
            path.append(index)
        if slip.accept is not None and slip.u is not None:
            kept = slip.u < slip.accept
            _agree(kept == (slip.verdict == "accepted"), a_round.index, "a verdict does not follow from u and accept")
    return path


def _is_top(top: Top) -> bool:
    chances: Sequence[float] = [chance for _, chance in top]
    ordered = all(a >= b - _CLOSE for a, b in pairwise(chances))
    return ordered and len({word for word, _ in top}) == len(top) and sum(chances) <= 1 + 1e-3


def _same(ours: Any, theirs: Any) -> bool:
    if isinstance(ours, Mapping):
        return set(ours) == set(theirs) and all(_same(value, theirs[name]) for name, value in ours.items())
    if isinstance(ours, tuple | list):
        return len(ours) == len(theirs) and all(_same(a, b) for a, b in zip(ours, theirs, strict=True))
    if ours is None or theirs is None:
        return ours is theirs
    return math.isclose(ours, theirs, rel_tol=_CLOSE, abs_tol=_CLOSE)


def _agree(holds: bool, at: int | None, reason: str) -> None:
    if not holds:
        where = "" if at is None else f"round {at}: "
        raise TraceError("trace-contradiction", where + reason, round=at, reason=reason)
