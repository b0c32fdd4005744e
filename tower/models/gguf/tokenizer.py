"""The tokenizer of a GGUF file, rebuilt for the `tokenizers` library: byte-level BPE from vocabulary and merges.

What a GGUF file keeps of a tokenizer's first step, the cutting of text before the merges, is a name; the cuts behind
the names are those of the models' own tokenizer files. Knows no weights.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tokenizers import AddedToken, Regex, Tokenizer, decoders, models, normalizers, pre_tokenizers

from tower.models.errors import ModelError
from tower.models.gguf.reading import GgufFile

_CONTROL, _OWN, _UNUSED = 3, 4, 5  # kinds of tokens in the header; others are ordinary
_CONTRACTIONS = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)"
_REST = r"| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"


def _byte_level(*first: pre_tokenizers.PreTokenizer, regex: bool) -> pre_tokenizers.PreTokenizer:
    steps = [*first, pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=regex)]
    return pre_tokenizers.Sequence(steps)


def _split(digits: str) -> pre_tokenizers.PreTokenizer:
    pattern = _CONTRACTIONS + r"|[^\r\n\p{L}\p{N}]?\p{L}+|" + digits + _REST
    return pre_tokenizers.Split(Regex(pattern), behavior="isolated")


_CUTS: Mapping[str, Callable[[], pre_tokenizers.PreTokenizer]] = {
    "gpt-2": lambda: _byte_level(regex=True),
    "smollm": lambda: _byte_level(pre_tokenizers.Digits(individual_digits=True), regex=True),
    "qwen2": lambda: _byte_level(_split(r"\p{N}"), regex=False),
    "llama-bpe": lambda: _byte_level(_split(r"\p{N}{1,3}"), regex=False),
}


def tokenizer_of(file: GgufFile) -> Tokenizer:
    """Raises ModelError `gguf-unsupported` for tokenizers of another kind."""
    kind, cut = file.value("tokenizer.ggml.model"), file.fields.get("tokenizer.ggml.pre", "gpt-2")
    if kind != "gpt2" or cut not in _CUTS:
        raise ModelError("gguf-unsupported", f"tokenizer {kind} / {cut}", reason=f"{kind} / {cut}")
    words: list[str] = file.value("tokenizer.ggml.tokens")
    kinds: list[int] = file.fields.get("tokenizer.ggml.token_type", [1] * len(words))
    merges = [merge.partition(" ") for merge in file.value("tokenizer.ggml.merges")]
    tokenizer = Tokenizer(
        models.BPE(
            # rows that only fill a matrix up to a round size are no words
            vocab={word: id for id, (word, kind) in enumerate(zip(words, kinds, strict=True)) if kind != _UNUSED},
            merges=[(left, right) for left, _, right in merges],
            ignore_merges=cut == "llama-bpe",
        )
    )
    if cut == "qwen2":
        tokenizer.normalizer = normalizers.NFC()
    tokenizer.pre_tokenizer = _CUTS[cut]()
    tokenizer.decoder = decoders.ByteLevel()
    added = [
        AddedToken(word, special=kind != _OWN, normalized=False)
        for word, kind in zip(words, kinds, strict=True)
        if kind in (_CONTROL, _OWN)
    ]
    tokenizer.add_tokens(added)
    return tokenizer
