"""What a chat model answers to many questions, with its streams taken along as it writes: no pass is made twice.

A folder of shards; those that are there already are not written again. Knows nothing of heads.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, islice
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from ..corpus import Documents, lay
from ..generate import write
from ..model import Llama
from .states import Batch, Cached

ROWS, LENGTH = 96, 160
POOL = 64
"""Batches of questions to put in order: those of a batch are equally long, and some are left over."""


@dataclass(frozen=True)
class Asker:
    """A chat model that answers. end: the word that closes an answer."""

    model: Llama
    end: int
    taps: Sequence[int]

    def answers(
        self, prompts: Tensor, temperature: int, seed: int
    ) -> tuple[list[list[int]], list[NDArray[np.float16]]]:
        """[B, n] prompts to texts, prompt included, and their streams [words, taps, d]; those of the last word, which
        the model did not read, are 0."""
        capacity = prompts.shape[1] + LENGTH
        d = self.model.shape.width
        seen = np.zeros((len(prompts), capacity, len(self.taps), d), np.float16)
        at = 0

        def watch(rows: Tensor, streams: Tensor) -> None:
            nonlocal at
            seen[rows.numpy(), at : at + streams.shape[1]] = streams.numpy()
            at += streams.shape[1]

        texts = write(self.model, prompts, temperature, capacity, seed, end=self.end, taps=self.taps, watch=watch)
        return texts, [seen[i, : len(text)] for i, text in enumerate(texts)]


def batches(prompts: Iterable[list[int]], rows: int = ROWS, pool: int = POOL) -> list[Tensor]:
    """At most `pool` batches [rows, n] of prompts of one length each, in an order without system."""
    chosen = sorted(islice(prompts, pool * rows), key=len)
    found = []
    for _, group in groupby(chosen, key=len):
        some = list(group)
        found += [torch.tensor(some[i : i + rows]) for i in range(0, len(some) - rows + 1, rows)]
    order = np.random.default_rng(len(found)).permutation(len(found))
    return [found[i] for i in order]


def write_shards(folder: Path, name: str, asker: Asker, prompts: Sequence[Tensor], seed: int) -> list[Path]:
    """Shard by shard, at temperature 0 and 1 by turns; returns where they are."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = [folder / f"{name}-{i:03}.npz" for i in range(len(prompts))]
    for i, (path, batch) in enumerate(zip(paths, prompts, strict=True)):
        if path.exists():
            continue
        texts, streams = asker.answers(batch, i % 2, seed + i)
        documents = lay(texts)
        partial = path.with_suffix(".partial.npz")
        np.savez(
            partial, ids=documents.ids, offsets=documents.offsets, asked=batch.shape[1], streams=np.concatenate(streams)
        )
        partial.replace(path)
        print(f"{path.name}: {len(texts)} answers, {len(documents.ids)} tokens", flush=True)
    return paths


def read_shard(path: Path, taps: tuple[int, ...]) -> Cached:
    with np.load(path) as data:
        return Cached(Documents(data["ids"], data["offsets"]), data["streams"], taps, int(data["asked"]) - 1)


def each(cached: Cached) -> Iterator[tuple[Batch, int]]:
    """Text by text as a batch of one row, and the place of its question's last word."""
    for i in range(len(cached.documents)):
        words = torch.from_numpy(cached.documents[i].astype(np.int64))[None]
        begin = int(cached.documents.offsets[i])
        seen = torch.from_numpy(cached.streams[begin : begin + words.shape[1]]).float()[None]
        streams = dict(zip(cached.taps, seen.unbind(2), strict=True))
        yield Batch(words, torch.arange(words.shape[1])[None], streams, cached.first), cached.first
