"""Whether two models speak of the same words: speculative decoding compares their laws id by id. Knows no weights."""

from __future__ import annotations

from tower.models.errors import ModelError
from tower.models.text import Text

SHOWN = 8


def check_same_words(target: Text, draft: Text) -> None:
    """Raise ModelError where the vocabularies differ: `vocabulary-size` (both sizes), `vocabulary-words` (the first
    id that means different words, and both words). Both carry `differing`, the first SHOWN such ids with their words,
    an empty text where there is none."""
    ours, theirs = target.tokenizer.get_vocab(), draft.tokenizer.get_vocab()
    if ours == theirs:
        return
    by_id, by_their_id = {id: word for word, id in ours.items()}, {id: word for word, id in theirs.items()}
    ids = sorted(id for id in by_id.keys() | by_their_id.keys() if by_id.get(id) != by_their_id.get(id))
    differing = [(id, by_id.get(id, ""), by_their_id.get(id, "")) for id in ids[:SHOWN]]
    if len(ours) != len(theirs):
        raise ModelError(
            "vocabulary-size",
            f"the vocabularies differ in size: target {len(ours)} words, draft {len(theirs)}",
            target=len(ours),
            draft=len(theirs),
            differing=differing,
        )
    first, one, other = differing[0]
    raise ModelError(
        "vocabulary-words",
        f"the vocabularies differ: word {first} is {one!r} for the target and {other!r} for the draft",
        id=first,
        target=one,
        draft=other,
        differing=differing,
    )


def check_covers(size: int, text: Text, role: str) -> None:
    """Raise ModelError `vocabulary-model` where a model of `size` logits cannot score all words of its tokenizer.

    More logits than words is common padding; those are dropped when the model is read.
    """
    if size < text.size:
        raise ModelError(
            "vocabulary-model",
            f"the {role} scores {size} words, its tokenizer has {text.size}",
            role=role,
            model=size,
            words=text.size,
        )
