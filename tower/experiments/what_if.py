"""What if: a run with one thing changed at one place, and drafter and target really going on from there.

Either one draw of luck is bent, so that a slip meets the other verdict while the rule stays in force; or a word is put
into the text by hand. In both cases settings and all other luck are the run's own: luck has addresses (`draws.py`), so
later places meet the same draws. A branch is a run of its own and never passes for the original. Knows no screen;
imports torch when a branch is made.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import takewhile
from typing import Literal

from tower.decoding.draws import Draws, Purpose
from tower.decoding.errors import TraceError
from tower.decoding.trace import Round, Top, Trace
from tower.decoding.trace_totals import depths_of
from tower.models.runs import Run, go_on
from tower.models.settings import RunSettings

OWN = -1  # in place of a slip: the word that the target wrote itself
SURELY_KEPT, SURELY_RETURNED = 0.0, 1 - 2.0**-53  # the ends of the draws' range
LEAST = 12  # words that a branch may write, however near to its end the run was

Turn = Literal["luck", "forced", "supposed"]


@dataclass(frozen=True, slots=True)
class Place:
    """A slip of a round, or OWN."""

    round: int
    slip: int


@dataclass(frozen=True, slots=True)
class Offer:
    """What can be changed at a place. turn: how the slip's verdict can be turned: by another draw (`luck`), only
    against the rule (`forced`: the rule gave it no chance), or by supposing a test that never was (`supposed`); None
    where nothing but this verdict was possible. words: (id, p, q), None where unknown, likeliest first;
    at temperature 0 p and q are those before the warp."""

    turn: Turn | None
    words: tuple[tuple[int, float | None, float | None], ...]


@dataclass(frozen=True, slots=True)
class Branch:
    """run: iterate it for the continuation. at: index in the whole text of the place that was changed. put: the word
    put there by hand, None where a draw was bent to `bent` instead of `u`."""

    run: Run
    at: int
    put: int | None
    u: float | None = None
    bent: float | None = None


class BentDraws(Draws):
    """The draws of a seed, some of them replaced."""

    def __init__(self, seed: int, bent: Mapping[tuple[int, Purpose, int], float]) -> None:
        """bent: by (position, purpose, candidate)."""
        super().__init__(seed)
        self._bent = dict(bent)

    def uniform(self, position: int, purpose: Purpose, candidate: int = 0) -> float:
        drawn = super().uniform(position, purpose, candidate)
        return self._bent.get((position, purpose, candidate), drawn)


def offer(trace: Trace, place: Place, most: int = 6) -> Offer:
    """What can be changed there. most: words of the target's law and of the draft's.

    Raises TraceError `what-if-place` where there is no such place.
    """
    a_round = _round(trace, place)
    if place.slip == OWN:
        emitted = a_round.emitted
        assert emitted is not None
        law = _spread(emitted.p_top, emitted.p_raw_top)
        return Offer(None, tuple((word, p, None) for word, p in law.items() if word != emitted.id)[:most])
    slip = a_round.drafts[place.slip]
    tested = slip.accept is not None
    chance = slip.accept if slip.accept is not None else 0.0
    if not tested:
        turn: Turn | None = "supposed"
    elif slip.verdict == "rejected":
        turn = "luck" if chance > 0 else "forced"
    else:
        turn = "luck" if chance < 1 else None
    written = _written_at(trace, _position(a_round, place.slip))
    p, q = _spread(slip.p_top, slip.p_raw_top), _spread(slip.q_top, slip.q_raw_top)
    likely = [*list(p)[:most], *list(q)[:most]]
    words = dict.fromkeys(word for word in likely if word not in (slip.id, written))
    return Offer(turn, tuple((word, p.get(word), q.get(word)) for word in words)[: 2 * most])


def turned(trace: Trace, place: Place) -> Branch:
    """The other verdict on a slip. The round of the slip happens anew, with the bent draw or with the slip by hand.

    Raises TraceError `what-if-place`, `what-if-weights`, and what `runs.start_run` raises.
    """
    turn = offer(trace, place).turn
    if turn is None or place.slip == OWN:
        raise _no_place(place)
    a_round = trace.rounds[place.round]
    slip = a_round.drafts[place.slip]
    if turn != "luck":
        return put(trace, place, slip.id)
    at = _position(a_round, place.slip)
    bent = SURELY_KEPT if slip.verdict == "rejected" else SURELY_RETURNED
    depths = depths_of(a_round.drafts)
    address = (at, Purpose.ACCEPT, depths[: place.slip].count(depths[place.slip]))
    before = _text(trace)[: a_round.start]
    return Branch(_start(trace, before, BentDraws(trace.settings.seed, {address: bent})), at, None, slip.u, bent)


def put(trace: Trace, place: Place, word: int) -> Branch:
    """`word` at this place instead of what was there, after the slips that led to it; kept or not, they stay.

    Raises as `turned`.
    """
    a_round = _round(trace, place)
    if place.slip == OWN:
        kept = len(a_round.tokens) - 1
        before = _text(trace)[: a_round.start + kept]
    else:
        before = _text(trace)[: a_round.start] + _ancestors(a_round, place.slip)
    return Branch(_start(trace, (*before, word), Draws(trace.settings.seed)), len(before), word)


def common(one: tuple[int, ...], other: tuple[int, ...]) -> int:
    """How many words from the beginning two texts share."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def _start(trace: Trace, text: tuple[int, ...], draws: Draws) -> Run:
    """Go on after `text`, the prompt of the branch, under the settings of `trace`."""
    from tower.models.loading import load_pair  # torch takes seconds to import

    asked = trace.settings
    pair = load_pair(asked.pair)
    other = TraceError("what-if-weights", "the run was made with other weights than these", pair=asked.pair)
    if max(text) >= pair.text.size:
        raise other
    settings = RunSettings(
        prompt=pair.text.decode(text), pair=asked.pair, drafter=asked.drafter, rule=asked.rule or "speculative",
        rule_parameters=dict(asked.rule_parameters), k=max(1, asked.k), temperature=asked.temperature,
        top_k=asked.top_k, top_p=asked.top_p, seed=asked.seed,
        max_new_tokens=max(LEAST, asked.max_new_tokens - len(text) + len(trace.prompt)),
    )  # fmt: skip
    run = go_on(settings, pair, text, draws)
    theirs, ours = trace.made_with.weights, run.trace().made_with.weights
    if any(ours.get(role) != theirs[role] for role in theirs):
        raise other
    return run


