"""What each token of a vocabulary adds to a text, in bytes. Knows the three ways in which vocabularies spell bytes.

They are: byte fallback (`<0xE4>` stands for one byte), byte level (GPT-2: every byte has a printable character of its
own), and a mark for the space (`▁`). All are read off the tokenizer's own decoder.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from tokenizers import Tokenizer

_BYTE = re.compile(r"<0x([0-9A-Fa-f]{2})>")


def bytes_of_tokens(tokenizer: Tokenizer) -> list[bytes]:
    """Bytes by id; empty for special tokens, which are no part of a text."""
    special = {id for id, token in tokenizer.get_added_tokens_decoder().items() if token.special}
    added = set(tokenizer.get_added_tokens_decoder())
    steps = list(_steps(json.loads(tokenizer.decoder.__getstate__()))) if tokenizer.decoder else []
    kinds = {step["type"] for step in steps}
    marks = [(step["pattern"]["String"], step["content"]) for step in steps if step["type"] == "Replace"]
    marks += [(step["replacement"], " ") for step in steps if step["type"] == "Metaspace"]
    vocabulary = tokenizer.get_vocab(with_added_tokens=True)
    table = [b""] * (max(vocabulary.values(), default=-1) + 1)
    for token, id in vocabulary.items():
        if id in special:
            continue
        byte = _BYTE.fullmatch(token) if "ByteFallback" in kinds else None
        if byte:
            table[id] = bytes([int(byte[1], 16)])
        elif "ByteLevel" in kinds and id not in added:
            table[id] = bytes(_bytes_by_character()[character] for character in token)
        else:
            for mark, content in marks:
                token = token.replace(mark, content)
            table[id] = token.encode()
    return table


def _steps(decoder: dict[str, Any]) -> Iterator[dict[str, Any]]:
    if decoder.get("type") == "Sequence":
        for part in decoder["decoders"]:
            yield from _steps(part)
    else:
        yield decoder


@cache
def _bytes_by_character() -> dict[str, int]:
    # GPT-2's table: printable bytes stand for themselves, the others for the characters from 256 on
    plain = [*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
    table = {chr(byte): byte for byte in plain}
    others = [byte for byte in range(256) if byte not in plain]
    return table | {chr(256 + i): byte for i, byte in enumerate(others)}
