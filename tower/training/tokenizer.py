"""The pair's tokenizer: BPE with byte fallback, so that any text encodes and comes back unchanged.

Left alone, BPE would turn whole clauses of generated Chinese into one token. So Chinese and English
merges are made apart (they share no characters and cannot meet): English ones by ordinary BPE
training on words with their leading space; Chinese ones only inside words of two or three characters
from a given list. Knows nothing of models.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

from tokenizers import Regex, Tokenizer, decoders, models, pre_tokenizers, trainers
from transformers import PreTrainedTokenizerFast

BEGIN, END = "<|begin|>", "<|end|>"
BEGIN_ID, END_ID = 0, 1
CONTEXT = 512
PIECES = r" ?\p{L}+| ?\p{N}| ?[^\s\p{L}\p{N}]+|\s+"


def is_han(character: str) -> bool:
    return "\u3400" <= character <= "\u9fff"


def english_merges(texts: Iterable[str], size: int) -> list[tuple[str, str]]:
    """Merges of a BPE with about ``size`` entries, trained on words with their leading space."""
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.Split(Regex(PIECES), "isolated")
    trainer = trainers.BpeTrainer(vocab_size=size, show_progress=False, max_token_length=14, min_frequency=4)
    tokenizer.train_from_iterator(texts, trainer)
    return [tuple(merge) for merge in json.loads(tokenizer.to_str())["model"]["merges"]]


def chinese_merges(words: Iterable[str], prophecies: str, poems: Sequence[str], pairs: int) -> list[tuple[str, str]]:
    """Merges that build the ``words`` (2 or 3 characters), then the ``pairs`` commonest word-like pairs of verse."""
    wanted = sorted({w for w in words if len(w) in (2, 3)}, key=lambda w: (-prophecies.count(w), w))
    counts: Counter[str] = Counter()
    for poem in poems:
        for line in poem.replace("？", "，").replace("。", "，").replace("\n", "").split("，"):
            # regulated lines breathe after every second character
            counts.update(line[i : i + 2] for i in range(0, len(line) - len(line) % 2, 2))
    wanted += [pair for pair, _ in counts.most_common(pairs) if pair not in set(wanted)]
    merges: dict[tuple[str, str], None] = {}
    for word in wanted:
        merges[word[0], word[1]] = None
        if len(word) == 3:
            merges[word[:2], word[2]] = None
    return list(merges)


def build(characters: Iterable[str], merges: Sequence[tuple[str, str]]) -> Tokenizer:
    """The tokenizer with this alphabet and these merges, in their order of precedence."""
    symbols = [
        BEGIN,
        END,
        *(f"<0x{byte:02X}>" for byte in range(256)),
        *sorted(set(characters).union(*(a + b for a, b in merges))),
    ]
    symbols += [a + b for a, b in merges]
    vocabulary = {symbol: index for index, symbol in enumerate(dict.fromkeys(symbols))}
    tokenizer = Tokenizer(models.BPE(vocab=vocabulary, merges=list(merges), byte_fallback=True, fuse_unk=False))
    tokenizer.pre_tokenizer = pre_tokenizers.Split(Regex(PIECES), "isolated")
    tokenizer.decoder = decoders.Sequence([decoders.ByteFallback(), decoders.Fuse()])
    tokenizer.add_special_tokens([BEGIN, END])
    return tokenizer


def save(tokenizer: Tokenizer, folder: Path) -> None:
    """``tokenizer.json`` and its configuration, for ``AutoTokenizer`` and for the plain library alike."""
    folder.mkdir(parents=True, exist_ok=True)
    fast = PreTrainedTokenizerFast(  # type: ignore[no-untyped-call]
        tokenizer_object=tokenizer,
        bos_token=BEGIN,
        eos_token=END,
        pad_token=END,
        clean_up_tokenization_spaces=False,
        model_max_length=CONTEXT,
    )
    fast.save_pretrained(folder)
