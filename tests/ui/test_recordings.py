"""The recorded runs are real runs of the weights that we ship: valid, greedy-equal, and made by these very models."""

from __future__ import annotations

import pytest

from tower.decoding.trace_schema import load
from tower.experiments.recordings import RECORDINGS
from tower.models.fingerprint import fingerprint
from tower.models.heads.kinds import KIND_OF
from tower.models.llama_weights import weight_files
from tower.models.pairs import PAIRS
from tower.ui.recordings import recording

EVERY = [(name, language) for name, languages in RECORDINGS.items() for language in languages]


@pytest.mark.parametrize(("name", "language"), EVERY)
def test_recording_is_a_run_of_the_shipped_pair(name: str, language: str) -> None:
    played = recording(name, language)
    trace, plain = load(played.trace).trace, load(played.plain).trace
    pair = PAIRS[trace.settings.pair]
    assert pair.draft is not None
    shipped = {"target": fingerprint(weight_files(pair.target)), "draft": fingerprint(weight_files(pair.draft))}
    asked = RECORDINGS[name][language]
    if asked.drafter in KIND_OF:
        kind = KIND_OF[asked.drafter]
        assert pair.heads is not None
        shipped[kind] = fingerprint(weight_files(pair.heads / kind))
    assert dict(trace.made_with.weights) == shipped, "stale: run `make traces`"
    k = 0 if asked.drafter == "none" else asked.k
    assert (trace.settings.k, trace.settings.max_new_tokens) == (k, asked.max_new_tokens)
    assert trace.finish != "running" and trace.tokens == plain.tokens
