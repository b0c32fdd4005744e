"""A draft that spells its text with other ids: a vocabulary of single characters, made from the target's own letters.

Two of them: one as small as it comes, and one filled up to the target's size, so that only the meanings differ. Loads
no weights and imports no torch.
"""

from __future__ import annotations

from functools import cache

from tokenizers import Regex, Tokenizer, decoders, models, pre_tokenizers

from tower.models.errors import ModelError
from tower.models.pairs import pair_spec
from tower.models.text import Text, read_text
from tower.models.vocabulary import check_same_words

SMALLER, SAME_SIZE = "smaller", "same-size"
KINDS = (SMALLER, SAME_SIZE)
UNKNOWN = "�"


@cache
def shared_text(pair: str = "tower") -> Text:
    """The tokenizer of a pair's target, as shipped."""
    spec = pair_spec(pair)
    return read_text(spec.target, begin=spec.begin)


@cache
def characters_of(pair: str = "tower", kind: str = SMALLER) -> Text:
    """A character-level tokenizer over the letters of the pair's own vocabulary."""
    ours = shared_text(pair)
    pieces = (ours.decode([id]) for id in range(ours.size))
    letters = sorted({letter for piece in pieces for letter in piece} - {UNKNOWN})
    symbols = ["<|begin|>", "<|end|>", UNKNOWN, *letters]
    if kind == SAME_SIZE:
        symbols += [f"<unused {n}>" for n in range(ours.size - len(symbols))]
    vocabulary = {symbol: id for id, symbol in enumerate(symbols)}
    tokenizer = Tokenizer(models.WordLevel(vocab=vocabulary, unk_token=UNKNOWN))
    tokenizer.pre_tokenizer = pre_tokenizers.Split(Regex(r"[\s\S]"), "isolated")
    tokenizer.decoder = decoders.Fuse()
    return Text(tokenizer)


@cache
def refusal(pair: str = "tower", kind: str = SMALLER) -> ModelError | None:
    """What the engine says to a pair whose draft speaks this way; None where it would accept it."""
    try:
        check_same_words(shared_text(pair), characters_of(pair, kind))
    except ModelError as error:
        return error
    return None


def misread(sentence: str, pair: str = "tower", kind: str = SMALLER) -> str:
    """The sentence written with the draft's ids and read with the target's: what unchecked ids would mean."""
    ours, theirs = shared_text(pair), characters_of(pair, kind)
    return "".join(ours.text(id) for id in theirs.encode(sentence) if id < ours.size)
