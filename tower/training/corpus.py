"""The training text of four kinds as token arrays, and rows drawn from a mixture of them.

Documents are framed by the begin and end tokens. Held-out documents come from other generator seeds
and, for archaic text, are every fortieth document. Knows nothing of models.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

from . import archaic
from .prophecies import prophecies
from .tokenizer import BEGIN_ID, END_ID

KINDS = ("prophecy-zh", "prophecy-en", "verse", "novel")
SHARES = {"prophecy-zh": 0.24, "prophecy-en": 0.24, "verse": 0.22, "novel": 0.30}  # of tokens
LATE_SHARES = {"prophecy-zh": 0.33, "prophecy-en": 0.33, "verse": 0.15, "novel": 0.19}  # memory comes last
LANGUAGES = {"prophecy-zh": "zh-Hant", "prophecy-en": "en"}
TRAIN_SEED, HELD_OUT_SEED = 1, 2
PROPHECIES, HELD_OUT = 40_000, 400
EVERY = 40


def documents(kind: str, cache: Path, held_out: bool, count: int | None = None) -> list[str]:
    """Texts of one kind; ``count`` bounds the prophecies, which could go on for ever."""
    if kind in LANGUAGES:
        seed, size = (HELD_OUT_SEED, HELD_OUT) if held_out else (TRAIN_SEED, PROPHECIES)
        return list(prophecies(LANGUAGES[kind], count or size, seed))
    texts = archaic.verse(cache) if kind == "verse" else archaic.novels(cache)
    random.Random(0).shuffle(texts)
    return [text for i, text in enumerate(texts) if (i % EVERY == 0) == held_out][:count]


@dataclass(frozen=True)
class Documents:
    """Encoded documents laid end to end: document i is ``ids[offsets[i] : offsets[i + 1]]``."""

    ids: NDArray[np.uint16]
    offsets: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def __getitem__(self, index: int) -> NDArray[np.uint16]:
        return self.ids[self.offsets[index] : self.offsets[index + 1]]


def encode(tokenizer: Tokenizer, texts: list[str]) -> Documents:
    return frame([encoding.ids for encoding in tokenizer.encode_batch(texts, add_special_tokens=False)])


def frame(rows: list[list[int]]) -> Documents:
    """Put the begin and end tokens around each row."""
    return lay([[BEGIN_ID, *row, END_ID] for row in rows])


def lay(rows: list[list[int]]) -> Documents:
    """Rows end to end, as they are."""
    offsets = np.cumsum([0, *map(len, rows)], dtype=np.int64)
    return Documents(np.concatenate([np.array(row, np.uint16) for row in rows]), offsets)


def store(path: Path, documents: Documents) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    np.savez(path, ids=documents.ids, offsets=documents.offsets)


def read(path: Path) -> Documents:
    with np.load(path) as data:
        return Documents(data["ids"], data["offsets"])


def tokenized(cache: Path, held_out: bool = False) -> dict[str, Documents]:
    """All kinds as stored by the tokenizer step."""
    part = "held-out" if held_out else "train"
    return {kind: read(cache / "tokens" / f"{part}-{kind}.npz") for kind in KINDS}


class Mixture:
    """Rows of ids packed with whole documents (the last one cut), kinds mixed by their share of tokens.

    Documents are drawn independently. The row of a given number depends on nothing but the seed, so a
    resumed training sees what an unbroken one sees.
    """

    def __init__(self, sources: dict[str, Documents], shares: dict[str, float], seed: int) -> None:
        self.sources, self.seed = sources, seed
        self.kinds = [kind for kind in sources if shares.get(kind, 0) > 0]
        mean = {kind: len(sources[kind].ids) / len(sources[kind]) for kind in self.kinds}
        weights = np.array([shares[kind] / mean[kind] for kind in self.kinds])
        self.weights = weights / weights.sum()

    def row(self, number: int, length: int) -> NDArray[np.int64]:
        """[length] ids."""
        rng = np.random.default_rng((self.seed, number))
        parts: list[NDArray[np.uint16]] = []
        total = 0
        while total < length:
            source = self.sources[self.kinds[rng.choice(len(self.kinds), p=self.weights)]]
            parts.append(source[int(rng.integers(len(source)))])
            total += len(parts[-1])
        return np.concatenate(parts)[:length].astype(np.int64)

    def batch(self, step: int, rows: int, length: int) -> NDArray[np.int64]:
        """[rows, length] ids of one training step."""
        return np.stack([self.row(step * rows + i, length) for i in range(rows)])
