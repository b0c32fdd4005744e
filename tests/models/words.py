"""Small vocabularies of other kinds than ours, and changed copies of ours."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from tokenizers import Tokenizer, decoders, models, pre_tokenizers

from tower.models.text import Text

LETTERS = "abcdehilnorstu"


@cache
def byte_level() -> Text:
    """GPT-2's way: each byte is a printable character, merges on top."""
    alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
    words = {symbol: id for id, symbol in enumerate([*alphabet, "Ġt", "he", "Ġthe"])}
    merges = [("Ġ", "t"), ("h", "e"), ("Ġt", "he")]
    tokenizer = Tokenizer(models.BPE(vocab=words, merges=merges))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    return Text(tokenizer)


@cache
def marked_spaces() -> Text:
    """Sentencepiece's way: a mark for the space, byte fallback for the rest."""
    symbols = ["<unk>", *(f"<0x{byte:02X}>" for byte in range(256)), "▁", *LETTERS, "▁t", "he", "▁the"]
    words = {symbol: id for id, symbol in enumerate(symbols)}
    tokenizer = Tokenizer(
        models.BPE(vocab=words, merges=[("▁", "t"), ("h", "e"), ("▁t", "he")], byte_fallback=True, unk_token="<unk>")
    )
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace(replacement="▁", prepend_scheme="never", split=False)
    tokenizer.decoder = decoders.Sequence([decoders.Replace("▁", " "), decoders.ByteFallback(), decoders.Fuse()])
    return Text(tokenizer)


def changed(source: Path, target: Path, *, rename: bool, add: list[str]) -> Path:
    """A copy of a tokenizer.json with words added, or with a symbol that no merge mentions renamed to U+E000."""
    document = json.loads((source / "tokenizer.json").read_text(encoding="utf-8"))
    words = document["model"]["vocab"]
    if rename:
        merged = {part for merge in document["model"]["merges"] for part in merge}
        loose = next(word for word in words if len(word) == 1 and word not in merged)
        words["\ue000"] = words.pop(loose)
    for word in add:
        words[word] = len(words)
    target.mkdir(parents=True, exist_ok=True)
    (target / "tokenizer.json").write_text(json.dumps(document, ensure_ascii=False), encoding="utf-8")
    return target
