"""Judging a draft: walk from the last written word along the slips, one test each, until one is sent back.

A chain and a tree are walked alike. At a word, its children are tested in turn against what is left of the target's
law there: p for the first; after a rejection the rule's replacement law, for the next sibling or, when none remains,
for the word written instead. With one child a word this is speculative sampling (Leviathan et al., algorithm 1).

Knows no model and no cache.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from tower.decoding.distribution import Floats, one_hot, sample
from tower.decoding.drafters.base import Draft, Law, OneHot
from tower.decoding.draws import Draws, Purpose
from tower.decoding.errors import DraftError
from tower.decoding.rules import Rule
from tower.decoding.trace import Finish, Kind, Verdict


@dataclass(slots=True)
class Judgement:
    """One entry a slip, in the draft's order; then the word that the target adds, None when a kept word ended the run.

    accept, u, replacement (the law after a rejection, None where the slip was sure to be kept): None when untested.
    path: the kept slips in order. end: why the run ends inside the draft, else None.
    """

    verdicts: list[Verdict]
    accept: list[float | None]
    u: list[float | None]
    replacement: list[Floats | None]
    path: list[int] = field(default_factory=list)
    end: Finish | None = None
    emitted: int | None = None
    emitted_u: float | None = None
    kind: Kind = "plain"


def verify(
    p: Floats,
    draft: Draft,
    rule: Rule,
    draws: Draws,
    position: int,
    *,
    greedy: bool,
    ended: Callable[[Sequence[int]], Finish | None],
) -> Judgement:
    """Judge `draft` by the target's laws.

    p: [n + 1, V] after the warp; row 0 follows the last written word, row i + 1 follows slip i. position: index in the
    text of the word that row 0 decides. greedy: temperature 0, no draw where nothing is left to chance. ended: asked
    after each kept word, with the kept words so far.
    """
    n, size = len(draft.ids), p.shape[-1]
    judged = Judgement(["discarded"] * n, [None] * n, [None] * n, [None] * n)
    children: list[list[int]] = [[] for _ in range(n + 1)]
    for slip, parent in enumerate(draft.parents):
        children[parent + 1].append(slip)
    orders = candidates(draft.parents)

    node = 0
    while True:
        left, chosen = p[node], None
        for slip in children[node]:
            word, depth = draft.ids[slip], len(judged.path)
            q = draft.q[slip]
            accept = rule.chance(left, word, 1.0 if isinstance(q, OneHot) else float(q[word]))
            u = None
            if not greedy or 0 < accept < 1:
                u = draws.uniform(position + depth, Purpose.ACCEPT, orders[slip])
            judged.accept[slip], judged.u[slip] = accept, u
            replacement = rule.replacement(left, law_of(q, size), word) if accept < 1 else None
            judged.replacement[slip] = replacement
            if replacement is None or (u is not None and u < accept):
                judged.verdicts[slip] = "accepted"
                judged.path.append(slip)
                chosen = slip
                break
            judged.verdicts[slip] = "rejected"
            left = replacement
        if chosen is None:
            break
        node = chosen + 1
        judged.end = ended([draft.ids[slip] for slip in judged.path])
        if judged.end is not None:
            _cut_after(chosen, draft.parents, judged.verdicts)
            return judged

    rejected = bool(children[node])
    depth = len(judged.path)
    judged.kind = ("correction" if greedy else "residual") if rejected else ("bonus" if n else "plain")
    if greedy and left.max() >= 1:
        judged.emitted = int(left.argmax())
    else:
        judged.emitted_u = draws.uniform(position + depth, Purpose.REPLACE if rejected else Purpose.WRITE)
        judged.emitted = sample(left, judged.emitted_u)
    return judged


def candidates(parents: Sequence[int]) -> list[int]:
    """Which of the slips for its position each one is: the candidate number of its draws. parents: as in Draft."""
    depths: list[int] = []
    for parent in parents:
        depths.append(0 if parent < 0 else depths[parent] + 1)
    return [depths[:slip].count(depth) for slip, depth in enumerate(depths)]


def check_draft(draft: Draft, size: int, k: int) -> None:
    """Raise DraftError where a draft breaks the contract: lengths, parents, depth, ids, or a word that its own law q
    gives no chance (then it was drawn from something else, and no rule is exact)."""
    n = len(draft.ids)
    if not len(draft.q) == len(draft.parents) == len(draft.u) == len(draft.logits) == n:
        raise DraftError("draft-lengths", "a draft's tuples differ in length")
    depths: list[int] = []
    for slip, (word, q, parent) in enumerate(zip(draft.ids, draft.q, draft.parents, strict=True)):
        if not 0 <= word < size:
            raise DraftError(
                "draft-word", f"drafted word {word} is outside the vocabulary of {size}", word=word, size=size
            )
        if not -1 <= parent < slip:
            raise DraftError("draft-parent", f"slip {slip} names {parent} as its parent", slip=slip, parent=parent)
        depths.append(0 if parent < 0 else depths[parent] + 1)
        if depths[slip] >= k:
            raise DraftError("draft-too-deep", f"the draft is deeper than the {k} words asked for", k=k)
        if not isinstance(q, OneHot) and q.shape != (size,):
            raise DraftError(
                "draft-vocabulary", f"draft and target have different vocabularies: {q.shape[-1]}, {size}",
                draft=q.shape[-1], target=size,
            )  # fmt: skip
        if not isinstance(q, OneHot) and draft.logits[slip] is None:
            raise DraftError("draft-logits", f"slip {slip} has a law but not the logits behind it", slip=slip)
        if not (q.id == word if isinstance(q, OneHot) else q[word] > 0):
            raise DraftError(
                "draft-impossible",
                f"slip {slip} holds word {word}, to which its law gives no chance",
                slip=slip,
                word=word,
            )


def law_of(q: Law, size: int) -> Floats:
    """A slip's law as an array [V]."""
    return one_hot(q.id, size) if isinstance(q, OneHot) else q


def _cut_after(last: int, parents: Sequence[int], verdicts: list[Verdict]) -> None:
    """Mark what was drafted behind the word that ended the run."""
    behind = {last}
    for slip in range(last + 1, len(parents)):
        if parents[slip] in behind:
            behind.add(slip)
            verdicts[slip] = "cut"