def _round(trace: Trace, place: Place) -> Round:
    if not 0 <= place.round < len(trace.rounds):
        raise _no_place(place)
    a_round = trace.rounds[place.round]
    if not (0 <= place.slip < len(a_round.drafts) or (place.slip == OWN and a_round.emitted is not None)):
        raise _no_place(place)
    return a_round


def _no_place(place: Place) -> TraceError:
    return TraceError("what-if-place", f"nothing can be changed at {place}", round=place.round + 1, slip=place.slip + 1)


def _spread(warped: Top, raw: Top | None) -> dict[int, float]:
    """The law after the warp; where that leaves but one word, as at temperature 0, the law before it."""
    return dict(raw if raw is not None and len(warped) < 2 else warped)


def _text(trace: Trace) -> tuple[int, ...]:
    return (*trace.prompt, *trace.tokens)


def _written_at(trace: Trace, position: int) -> int | None:
    text = _text(trace)
    return text[position] if position < len(text) else None


def _ancestors(a_round: Round, slip: int) -> tuple[int, ...]:
    """The slips that `slip` was drafted after, in order."""
    words: list[int] = []
    parent = a_round.drafts[slip].parent
    while parent >= 0:
        words.append(a_round.drafts[parent].id)
        parent = a_round.drafts[parent].parent
    return tuple(reversed(words))


def _position(a_round: Round, slip: int) -> int:
    return a_round.start + depths_of(a_round.drafts)[slip]
