"""What the oracle itself wrote, with its streams cached once, and training rows drawn from both.

A folder belongs to one oracle: its fingerprint is in the name, so that streams of other weights are never read.
Knows nothing of heads but which taps they read.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from .. import corpus, distil
from ..corpus import Documents
from ..model import Llama

TAPS = (1, 2, 3, 5)
"""After which blocks the stream is kept; the last one is the whole oracle's."""
TEXTS = {"prophecy-zh": (1024, 2048), "prophecy-en": (1024, 2048), "verse": (256, 700), "novel": (256, 700)}
"""How many texts of a kind were written at temperature 0 and at 1."""
GREEDY = {"prophecy-zh": 0.4, "prophecy-en": 0.4, "verse": 0.2, "novel": 0.2}
"""Share of a kind's tokens that were written at temperature 0: archaic text falls into loops there."""
ROWS = 32  # documents of one pass through the oracle


@dataclass(frozen=True)
class Batch:
    """Rows packed with whole documents, the last one cut.

    words [B, T]: ids. places [B, T]: position in the document. streams: tap to [B, T, d] before any norm.
    first: from which place of its document on a round may begin, [B, T] where documents differ.
    """

    words: Tensor
    places: Tensor
    streams: Mapping[int, Tensor]
    first: Tensor | int = 1

    def beginnings(self) -> Tensor:
        """[B, T]: where in the row the document of each word begins; equal within a document only."""
        return torch.arange(self.words.shape[1]) - self.places


def written(folder: Path, oracle: Llama, openings: Mapping[str, Documents], seed: int) -> dict[str, Documents]:
    """The oracle's texts by `kind-T0` and `kind-T1`, written where they are not there yet."""
    texts = {}
    for kind, counts in TEXTS.items():
        for temperature, count in enumerate(counts):
            name = f"{kind}-T{temperature}"
            path = folder / f"written-{name}.npz"
            if not path.exists():
                text = distil.written_by(oracle, openings[kind], count, temperature, 3 + temperature, seed)
                corpus.store(path, text)
            texts[name] = corpus.read(path)
            print(f"written {name}: {len(texts[name].ids)} tokens", flush=True)
    return texts


def shares() -> dict[str, float]:
    """Of the tokens, by `kind-T0` and `kind-T1`."""
    parts: dict[str, float] = {}
    for kind, share in corpus.LATE_SHARES.items():
        parts |= {f"{kind}-T0": share * GREEDY[kind], f"{kind}-T1": share * (1 - GREEDY[kind])}
    return parts


@torch.inference_mode()
def streams(oracle: Llama, documents: Documents) -> NDArray[np.float16]:
    """[tokens, TAPS, d]: each document read alone, from its first word on."""
    found = np.zeros((len(documents.ids), len(TAPS), oracle.shape.width), np.float16)
    lengths = np.diff(documents.offsets)
    order = np.argsort(lengths)
    for start in range(0, len(order), ROWS):
        chosen = order[start : start + ROWS]
        rows = torch.zeros(len(chosen), int(lengths[chosen].max()), dtype=torch.int64)
        for row, i in zip(rows, chosen, strict=True):
            row[: lengths[i]] = torch.from_numpy(documents[i].astype(np.int64))
        seen = oracle.streams(rows)
        taps = torch.stack([seen[tap] for tap in TAPS], 2).numpy()
        for row, i in zip(taps, chosen, strict=True):
            found[documents.offsets[i] : documents.offsets[i + 1]] = row[: lengths[i]]
    return found


@dataclass(frozen=True)
class Cached:
    """Documents and the oracle's streams over them, [tokens, taps, d]. first: as in Batch, of all of them."""

    documents: Documents
    streams: NDArray[np.float16]
    taps: tuple[int, ...] = TAPS
    first: int = 1


def cached(folder: Path, oracle: Llama, name: str, documents: Documents) -> Cached:
    """Streams read from the folder, after they have been computed once."""
    path = folder / f"streams-{name}.npy"
    if not path.exists():
        partial = path.with_suffix(".partial.npy")
        np.save(partial, streams(oracle, documents))
        partial.replace(path)
    return Cached(documents, np.load(path, mmap_mode="r"))


def whole(document: NDArray[np.uint16], oracle: Llama) -> Batch:
    """One text as a batch of one row, with streams in full precision."""
    words = torch.from_numpy(document.astype(np.int64))[None]
    seen = oracle.streams(words)
    return Batch(words, torch.arange(words.shape[1])[None], {tap: seen[tap] for tap in TAPS})


Row = NDArray[np.int64]


class Rows:
    """Rows drawn by shares of tokens; a row depends on seed and number alone, so a resumed training sees the same."""

    def __init__(self, sources: Mapping[str, Cached], shares: Mapping[str, float], seed: int) -> None:
        self.sources, self.seed = list(sources.values()), seed
        self.taps = self.sources[0].taps
        mean = [len(source.documents.ids) / len(source.documents) for source in self.sources]
        weights = np.array([shares[name] / size for name, size in zip(sources, mean, strict=True)])
        self.weights = weights / weights.sum()

    def batch(self, step: int, rows: int, length: int) -> Batch:
        """[rows, length] of one training step."""
        drawn = [self._row(step * rows + i, length) for i in range(rows)]
        words, places, first, seen = (np.stack(part) for part in zip(*drawn, strict=True))
        taps = dict(zip(self.taps, torch.from_numpy(seen).float().unbind(2), strict=True))
        return Batch(torch.from_numpy(words), torch.from_numpy(places), taps, torch.from_numpy(first))

    def _row(self, number: int, length: int) -> tuple[Row, Row, Row, NDArray[np.float16]]:
        rng = np.random.default_rng((self.seed, number))
        words, places, firsts, seen = [], [], [], []
        total = 0
        while total < length:
            source = self.sources[rng.choice(len(self.sources), p=self.weights)]
            documents = source.documents
            i = int(rng.integers(len(documents)))
            first = int(documents.offsets[i])
            size = min(int(documents.offsets[i + 1]) - first, length - total)
            words.append(documents.ids[first : first + size].astype(np.int64))
            places.append(np.arange(size))
            firsts.append(np.full(size, source.first))
            seen.append(source.streams[first : first + size])
            total += size
        return np.concatenate(words), np.concatenate(places), np.concatenate(firsts), np.concatenate(seen)
