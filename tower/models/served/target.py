"""A served model behind the decoder's `Target`. One object is one session; the server itself remembers nothing of it.

Each question carries the whole text. What stands for a cache here is the text so far; no words are computed in advance.
Knows no tokenizer.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tower.decoding.drafters.shared import shared
from tower.decoding.target import Scores
from tower.decoding.trace import Served
from tower.models.errors import ModelError
from tower.models.served.abilities import Abilities, choices, question
from tower.models.served.answers import in_part, last_row, prompt_rows, whole
from tower.models.served.client import Answer, Client
from tower.models.served.needs import EVERYTHING, Need
from tower.models.tree import is_chain

TOGETHER = 8
"""Prompts in one question for whole vocabularies: their rows are large."""


class ServedTarget:
    """vocab_size: words of the tokenizer; what the server scores beyond them is dropped. need: what the law in use has
    to know of a row."""

    def __init__(
        self, client: Client, abilities: Abilities, vocab_size: int, eos_ids: frozenset[int], need: Need = EVERYTHING
    ) -> None:
        self._client, self._abilities, self._need = client, abilities, need
        self._size, self._eos = vocab_size, eos_ids
        self._text: list[int] = []
        self._scored = 0
        self._computed: list[int] = []  # by the server, for this session's latest question

    @property
    def vocab_size(self) -> int:
        return self._size

    @property
    def context(self) -> int:
        return self._abilities.context - 1  # each question asks for a word more

    @property
    def eos_ids(self) -> frozenset[int]:
        return self._eos

    @property
    def length(self) -> int:
        return len(self._text)

    def reset(self) -> None:
        self._text, self._scored, self._computed = [], 0, []

    def rewind(self, length: int) -> None:
        if not 0 <= length <= len(self._text):
            raise ValueError(f"cannot rewind {len(self._text)} words to {length}")
        del self._text[length:]

    def prefill(self, ids: Sequence[int]) -> None:
        self._check(len(ids))
        self._text += ids

    def score(self, ids: Sequence[int], parents: Sequence[int] | None = None) -> Scores:
        """Raises ModelError `served-tree` where the ids are no chain, and what the client raises; then nothing has
        changed."""
        if parents is not None and not is_chain(parents):
            raise ModelError("served-tree", "a served target scores no trees")
        self._check(len(ids))
        start, text = len(self._text), [*self._text, *ids]
        if self._need.whole == "all":
            scores = self._rows([text[:end] for end in range(start + 1, len(text) + 1)])
        else:
            scores = self._places(text, start)
        self._scored, self._text = start, text
        return scores

    def keep(self, rows: Sequence[int]) -> None:
        if list(rows) != list(range(len(rows))) or self._scored + len(rows) > len(self._text):
            raise ValueError(f"rows {list(rows)} are no beginning of the last pass")
        self.rewind(self._scored + len(rows))

    def score_batch(self, prefixes: Sequence[Sequence[int]]) -> NDArray[np.float32]:
        if not prefixes:
            return np.zeros((0, self._size), dtype=np.float32)
        return self._rows([list(prefix) for prefix in prefixes]).logits

    def _places(self, text: list[int], start: int) -> Scores:
        """The rows after text[start], text[start + 1], ..., known in part; the last one whole if words are drawn."""
        n, likeliest, drawn = len(text) - start, self._need.likeliest, self._need.whole == "drawn"
        places = likeliest if n > 1 else None  # without slips nobody asks about the text itself
        asked = question(self._abilities.model, text, last=-1 if drawn else likeliest, places=places)
        answer = self._client.post("/v1/completions", asked)
        (choice,) = choices(answer.document, 1)
        known = prompt_rows(choice, start + 1, self._size) if n > 1 else []
        logits = [in_part(row, self._size, likeliest) for row in known]
        last = last_row(choice, self._size)
        logits.append(whole(last, self._size) if drawn else in_part(last, self._size, likeliest))
        fetch = {row: partial(self._rows, [text[: start + row + 1]]) for row in range(n - 1)} if drawn else {}
        return Scores(np.stack(logits), partial=fetch, served=self._served(answer, [text]))

    def _rows(self, prompts: list[list[int]]) -> Scores:
        """The row after each prompt, whole."""
        logits, served = [], Served(0, 0, 0)
        for first in range(0, len(prompts), TOGETHER):
            some = prompts[first : first + TOGETHER]
            answer = self._client.post("/v1/completions", question(self._abilities.model, some, last=-1))
            found = choices(answer.document, len(some))
            logits += [whole(last_row(choice, self._size), self._size) for choice in found]
            served += self._served(answer, some)
        return Scores(np.stack(logits), served=served)

    def _served(self, answer: Answer, prompts: list[list[int]]) -> Served:
        """What the answer took. vLLM begins with the first of several prompts and reads the others together."""
        longest = max(prompts, key=len)
        new = len(longest) - shared(self._computed, longest)
        if new:
            self._computed = longest
        again = sum(map(len, prompts)) - new - _remembered(answer.document)
        return Served(min(len(prompts), 2), max(again, 0), answer.received)

    def _check(self, rows: int) -> None:
        words, most = len(self._text) + rows, self.context
        if words > most:
            raise ModelError("context-full", f"{words} words do not fit into {most}", words=words, most=most)


def _remembered(document: Any) -> int:
    """Places that the server says it had in its cache; 0 where it says nothing."""
    try:
        return int(document["usage"]["prompt_tokens_details"]["cached_tokens"] or 0)
    except (TypeError, KeyError, ValueError):
        return 0
