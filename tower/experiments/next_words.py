"""What both models would say next after a text: the likeliest words, and how much the two laws share."""

from __future__ import annotations

from typing import Any

import numpy as np

from tower.decoding.distribution import overlap, softmax
from tower.models.loading import Pair

SHOWN = 7
CONTEXTS = {
    "zh-Hant": ("今晚的月亮很", "在塔的", "春江潮水連海平，"),
    "en": ("Tonight the moon is so", "At the foot of the tower", "She could not help"),
}


def recorded(pair: Pair) -> dict[str, Any]:
    """By language: what `next_words` says after that language's examples, from the moon to an old book."""
    return {language: [next_words(pair, context) for context in some] for language, some in CONTEXTS.items()}


def next_words(pair: Pair, context: str) -> dict[str, Any]:
    """{context, words, p, q, vocabulary, shared}: the likeliest words, then all others as one more share of p and q.

    shared: sum min(p, q) over the whole vocabulary, word by word; lumping words together could only raise it.
    Before any warp. Raises PromptError.
    """
    assert pair.new_draft is not None
    target, draft = pair.new_target(), pair.new_draft()
    prompt = pair.text.encode_prompt(context, min(target.context, draft.context))
    with pair.lock:
        p, q = (softmax(model.score_batch([prompt])[0].astype(np.float64)) for model in (target, draft))
    likely = sorted(range(len(p)), key=lambda word: (-max(p[word], q[word]), word))[:SHOWN]
    likely.sort(key=lambda word: (-p[word], word))
    shares = {name: [float(law[word]) for word in likely] for name, law in (("p", p), ("q", q))}
    return {
        "context": context,
        "words": [pair.text.text(word) for word in likely],
        **{name: [*some, max(0.0, 1 - sum(some))] for name, some in shares.items()},
        "vocabulary": len(p),
        "shared": float(overlap(p, q)),
    }
