"""Writing down a judged round: every number that anybody will show, for all slips at once. Decides nothing."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from tower.decoding.distribution import Floats, Warp, overlap, softmax
from tower.decoding.drafters.base import Draft, OneHot
from tower.decoding.tops import top_ids, tops_at
from tower.decoding.trace import Emitted, LastPrint, Slip, Top
from tower.decoding.verify import Judgement


@dataclass(frozen=True, slots=True)
class _Prints:
    """Laws of some rows, what they were before the warp, and the likeliest words of both."""

    laws: Floats
    raw: Floats
    tops: list[Top]
    raw_tops: list[Top] | list[None]


def slips_and_prints(
    logits: Floats, p: Floats, draft: Draft, judged: Judgement, warp: Warp, detail: int
) -> tuple[tuple[Slip, ...], Emitted | None, LastPrint]:
    """The round's slips, its emitted word and the print after its last slip.

    logits, p: the target's rows [n + 1, V] before and after the warp. detail: how many of the likeliest words to note.
    """
    n = len(draft.ids)
    words = np.asarray(draft.ids, dtype=np.intp)
    rows = np.asarray(draft.parents, dtype=np.intp) + 1  # the print that speaks about each slip
    detail = min(detail, p.shape[-1])
    prints = _prints(logits, p, warp, detail)
    p_at, p_raw_at = prints.laws[rows, words].tolist(), prints.raw[rows, words].tolist()
    q_at, q_raw_at, overlaps, q_tops, q_raw_tops = _draft_side(draft, p, rows, p_at, warp, detail)
    residuals = _residual_tops(judged, detail)
    slips = tuple(
        Slip(
            id=draft.ids[i],
            parent=draft.parents[i],
            q=q_at[i],
            p=p_at[i],
            q_raw=q_raw_at[i],
            p_raw=p_raw_at[i],
            accept=judged.accept[i],
            u=judged.u[i],
            draft_u=draft.u[i],
            overlap=overlaps[i],
            verdict=judged.verdicts[i],
            q_top=q_tops[i],
            p_top=prints.tops[rows[i]],
            residual_top=residuals[i],
            q_raw_top=q_raw_tops[i],
            p_raw_top=prints.raw_tops[rows[i]],
        )
        for i in range(n)
    )
    emitted = None
    if judged.emitted is not None:
        row = judged.path[-1] + 1 if judged.path else 0
        emitted = Emitted(
            id=judged.emitted,
            kind=judged.kind,
            p=float(prints.laws[row, judged.emitted]),
            p_raw=float(prints.raw[row, judged.emitted]),
            u=judged.emitted_u,
            p_top=prints.tops[row],
            p_raw_top=prints.raw_tops[row],
        )
    return slips, emitted, LastPrint(prints.tops[n], prints.raw_tops[n])


def _prints(logits: Floats, laws: Floats, warp: Warp, detail: int) -> _Prints:
    # the warp keeps the order of words, so one search for the likeliest serves both
    likeliest = top_ids(logits, detail)
    if warp.plain:
        return _Prints(laws, laws, tops_at(likeliest, laws), [None] * len(laws))
    raw = softmax(logits)
    return _Prints(laws, raw, tops_at(likeliest, laws), tops_at(likeliest, raw))


def _draft_side(
    draft: Draft, p: Floats, rows: np.ndarray, p_at: list[float], warp: Warp, detail: int
) -> tuple[list[float], list[float], list[float], list[Top], list[Top | None]]:
    """q, q_raw, overlap, tops and raw tops of each slip."""
    n = len(draft.ids)
    q_at, q_raw_at = [1.0] * n, [1.0] * n
    overlaps = list(p_at)  # of a one-hot q
    q_tops: list[Top] = [((word, 1.0),) for word in draft.ids]
    q_raw_tops: list[Top | None] = [None] * n
    soft = [i for i, q in enumerate(draft.q) if not isinstance(q, OneHot)]
    if soft:
        laws = np.stack([q for q in draft.q if not isinstance(q, OneHot)])
        at = laws[np.arange(len(soft)), [draft.ids[i] for i in soft]].tolist()
        shared = overlap(p[rows[soft]], laws).tolist()
        for i, q, both, top in zip(soft, at, shared, tops_at(top_ids(laws, detail), laws), strict=True):
            q_at[i], q_raw_at[i], overlaps[i], q_tops[i] = q, q, min(both, 1.0), top
    shown = [i for i in range(n) if draft.logits[i] is not None]
    if shown and not warp.plain:
        logits = np.stack([row for row in draft.logits if row is not None])
        raw = softmax(logits)
        for j, (i, top) in enumerate(zip(shown, tops_at(top_ids(logits, detail), raw), strict=True)):
            q_raw_at[i], q_raw_tops[i] = float(raw[j, draft.ids[i]]), top
    return q_at, q_raw_at, overlaps, q_tops, q_raw_tops


def _residual_tops(judged: Judgement, detail: int) -> list[Top | None]:
    tops: list[Top | None] = [None] * len(judged.replacement)
    rows = [i for i, law in enumerate(judged.replacement) if law is not None]
    if rows:
        laws = np.stack([law for law in judged.replacement if law is not None])
        for i, top in zip(rows, tops_at(top_ids(laws, detail), laws), strict=True):
            tops[i] = top
    return tops
