"""Stamping by hand: which recorded rounds are given to the learner, what the decoder made of them, what was missed.

Reads trace JSON of greedy rounds; decides nothing that the decoder did not decide. Knows no Streamlit.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

Json = Mapping[str, Any]
STAMPS = ("accepted", "rejected", "discarded")
Source = Literal["slip", "print", "none"]
SOURCES: tuple[Source, ...] = ("slip", "print", "none")


@dataclass(frozen=True, slots=True)
class Case:
    """A round to stamp. id: tells cases apart. before: the words ahead of it, token by token."""

    id: str
    round: Json
    before: tuple[Json, ...]

    @property
    def prints(self) -> list[list[Any]]:
        """[id, text] of the Oracle's first choice after the last word and after each slip: one more than slips."""
        tops = [slip["p_top"] for slip in self.round["drafts"]] + [self.round["last"]["p_top"]]
        return [top[0][:2] for top in tops]


@dataclass(frozen=True, slots=True)
class Stamped:
    """stamps: one a slip. written: for each place, one more than slips, whose word is written there."""

    stamps: tuple[str, ...]
    written: tuple[Source, ...]


@dataclass(frozen=True, slots=True)
class Missed:
    """A stamp or a word that differs from the engine's. key: of a sentence; values: what it speaks of."""

    key: str
    values: Mapping[str, str | int]


def cases_of(name: str, trace: Json) -> list[Case]:
    """All whole greedy rounds of a trace, in order."""
    before = [token for token in trace["prompt"]["tokens"] if token["raw"]]
    cases = []
    for a_round in trace["rounds"]:
        if len(a_round["drafts"]) >= 2 and a_round["emitted"] is not None:
            cases.append(Case(f"{name}/{a_round['index']}", a_round, tuple(before)))
        before.extend(a_round["tokens"])
    return cases


def in_teaching_order(cases: Sequence[Case]) -> list[Case]:
    """First a round whose torn slips hold one that agrees, behind accepted ones; then one that passes whole, then one
    whose first slip is wrong; then the others as they come, those that pass whole last."""
    rest = list(cases)
    first: list[Case] = []
    wishes: tuple[tuple[Callable[[Case], bool], ...], ...] = (
        (lambda case: _lucky(case) and _accepted(case) > 0, lambda case: 0 < _accepted(case) < _slips(case) - 1),
        (lambda case: _accepted(case) == _slips(case),),
        (lambda case: _lucky(case) and _accepted(case) == 0, lambda case: _accepted(case) == 0),
    )
    for alternatives in wishes:
        found = next((case for wish in alternatives for case in rest if wish(case)), None)
        if found is not None:
            first.append(found)
            rest.remove(found)
    return first + sorted(rest, key=lambda case: _accepted(case) == _slips(case))


def _slips(case: Case) -> int:
    return len(case.round["drafts"])


def _accepted(case: Case) -> int:
    return sum(slip["verdict"] == "accepted" for slip in case.round["drafts"])


def _lucky(case: Case) -> bool:
    """Whether a torn slip agrees with the print that would have judged it."""
    return any(slip["verdict"] == "discarded" and slip["id"] == slip["p_top"][0][0] for slip in case.round["drafts"])


def engine(case: Case) -> Stamped:
    """What the decoder did with this round."""
    kept = _accepted(case)
    slips: list[Source] = ["slip"] * kept
    empty: list[Source] = ["none"] * (_slips(case) - kept)
    return Stamped(tuple(slip["verdict"] for slip in case.round["drafts"]), (*slips, "print", *empty))


def read(value: object, case: Case) -> Stamped | None:
    """A component's report about this case, checked; None where it is none."""
    if not isinstance(value, Mapping) or value.get("id") != case.id:
        return None
    stamps, written = value.get("stamps"), value.get("written")
    if not isinstance(stamps, list) or not isinstance(written, list):
        return None
    if len(stamps) != _slips(case) or len(written) != _slips(case) + 1:
        return None
    if any(stamp not in STAMPS for stamp in stamps) or any(source not in SOURCES for source in written):
        return None
    return Stamped(tuple(stamps), tuple(written))


def missed(case: Case, theirs: Stamped) -> list[Missed]:
    """What differs from the engine's, stamps first."""
    ours, slips, prints = engine(case), case.round["drafts"], case.prints
    found = []
    for at, (right, chosen) in enumerate(zip(ours.stamps, theirs.stamps, strict=True)):
        if right != chosen:
            agrees = right == "discarded" and slips[at]["id"] == prints[at][0]
            key = f"{right}_{chosen}" + ("_agrees" if agrees and chosen == "accepted" else "")
            found.append(Missed(key, {**_words(case, at), "n": at + 1}))
    for place, (source, picked) in enumerate(zip(ours.written, theirs.written, strict=True)):
        if source != picked:
            bonus = place == len(slips)
            key = f"place_{source}" + ("_bonus" if bonus and source == "print" else "")
            found.append(Missed(key, {**_words(case, place), "n": place + 1}))
    return _once(found)


def _words(case: Case, place: int) -> dict[str, str]:
    """slip, print: what was guessed and what was printed for this place. gone: the slip that was returned."""
    slips = case.round["drafts"]
    gone = next((slip["text"] for slip in slips if slip["verdict"] == "rejected"), "")
    slip = slips[place]["text"] if place < len(slips) else ""
    return {name: text.lstrip("␣") or text for name, text in
            {"slip": slip, "print": case.prints[place][1], "gone": gone}.items()}  # fmt: skip


def _once(found: list[Missed]) -> list[Missed]:
    """The reason why nothing is written behind a returned slip need be told only once."""
    told: list[Missed] = []
    for miss in found:
        if not (miss.key == "place_none" and any(other.key == miss.key for other in told)):
            told.append(miss)
    return told
