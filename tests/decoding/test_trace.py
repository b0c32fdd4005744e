from __future__ import annotations

import copy
import csv
import io
import json
import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.decoding.tables import TableModel, pair, random_table
from tower.decoding.decoder import autoregressive, speculative
from tower.decoding.distribution import Warp
from tower.decoding.drafters.prompt_lookup import PromptLookup
from tower.decoding.drafters.small_model import SmallModel
from tower.decoding.draws import Draws
from tower.decoding.errors import TraceError
from tower.decoding.rulebook import rule_of
from tower.decoding.trace import MadeWith, Seconds, Trace
from tower.decoding.trace_csv import COLUMNS, csv_rows, csv_text
from tower.decoding.trace_json import round_json
from tower.decoding.trace_schema import MAX_BYTES, load


class Letters:
    """Token n is a letter; every fifth one is half a character that the next token completes."""

    def text(self, token: int) -> str:
        return f"<{token}>" if token % 5 == 0 else chr(97 + token % 26)

    def raw(self, before: Sequence[int], token: int) -> str:
        if token % 5 == 0:
            return ""
        return ("é" if before and before[-1] % 5 == 0 else "") + chr(97 + token % 26)


MADE_WITH = MadeWith({"target": "abc", "draft": "def"}, {"numpy": "2"}, 2)


def trace_of(
    seed: int = 0,
    *,
    temperature: float = 1.0,
    top_k: int = 0,
    k: int = 4,
    words: int = 24,
    kind: str = "small",
    rounds: int = 99,
) -> Trace:
    target, draft = pair(seed % 7, error=0.5)
    target.eos_ids = frozenset({3}) if seed % 2 else frozenset()
    warp, draws, rule = Warp(temperature, top_k), Draws(seed), rule_of("speculative" if seed % 3 else "typical")
    if kind == "plain":
        run = autoregressive(target, warp, draws, [1, 5, 2], max_new_tokens=words)
    else:
        drafter = SmallModel(draft) if kind == "small" else PromptLookup()
        run = speculative(target, drafter, rule, warp, draws, [1, 5, 2, 1, 5], k=k, max_new_tokens=words)
    for _ in zip(range(rounds), run, strict=False):
        pass
    return run.trace(pair="tower", made_with=MADE_WITH)


traces = st.builds(
    trace_of,
    st.integers(0, 10_000),
    temperature=st.sampled_from([0, 0.7, 1.0]),
    top_k=st.sampled_from([0, 3]),
    k=st.integers(1, 6),
    words=st.integers(1, 24),
    kind=st.sampled_from(["small", "prompt-lookup", "plain"]),
    rounds=st.integers(0, 30),
)


@settings(max_examples=40)
@given(traces)
def test_round_trip(trace: Trace) -> None:
    document = trace.to_json(Letters())
    text = json.dumps(document, allow_nan=False)
    for source in (document, text, text.encode()):
        loaded = load(source)
        assert loaded.trace == trace
        assert loaded.document == json.loads(text)
    assert Trace.from_json(text).rounds == trace.rounds
    assert [a_round.seconds for a_round in Trace.from_json(text).rounds] == [
        a_round.seconds for a_round in trace.rounds
    ]


def test_equal_but_for_seconds() -> None:
    trace = trace_of(4)
    slower = replace(trace, rounds=tuple(replace(a_round, seconds=Seconds(9, 9, 9)) for a_round in trace.rounds))
    assert slower == trace and slower.totals == trace.totals
    assert slower.totals.seconds == (9 * len(trace.rounds),) * 3
    assert replace(trace, rounds=trace.rounds[:-1]) != trace


