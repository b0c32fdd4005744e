"""Files that anybody may send: each is refused with its reason, whatever is wrong with it."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable
from typing import Any

import pytest

from tests.decoding.traces import Letters, trace_of
from tower.decoding.errors import TraceError
from tower.decoding.trace_schema import MAX_BYTES, load


def edited(edit: Callable[[dict[str, Any]], Any], **options: Any) -> dict[str, Any]:
    document = copy.deepcopy(trace_of(4, **options).to_json(Letters()))
    edit(document)
    return document


def slip(document: dict[str, Any], verdict: str) -> dict[str, Any]:
    return next(s for r in document["rounds"] for s in r["drafts"] if s["verdict"] == verdict)


BROKEN: dict[str, tuple[str, Callable[[dict[str, Any]], Any]]] = {
    "another version": ("trace-version", lambda d: d.update(schema="oracle-tower/trace@2")),
    "no version": ("trace-version", lambda d: d.pop("schema")),
    "a missing field": ("trace-missing", lambda d: d["settings"].pop("k")),
    "an unknown field": ("trace-unknown", lambda d: d.update(script="alert(1)")),
    "text for a number": ("trace-shape", lambda d: slip(d, "accepted").update(p="0.5")),
    "a chance above one": ("trace-shape", lambda d: slip(d, "accepted").update(p=1.5)),
    "a negative chance": ("trace-shape", lambda d: slip(d, "accepted").update(q=-0.1)),
    "an unknown verdict": ("trace-shape", lambda d: slip(d, "accepted").update(verdict="burnt")),
    "an unknown finish": ("trace-shape", lambda d: d.update(finish="soon")),
    "a text without end": ("trace-shape", lambda d: slip(d, "accepted").update(text="x" * 5000)),
    "no prompt": ("trace-shape", lambda d: d["prompt"].update(tokens=[])),
    "a huge id": ("trace-shape", lambda d: slip(d, "accepted").update(id=10**30)),
    "too many words in a list": ("trace-shape", lambda d: slip(d, "accepted").update(p_top=[[1, "a", 0.0]] * 500)),
    "a round missing": ("trace-contradiction", lambda d: d["rounds"].pop(1)),
    "a round twice": ("trace-contradiction", lambda d: d["rounds"].insert(1, d["rounds"][0])),
    "another word written": ("trace-contradiction", lambda d: d["rounds"][0]["tokens"][0].update(id=22)),
    "a rejected word kept": ("trace-contradiction", lambda d: slip(d, "rejected").update(verdict="accepted")),
    "a kept word thrown away": ("trace-contradiction", lambda d: slip(d, "accepted").update(verdict="discarded")),
    "tested without a number": ("trace-contradiction", lambda d: slip(d, "accepted").update(accept=None)),
    "untested with a draw": ("trace-contradiction", lambda d: slip(d, "discarded").update(u=0.5)),
    "a verdict against its draw": ("trace-contradiction", lambda d: slip(d, "accepted").update(u=0.9, accept=0.1)),
    "a parent that comes later": ("trace-contradiction", lambda d: d["rounds"][0]["drafts"][0].update(parent=2)),
    "a bonus for a correction": (
        "trace-contradiction",
        lambda d: d["rounds"][0]["emitted"].update(kind="plain"),
    ),
    "no word of the target's": ("trace-contradiction", lambda d: d["rounds"][0].update(emitted=None)),
    "wrong cache lengths": ("trace-contradiction", lambda d: d["rounds"][0]["cache"].update(target=[1, 2, 3])),
    "unordered words": ("trace-contradiction", lambda d: d["rounds"][0]["last"]["p_top"].reverse()),
    "alpha too good": ("trace-contradiction", lambda d: d["totals"].update(alpha=0.99)),
    "counted too many": ("trace-contradiction", lambda d: d["totals"].update(tokens=1000)),
    "seconds too few": ("trace-contradiction", lambda d: d["totals"]["seconds"].update(verify=0.0)),
    "an unknown rule": ("trace-contradiction", lambda d: d["settings"].update(rule="magic")),
    "a rule without a drafter": ("trace-contradiction", lambda d: d["settings"].update(drafter="none")),
    "more words than allowed": ("trace-contradiction", lambda d: d["settings"].update(max_new_tokens=3)),
    "ended too early": ("trace-contradiction", lambda d: d["settings"].update(max_new_tokens=99)),
    "full yet running": ("trace-contradiction", lambda d: d.update(finish="running")),
    "another prompt text": ("trace-contradiction", lambda d: d["prompt"].update(text="not this")),
    "a longer prefill": ("trace-contradiction", lambda d: d["prefill"].update(tokens=77)),
}


@pytest.mark.parametrize("name", BROKEN)
def test_broken_files_are_refused_with_the_reason(name: str) -> None:
    code, edit = BROKEN[name]
    with pytest.raises(TraceError) as error:
        load(edited(edit))
    assert error.value.code == code
    assert len(str(error.value)) < 300 and "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("source", "code"),
    [
        ("", "trace-not-json"),
        ("{", "trace-not-json"),
        (b"\xff\xfe\x00", "trace-not-json"),
        ("[]", "trace-shape"),
        ("null", "trace-shape"),
        ("[" * 100_000, "trace-not-json"),
        ('{"schema": ' * 5000, "trace-not-json"),
        ("{}", "trace-version"),
        ({"schema": float("nan")}, "trace-not-json"),
        ({"schema": {1, 2}}, "trace-not-json"),
        (b"[" + b"0," * MAX_BYTES, "trace-too-large"),
        ("\ud800", "trace-not-json"),
    ],
    ids=range(12),
)
def test_hostile_files_are_refused_with_the_reason(source: Any, code: str) -> None:
    with pytest.raises(TraceError) as error:
        load(source)
    assert error.value.code == code


@pytest.mark.parametrize("literal", ["NaN", "Infinity", "-Infinity", "1e999"])
def test_numbers_that_are_none(literal: str) -> None:
    text = json.dumps(edited(lambda d: slip(d, "accepted").update(p=0.123456789)))
    with pytest.raises(TraceError):
        load(text.replace("0.123456789", literal, 1))


def test_random_damage_never_does_more_than_be_refused() -> None:
    text = json.dumps(trace_of(4, words=8).to_json(Letters()))
    rng = random.Random(0)
    refused = 0
    for _ in range(150):
        at = rng.randrange(len(text))
        damaged = (
            text[:at]
            + rng.choice(["", "0", "9", "null", "-", '"', "[", "}", "\\u0000", "1e400"])
            + text[at + rng.randrange(9) :]
        )
        try:
            load(damaged)
        except TraceError:
            refused += 1
    assert refused > 100
