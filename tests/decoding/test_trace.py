from __future__ import annotations

import csv
import io
import json
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.decoding.tables import TableModel, random_table
from tests.decoding.traces import Letters, trace_of
from tests.decoding.trees import SHAPES, Tree
from tower.decoding.decoder import speculative
from tower.decoding.distribution import Warp
from tower.decoding.draws import Draws
from tower.decoding.rulebook import rule_of
from tower.decoding.trace import Seconds, Trace
from tower.decoding.trace_csv import COLUMNS, csv_rows, csv_text
from tower.decoding.trace_json import continued_json
from tower.decoding.trace_schema import load

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


def test_a_document_that_grew_is_the_document_made_at_once() -> None:
    """And the shorter one, which somebody may still be showing, is left as it was."""
    trace = trace_of(2, words=24)
    grown = Trace(trace.settings, trace.made_with, trace.prompt, trace.prefill, (), "running").to_json(Letters())
    for n in (1, 1, 3, len(trace.rounds)):
        last = n == len(trace.rounds)
        part = replace(trace, rounds=trace.rounds[:n], finish=trace.finish if last else "running")
        before = len(grown["rounds"])
        longer = continued_json(grown, part, Letters())
        assert len(grown["rounds"]) == before and longer == part.to_json(Letters())
        grown = longer
    assert grown == trace.to_json(Letters())


def test_text_grows_along_the_kept_path() -> None:
    """raw of every token, slip and emitted word is what it adds after what stands before it."""
    trace = trace_of(2, words=24)
    document = trace.to_json(Letters())
    words, text = list(trace.prompt), document["prompt"]["text"]
    for shown in document["rounds"]:
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