def test_the_document_has_the_fields_of_the_contract() -> None:
    trace = trace_of(4, temperature=0.7)
    document = trace.to_json(Letters())
    assert list(document) == ["schema", "settings", "made_with", "prompt", "prefill", "rounds", "totals", "finish"]
    assert document["schema"] == "oracle-tower/trace@1"
    assert " ".join(document["settings"]) == (
        "pair drafter drafter_parameters rule rule_parameters k temperature top_k top_p seed max_new_tokens dtype"
    )
    assert document["made_with"] == {
        "weights": {"target": "abc", "draft": "def"},
        "versions": {"numpy": "2"},
        "threads": 2,
    }
    first = document["rounds"][0]
    assert " ".join(first) == "index start drafts emitted last tokens cache draft_steps seconds"
    assert " ".join(first["drafts"][0]) == (
        "id text raw parent q p q_raw p_raw accept u draft_u overlap verdict "
        "q_top p_top residual_top q_raw_top p_raw_top"
    )
    assert " ".join(first["emitted"]) == "id text raw kind p p_raw u p_top p_raw_top"
    assert set(first["last"]) == {"p_top", "p_raw_top"}
    assert set(first["seconds"]) == {"draft", "verify", "other"} and min(first["seconds"].values()) >= 0
    assert " ".join(document["totals"]) == (
        "hauls draft_steps tokens drafted tested accepted alpha mean_overlap tokens_per_haul "
        "accepted_by_position seconds"
    )
    word, text, chance = first["drafts"][0]["p_top"][0]
    assert text == Letters().text(word) and 0 < chance <= 1
    assert document["totals"]["tokens"] == sum(len(a_round["tokens"]) for a_round in document["rounds"])


def test_text_grows_along_the_kept_path() -> None:
    """raw of every token, slip and emitted word is what it adds after what stands before it."""
    trace = trace_of(2, words=24)
    document = trace.to_json(Letters())
    words, text = list(trace.prompt), document["prompt"]["text"]
    for a_round, shown in zip(trace.rounds, document["rounds"], strict=True):
        assert shown == round_json(a_round, words, Letters())
        before = list(words)
        for slip in shown["drafts"]:
            assert slip["raw"] == Letters().raw(before, slip["id"])
            before.append(slip["id"])
        for token in shown["tokens"]:
            assert token["raw"] == Letters().raw(words, token["id"])
            words.append(token["id"])
            text += token["raw"]
        assert shown["emitted"]["raw"] == shown["tokens"][-1]["raw"]
    assert words == [*trace.prompt, *trace.tokens]
    assert text.startswith(document["prompt"]["text"])


def test_a_tree_survives_the_journey() -> None:
    from tests.decoding.test_law_of_a_round import SHAPES, Tree

    target = TableModel(random_table(50, size=3, spread=1.0))
    parents, words = SHAPES["depth first"]
    drafter = Tree(parents, words, random_table(0)[0], lambda q, slip: 0)
    run = speculative(target, drafter, rule_of("speculative"), Warp(), Draws(1), [1], k=3, max_new_tokens=30)
    for _ in run:
        pass
    trace = run.trace()
    assert load(trace.to_json(Letters())).trace == trace
    assert len(trace.totals.accepted_by_position) == 2
    assert trace.totals.tokens == 30 and trace.totals.accepted == 30 - trace.totals.hauls


def test_csv() -> None:
    trace = trace_of(4)
    rows = list(csv.DictReader(io.StringIO(csv_text(trace))))
    assert len(rows) == len(trace.rounds) == len(csv_rows(trace))
    assert sum(int(row["accepted"]) for row in rows) == trace.totals.accepted
    assert [int(word) for row in rows for word in row["tokens"].split()] == list(trace.tokens)
    assert csv_text(trace_of(4, rounds=0)) == ",".join(COLUMNS) + "\n"


def edited(edit: Callable[[dict[str, Any]], Any], **options: Any) -> dict[str, Any]:
    document = copy.deepcopy(trace_of(4, **options).to_json(Letters()))
    edit(document)
    return document


def slip(document: dict[str, Any], verdict: str) -> dict[str, Any]:
    return next(s for r in document["rounds"] for s in r["drafts"] if s["verdict"] == verdict)


BROKEN: dict[str, tuple[str, Callable[[dict[str, Any]], Any]]] = {
    "another version": ("trace-version", lambda d: d.update(schema="oracle-tower/trace@2")),
    "no version": ("trace-version", lambda d: d.pop("schema")),
    "a missing field": ("trace-shape", lambda d: d["settings"].pop("k")),
    "an unknown field": ("trace-shape", lambda d: d.update(script="alert(1)")),
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
