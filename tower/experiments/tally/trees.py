"""Drafters that write trees, seen from a tally.

A tree is grown without luck: which slips it holds depends on the words before the round alone. So one tree serves all
runs whose round begins there; luck comes in with the tests, child by child, each with a draw of its own, as in
`decoding.verify`. Knows drafters only by their protocol.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tower.decoding.distribution import Floats, Warp, one_hot
from tower.decoding.drafters.base import Draft, Drafter
from tower.decoding.draws import Draws
from tower.decoding.rules import Rule
from tower.decoding.target import Target
from tower.decoding.verify import candidates
from tower.experiments.tally.features import Features


@dataclass(frozen=True, slots=True)
class Siblings:
    """The slips for one position in the order of their tests: their words, and the candidate numbers of their draws."""

    words: tuple[int, ...] = ()
    candidates: tuple[int, ...] = ()


Tree = Mapping[tuple[int, ...], Siblings]  # by the words that the round has kept so far


class TreeGuess:
    """The tree of a round that begins after a given text: the target reads the text, the drafter drafts."""

    def __init__(self, drafter: Drafter, target: Target) -> None:
        """target: a session that the drafter is made for, and nobody else's."""
        self._drafter, self._features = drafter, Features(target)

    @property
    def name(self) -> str:
        return self._drafter.name

    def tree(self, text: Sequence[int], k: int, warp: Warp) -> Tree:
        """At most k slips deep."""
        target = self._features.target
        self._drafter.start(text, self._features.before_the_last(text))
        draft = self._drafter.propose(text, min(k, self._drafter.max_k), warp, Draws(0), _as_it_is)
        return _by_kept(draft.first(target.context - len(text)))


def chances_of(rule: Rule, p: Floats, words: Sequence[int]) -> tuple[list[float], Floats]:
    """The chance that each of these siblings is kept, given that all before it were sent back, and the law [V] of the
    word written when all were. p: [V], the target's law. Ends with the first that is sure to be kept."""
    chances, left = [], p
    for word in words:
        chances.append(rule.chance(left, word, 1.0))
        if chances[-1] >= 1:
            break
        left = rule.replacement(left, one_hot(word, p.shape[-1], p.dtype), word)
    return chances, left


def _by_kept(draft: Draft) -> Tree:
    kept: list[tuple[int, ...]] = []  # by each slip, with its own word
    tree: dict[tuple[int, ...], Siblings] = {}
    for word, parent, number in zip(draft.ids, draft.parents, candidates(draft.parents), strict=True):
        before = () if parent < 0 else kept[parent]
        kept.append((*before, word))
        there = tree.get(before, Siblings())
        tree[before] = Siblings((*there.words, word), (*there.candidates, number))
    return tree


def _as_it_is(q: Floats) -> Floats:
    return q
