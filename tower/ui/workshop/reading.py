"""Dials read off the embedded pair: what both models would say next after a text, the likeliest words and the rest."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from tower.decoding.distribution import overlap, softmax
from tower.ui.workshop.dials import MOST, Dials, shares_of

PAIR = "tower"
TOTAL = 1000


@dataclass(frozen=True, slots=True)
class Reading:
    """words: the tokens as shown on slips; the last share of the dials is all the other tokens together.

    alpha: the exact rule's acceptance here over the whole vocabulary. Lumping words together can only raise it.
    """

    words: tuple[str, ...]
    dials: Dials
    alpha: float
    vocabulary: int


@st.cache_data(max_entries=128, show_spinner=False)
def read_off(context: str) -> Reading:
    """The two laws after `context`, before any warp. Raises PromptError, ModelError."""
    # torch takes seconds to import, and the workshop must not wait for it until models are asked for
    from tower.models.loading import load_pair

    pair = load_pair(PAIR)
    target, drafter = pair.new_target(), pair.new_draft
    assert drafter is not None
    draft = drafter()
    prompt = pair.text.encode_prompt(context, min(target.context, draft.context))
    with pair.lock:
        p, q = (softmax(model.score_batch([prompt])[0].astype(float)) for model in (target, draft))
    likely = sorted(range(len(p)), key=lambda word: (-max(p[word], q[word]), word))[: MOST - 1]
    likely.sort(key=lambda word: (-p[word], word))
    p_shares, q_shares = (_shares([float(law[word]) for word in likely]) for law in (p, q))
    words = tuple(map(pair.text.text, likely))
    return Reading(words, Dials(p_shares, q_shares), float(overlap(p, q)), len(p))


def _shares(likely: list[float]) -> tuple[int, ...]:
    return shares_of((*likely, max(0.0, 1 - sum(likely))), TOTAL)
