"""Writing down a judged round: every number that anybody will show. Decides nothing.

A round may cost little besides its passes, so the likeliest words of all its rows are searched in one sweep.
"""

from __future__ import annotations

from collections.abc import Container
from typing import cast

import numpy as np

from tower.decoding.distribution import Floats, Warp, overlap
from tower.decoding.drafters.base import Draft, OneHot
from tower.decoding.tops import top_ids, top_of
from tower.decoding.trace import Emitted, LastPrint, Slip, Top
from tower.decoding.verify import Judgement


class Scratch:
    """Room for the large matrices of a round, used again by the next: fresh memory costs as much as the arithmetic."""

    def __init__(self) -> None:
        self._matrices: dict[str, Floats] = {}

    def matrix(self, name: str, rows: int, size: int) -> Floats:
        """A matrix [rows, size] with anything in it, valid until its name is asked for again."""
        kept = self._matrices.get(name)
        if kept is None or len(kept) < rows or kept.shape[1] != size:
            kept = self._matrices[name] = np.empty((rows, size), dtype=np.float32)
        return kept[:rows]


def slips_and_prints(
    logits: Floats,
    p: Floats,
    draft: Draft,
    judged: Judgement,
    warp: Warp,
    detail: int,
    scratch: Scratch,
    partial: Container[int] = (),
) -> tuple[tuple[Slip, ...], Emitted | None, LastPrint]:
    """The round's slips, its emitted word and the print after its last slip.

    logits, p: the target's rows [n + 1, V] before and after the warp. detail: how many of the likeliest words to note.
    partial: rows of which no more is known than those and the drafted words; nothing that needs more is noted there.
    """
    n = len(draft.ids)
    replacements = [
        None if parent + 1 in partial else law for law, parent in zip(judged.replacement, draft.parents, strict=True)
    ]
    places: dict[int, int] = {}  # of a draft's rows; the siblings of a tree share theirs
    shown: list[Floats] = []
    for offered in draft.logits:
        if offered is not None and id(offered) not in places:
            places[id(offered)] = n + 1 + len(shown)
            shown.append(offered)
    # a law of one word, as greedy decoding has them, needs no search
    refills = [law for law in replacements if law is not None and np.count_nonzero(law) > 1]
    rows = scratch.matrix("rows", n + 1 + len(shown) + len(refills), p.shape[-1])
    np.concatenate([logits, *(row[None] for row in (*shown, *refills))], out=rows, casting="same_kind")
    # the warp keeps the order of words: one search serves the laws before and after it
    likeliest = top_ids(rows, min(detail, rows.shape[-1]))
    ids = likeliest.tolist()
    each = np.arange(n + 1)[:, None]
    p_tops = list(map(top_of, ids, p[each, likeliest[: n + 1]].tolist()))
    raw, whole = p, np.ones(n + 1, dtype=p.dtype)  # a row of raw over its whole is a law before the warp
    raw_tops: list[Top | None] = [None] * (n + 1 + len(shown))
    # a certain slip's own row says more than its law, whatever the warp does
    certain = any(row is not None and isinstance(q, OneHot) for row, q in zip(draft.logits, draft.q, strict=True))
    if certain or not warp.plain:
        each = np.arange(n + 1 + len(shown))[:, None]
        raw = rows[: len(each)]  # in place: what was searched is in the processor's cache
        raw -= raw[each, likeliest[: len(each), :1]]
        np.exp(raw, out=raw)
        whole = raw.sum(axis=-1)
        raw_tops = list(map(top_of, ids, (raw[each, likeliest[: len(each)]] / whole[:, None]).tolist()))
        if warp.plain:
            raw_tops[: n + 1] = [None] * (n + 1)

    slips: list[Slip] = []
    next_refill = n + 1 + len(shown)
    for i, (word, law, parent) in enumerate(zip(draft.ids, draft.q, draft.parents, strict=True)):
        here = parent + 1  # the print that speaks about this slip
        q, q_top = 1.0, cast(Top, ((word, 1.0),))  # of a one-hot law
        shared: float | None = float(p[here, word])
        if not isinstance(law, OneHot):
            q, shared = float(law[word]), None if here in partial else min(float(overlap(p[here], law)), 1.0)
        q_raw = q
        q_raw_top = residual_top = None
        if draft.logits[i] is not None:
            own = places[id(draft.logits[i])]
            if not isinstance(law, OneHot):
                q_top = top_of(ids[own], law[likeliest[own]].tolist())
            if isinstance(law, OneHot) or not warp.plain:
                q_raw, q_raw_top = float(raw[own, word] / whole[own]), raw_tops[own]
        replacement = replacements[i]
        if replacement is not None:
            if np.count_nonzero(replacement) > 1:
                residual_top = top_of(ids[next_refill], replacement[likeliest[next_refill]].tolist())
                next_refill += 1
            else:
                only = int(replacement.argmax())
                residual_top = ((only, float(replacement[only])),)
        slips.append(
            Slip(
                id=word,
                parent=parent,
                q=q,
                p=float(p[here, word]),
                q_raw=q_raw,
                p_raw=float(raw[here, word] / whole[here]),
                accept=judged.accept[i],
                u=judged.u[i],
                draft_u=draft.u[i],
                overlap=shared,
                verdict=judged.verdicts[i],
                q_top=q_top,
                p_top=p_tops[here],
                residual_top=residual_top,
                q_raw_top=q_raw_top,
                p_raw_top=raw_tops[here],
            )
        )

    emitted = None
    if judged.emitted is not None:
        row = judged.path[-1] + 1 if judged.path else 0
        emitted = Emitted(
            id=judged.emitted,
            kind=judged.kind,
            p=float(p[row, judged.emitted]),
            p_raw=float(raw[row, judged.emitted] / whole[row]),
            u=judged.emitted_u,
            p_top=p_tops[row],
            p_raw_top=raw_tops[row],
        )
    return tuple(slips), emitted, LastPrint(p_tops[n], raw_tops[n])
