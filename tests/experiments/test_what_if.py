"""What if: one thing changed, everything else of the run stays, and the branch is really computed."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import islice

import pytest

from tower.decoding.errors import TraceError
from tower.decoding.trace import Trace
from tower.experiments import what_if
from tower.experiments.what_if import OWN, Branch, Place
from tower.models.runs import start_run
from tower.models.settings import DRAFTERS, RunSettings


@cache
def trace_of(temperature: float, drafter: str = "small") -> Trace:
    settings = RunSettings("One bell,", temperature=temperature, seed=5, drafter=drafter, max_new_tokens=40)
    run = start_run(settings)
    for _ in run:
        pass
    return run.trace()


def places(trace: Trace, verdict: str) -> list[Place]:
    return [
        Place(a_round.index, index)
        for a_round in trace.rounds
        for index, slip in enumerate(a_round.drafts)
        if slip.verdict == verdict
    ]


def first(trace: Trace, verdict: str, turn: str | None) -> Place:
    return next(place for place in places(trace, verdict) if what_if.offer(trace, place).turn == turn)


def text(trace: Trace) -> tuple[int, ...]:
    return (*trace.prompt, *trace.tokens)


def written(branch: Branch) -> tuple[int, ...]:
    for _ in branch.run:
        pass
    return text(branch.run.trace())


@pytest.mark.parametrize("drafter", [name for name in DRAFTERS if name != "none"])
@pytest.mark.parametrize("temperature", [0.0, 1.0])
def test_every_drafter_goes_on(drafter: str, temperature: float) -> None:
    trace = trace_of(temperature, drafter)
    slip = next(Place(a_round.index, 0) for a_round in trace.rounds if a_round.drafts)
    word, *_ = what_if.offer(trace, slip).words[0]
    branch = what_if.put(trace, slip, word)
    continued = written(branch)
    assert continued[: branch.at] == text(trace)[: branch.at] and continued[branch.at] == word
    assert branch.run.trace().settings.drafter == drafter and len(continued) > branch.at + 1


@pytest.mark.parametrize(("verdict", "other"), [("rejected", "accepted"), ("accepted", "rejected")])
def test_bent_draw_turns_this_verdict_and_nothing_before_it(verdict: str, other: str) -> None:
    trace = trace_of(1.0)
    place = first(trace, verdict, "luck")
    branch = what_if.turned(trace, place)
    ours, theirs = trace.rounds[place.round], next(branch.run)
    assert [slip.id for slip in theirs.drafts] == [slip.id for slip in ours.drafts]
    before = [[slip.verdict for slip in one.drafts[: place.slip]] for one in (ours, theirs)]
    assert before[0] == before[1]
    assert (ours.drafts[place.slip].verdict, theirs.drafts[place.slip].verdict) == (verdict, other)
    assert theirs.drafts[place.slip].u == branch.bent != ours.drafts[place.slip].u == branch.u
    chances = [one.drafts[place.slip].accept for one in (ours, theirs)]
    assert chances[0] == pytest.approx(chances[1], abs=1e-4)  # the rule is as it was
    assert text(branch.run.trace())[: branch.at] == text(trace)[: branch.at]


@pytest.mark.parametrize("drafter", ["small", "none"])
def test_greedy_text_goes_on_as_it_went_after_the_word_that_stood_there(drafter: str) -> None:
    trace = trace_of(0.0, drafter)
    a_round = trace.rounds[2]
    assert a_round.emitted is not None
    branch = what_if.put(trace, Place(2, OWN), a_round.emitted.id)
    ours, theirs = text(trace), written(branch)
    assert theirs[: len(ours)] == ours[: len(theirs)] and len(branch.run.rounds) > 0


def test_another_word_stands_where_it_was_put() -> None:
    trace = trace_of(0.0)
    word = what_if.offer(trace, Place(1, OWN)).words[0][0]
    branch = what_if.put(trace, Place(1, OWN), word)
    ours, theirs = text(trace), written(branch)
    assert theirs[: branch.at] == ours[: branch.at] and theirs[branch.at] == word != ours[branch.at]
    assert what_if.common(ours, theirs) == branch.at
    assert not branch.run.trace().rounds[0].start <= branch.at  # by hand: in no round of the branch


def test_what_can_be_turned_depends_on_what_was_possible() -> None:
    greedy = trace_of(0.0)
    assert {what_if.offer(greedy, place).turn for place in places(greedy, "accepted")} == {None}
    assert {what_if.offer(greedy, place).turn for place in places(greedy, "rejected")} == {"forced"}
    assert {what_if.offer(greedy, place).turn for place in places(greedy, "discarded")} == {"supposed"}
    sampled = trace_of(1.0)
    assert {what_if.offer(sampled, place).turn for place in places(sampled, "accepted")} >= {"luck"}
    with pytest.raises(TraceError, match="nothing can be changed"):
        what_if.turned(greedy, places(greedy, "accepted")[0])


def test_a_torn_slip_is_supposed_with_all_that_led_to_it() -> None:
    trace = trace_of(0.0)
    place = next(place for place in places(trace, "discarded") if place.slip > 1)
    branch = what_if.turned(trace, place)
    a_round = trace.rounds[place.round]
    led = tuple(slip.id for slip in a_round.drafts[: place.slip + 1])
    assert branch.run.prompt == text(trace)[: a_round.start] + led and branch.put == led[-1]


def test_offered_words_are_others_and_likely_ones_come_first() -> None:
    trace = trace_of(1.0)
    for place in (*places(trace, "rejected"), *places(trace, "discarded")):
        slip = trace.rounds[place.round].drafts[place.slip]
        words = what_if.offer(trace, place).words
        chances = [p for _, p, _ in words if p is not None]
        assert slip.id not in {word for word, _, _ in words} and chances == sorted(chances, reverse=True)


def test_same_change_gives_the_same_branch() -> None:
    trace = trace_of(1.0)
    place = first(trace, "accepted", "luck")
    assert written(what_if.turned(trace, place)) == written(what_if.turned(trace, place))


@pytest.mark.parametrize("place", [Place(99, 0), Place(0, 99), Place(-1, 0), Place(0, -2)])
def test_no_such_place(place: Place) -> None:
    with pytest.raises(TraceError):
        what_if.offer(trace_of(0.0), place)


def test_other_weights_are_refused() -> None:
    trace = trace_of(0.0)
    foreign = replace(trace, made_with=replace(trace.made_with, weights={"target": "0" * 64}))
    with pytest.raises(TraceError) as refused:
        what_if.put(foreign, Place(0, OWN), 5)
    assert refused.value.code == "what-if-weights"
    strange = replace(trace, made_with=replace(trace.made_with, weights={}), prompt=(2**30,))
    with pytest.raises(TraceError):
        what_if.put(strange, Place(0, OWN), 5)


def test_branch_is_a_consistent_trace() -> None:
    branch = what_if.turned(trace_of(1.0), first(trace_of(1.0), "rejected", "luck"))
    assert len(list(islice(branch.run, 3))) == 3
    document = branch.run.trace_json()
    assert Trace.from_json(document) == branch.run.trace()
