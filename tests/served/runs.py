"""The same run at hand and at a server."""

from __future__ import annotations

from typing import Any

from tower.decoding.trace import Trace
from tower.models.loading import load_pair
from tower.models.runs import Run, start
from tower.models.settings import RunSettings

PROMPTS = ("When the north wind", "當北風吹起，")


def begun(pair: str, prompt: str = PROMPTS[0], **settings: Any) -> Run:
    return start(RunSettings(prompt=prompt, pair=pair, **{"max_new_tokens": 24, **settings}), load_pair(pair))


def written(pair: str, prompt: str = PROMPTS[0], **settings: Any) -> Trace:
    run = begun(pair, prompt, **settings)
    for _ in run:
        pass
    return run.trace()


def close(ours: Trace, theirs: Trace, tolerance: float) -> None:
    """The same words by the same verdicts, from the same luck, at probabilities that agree."""
    assert ours.tokens == theirs.tokens and ours.finish == theirs.finish
    for a, b in zip(ours.rounds, theirs.rounds, strict=True):
        assert [(slip.id, slip.verdict, slip.u, slip.draft_u) for slip in a.drafts] == [
            (slip.id, slip.verdict, slip.u, slip.draft_u) for slip in b.drafts
        ]
        assert (a.emitted is not None and b.emitted is not None) or a.emitted == b.emitted
        if a.emitted is not None and b.emitted is not None:
            assert (a.emitted.id, a.emitted.kind, a.emitted.u) == (b.emitted.id, b.emitted.kind, b.emitted.u)
            assert abs(a.emitted.p - b.emitted.p) < tolerance and abs(a.emitted.p_raw - b.emitted.p_raw) < tolerance
        for one, other in zip(a.drafts, b.drafts, strict=True):
            assert abs(one.p - other.p) < tolerance and abs(one.p_raw - other.p_raw) < tolerance
            assert (one.accept is None) == (other.accept is None)
            if one.accept is not None and other.accept is not None:
                # the ratio magnifies a difference where q is small
                assert abs(one.accept - other.accept) < tolerance / min(max(one.q, tolerance), 1)
            assert [word for word, _ in one.p_top] == [word for word, _ in other.p_top]
