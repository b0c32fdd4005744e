"""timeline.js by itself: what every frame of a run must satisfy, whatever the run."""

from __future__ import annotations

import itertools

import pytest
from playwright.sync_api import Page

from .harness import views
from .toy_traces import CASES, case

RUNS = [(name, language) for name in CASES for language in ("en", "zh-Hant")]


@pytest.mark.parametrize(("name", "language"), RUNS)
def test_the_book_only_grows_and_ends_with_the_words_of_the_trace(tab: Page, name: str, language: str) -> None:
    trace = case(name, language)
    seen = views(tab, trace)
    for before, after in itertools.pairwise(seen):
        old = [word["text"] for word in before["written"]]
        assert [word["text"] for word in after["written"]][: len(old)] == old
    prompt = [token["text"] for token in trace["prompt"]["tokens"]]
    tokens = [token["text"] for round_ in trace["rounds"] for token in round_["tokens"]]
    assert [word["text"] for word in seen[-1]["written"]] == prompt + tokens
    assert seen[-1]["words"] == trace["totals"]["tokens"]
    assert seen[-1]["hauls"] == trace["totals"]["hauls"]
    assert seen[-1]["draftSteps"] == trace["totals"]["drafted"]
    assert seen[-1]["finished"] == (trace["finish"] != "running")


def test_further_hauls_of_a_served_target_count(tab: Page) -> None:
    trace = case(next(iter(CASES)), "en")
    rounds = [
        {**round_, "served": {"hauls": 1 + number % 2, "recomputed": 9, "received": 99}}
        for number, round_ in enumerate(trace["rounds"])
    ]
    seen = views(tab, {**trace, "rounds": rounds})
    assert seen[-1]["hauls"] == len(rounds) + len(rounds) // 2 > len(rounds)
    assert seen[-1]["wordsPerHaul"] == pytest.approx(seen[-1]["words"] / seen[-1]["hauls"])


@pytest.mark.parametrize(("name", "language"), RUNS)
def test_nothing_is_shown_before_its_beat(tab: Page, name: str, language: str) -> None:
    for view in views(tab, case(name, language)):
        drafted = [slip for slip in view["slips"] if slip["state"] != "hidden"]
        judged = [slip for slip in view["slips"] if slip["verdict"]]
        shown = [print_ for print_ in view["prints"] if print_["state"] != "hidden"]
        assert len(view["prints"]) == (len(view["slips"]) + 1 if view["round"] >= 0 else 0)
        if view["beat"] in ("start", "draft"):
            assert not judged and not shown
        if view["beat"] == "draft":
            assert len(drafted) == view["step"] + 1
        if view["beat"] == "haul":
            assert not judged and len(drafted) == len(view["slips"])
            assert len(shown) == (len(view["prints"]) if view["step"] else 0)
        if view["beat"] == "stamp":
            assert view["emitted"] is None or view["emitted"]["state"] != "written"
        if view["beat"] == "write":
            assert len(judged) == len(view["slips"])
            assert {print_["state"] for print_ in view["prints"]} <= {"used", "unused"}


@pytest.mark.parametrize(("name", "language"), RUNS)
def test_print_i_judges_slip_i_and_the_last_one_judges_none(tab: Page, name: str, language: str) -> None:
    for view in views(tab, case(name, language)):
        judged = [print_["judges"] for print_ in view["prints"]]
        if view["prints"]:
            assert judged == [*range(len(view["slips"])), None]
        own = [print_["kind"] for print_ in view["prints"] if print_["kind"] not in (None, "check")]
        assert len(own) == (0 if view["emitted"] is None or view["emitted"]["state"] == "hidden" else 1)


@pytest.mark.parametrize(("name", "language"), RUNS)
def test_marks_tell_how_each_word_came_into_the_book(tab: Page, name: str, language: str) -> None:
    trace = case(name, language)
    written = views(tab, trace)[-1]["written"][len(trace["prompt"]["tokens"]) :]
    expected = []
    for round_ in trace["rounds"]:
        expected += ["accepted" for draft in round_["drafts"] if draft["verdict"] == "accepted"]
        expected += [round_["emitted"]["kind"]] if round_["emitted"] else []
    assert [word["mark"] for word in written] == expected


@pytest.mark.parametrize("name", sorted(CASES))
def test_notes_are_the_cache_of_the_trace(tab: Page, name: str) -> None:
    trace = case(name)
    for view in views(tab, trace):
        if view["round"] < 0:
            assert view["notes"]["before"] == trace["prefill"]["tokens"]
            continue
        before, after, kept = trace["rounds"][view["round"]]["cache"]["target"]
        closed = view["beat"] in ("write", "end")
        assert view["notes"] == {
            "before": before,
            "pass": None if view["beat"] == "draft" else after,
            "kept": kept if closed else None,
            "wiped": after - kept if closed else 0,
        }


def test_an_unfinished_run_keeps_its_frame_numbers_while_it_grows(tab: Page) -> None:
    short = {**case("greedy"), "finish": "running"}
    short = {**short, "rounds": short["rounds"][:2]}
    grown = case("greedy")
    few, many = (tab.evaluate("t => framesOf(t)", trace) for trace in (short, grown))
    assert many[: len(few)] == few and len(many) > len(few)


def test_a_trace_without_rounds_has_one_frame(tab: Page) -> None:
    empty = {**case("greedy"), "rounds": [], "finish": "running"}
    (view,) = views(tab, empty)
    assert view["beat"] == "start" and not view["slips"] and not view["prints"] and view["hauls"] == 0
