"""From a server's answer to rows of logits. A row is known whole, or only in its likeliest words and a drafted one.

Of a row known in part the known words keep their probability, and the others share evenly what is left: none of them
then comes before a word that is known to be likely, and the row is a law. Knows no HTTP.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tower.models.errors import ModelError
from tower.models.served.client import no_answer

Known = dict[int, float]
"""Log-probabilities by word."""

_NAMED = "token_id:"


def prompt_rows(choice: Mapping[str, Any], first: int, size: int) -> list[Known]:
    """What is known of the words at places first, first + 1, ... of the prompt. size: words of the vocabulary."""
    places = choice.get("prompt_logprobs")
    if not isinstance(places, Sequence) or len(places) <= first:
        raise insufficient("it returns no log-probabilities of the prompt")
    try:
        return [
            {int(word): float(entry["logprob"]) for word, entry in place.items() if int(word) < size}
            for place in places[first:]
        ]
    except (TypeError, ValueError, KeyError, AttributeError) as error:
        raise no_answer("prompt_logprobs") from error


def last_row(choice: Mapping[str, Any], size: int) -> Known:
    """What is known of the word after the prompt."""
    try:
        named = choice["logprobs"]["top_logprobs"][0]
    except (TypeError, KeyError, IndexError) as error:
        raise insufficient("it returns no log-probabilities") from error
    try:
        words = {int(name.removeprefix(_NAMED)): float(chance) for name, chance in named.items()}
    except (TypeError, ValueError, AttributeError) as error:
        raise insufficient("it does not name words by their ids") from error
    return {word: chance for word, chance in words.items() if word < size}


def whole(known: Known, size: int) -> NDArray[np.float32]:
    """A row [V] of log-probabilities. Raises ModelError `served-insufficient` where words are missing."""
    if len(known) < size:
        raise insufficient(f"it returns {len(known)} of {size} words")
    row = np.empty(size, dtype=np.float32)
    row[list(known)] = list(known.values())
    return row


def in_part(known: Known, size: int, likeliest: int) -> NDArray[np.float32]:
    """A row [V] whose other words share evenly what the known ones leave. likeliest: how many of them are known."""
    if len(known) >= size:
        return whole(known, size)
    chances = np.exp(np.fromiter(known.values(), dtype=np.float64))
    share = max(1.0 - chances.sum(), 0.0) / (size - len(known))
    # no other word has more than the least likely of the likeliest; rounding may say otherwise
    share = min(share, float(-np.sort(-chances)[likeliest - 1]) * (1 - 1e-6))
    row = np.full(size, np.log(share) if share > 0 else -np.inf, dtype=np.float32)
    row[list(known)] = list(known.values())
    return row


def insufficient(reason: str) -> ModelError:
    """A server that cannot stand in for a target at hand."""
    return ModelError("served-insufficient", f"the server does not return enough: {reason}", reason=reason)
