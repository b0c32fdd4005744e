"""Logits after many prefixes, sharing what they share: the common beginning once, the rest as branches of one pass.

Knows the model only by its `CachedModel` face.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from tower.decoding.target import CachedModel


def batch_of_prefixes(model: CachedModel, prefixes: Sequence[Sequence[int]], rows: int) -> NDArray[np.float32]:
    """[B, V] in the order of `prefixes`, none of them empty. model: an unused one, at most `rows` rows a pass."""
    if not prefixes:
        return np.zeros((0, model.vocab_size), dtype=np.float32)
    paths = [tuple(prefix) for prefix in prefixes]
    shared = min(len(path) for path in paths) - 1  # each keeps a word of its own
    shared = next((i for i in range(shared) if len({path[i] for path in paths}) > 1), shared)
    result = np.empty((len(paths), model.vocab_size), dtype=np.float32)
    waiting: list[int] = []
    held = 0
    model.prefill(paths[0][:shared])
    for i, path in enumerate(paths):
        own = len(path) - shared
        if own > rows:
            model.prefill(path[shared:-1])
            result[i] = model.score(path[-1:]).logits[0]
            model.rewind(shared)
            continue
        if held + own > rows:
            _branches(model, paths, waiting, shared, result)
            waiting, held = [], 0
        waiting.append(i)
        held += own
    if waiting:
        _branches(model, paths, waiting, shared, result)
    return result


def _branches(
    model: CachedModel, paths: Sequence[tuple[int, ...]], which: Sequence[int], shared: int, result: NDArray[np.float32]
) -> None:
    ids: list[int] = []
    parents: list[int] = []
    ends: list[int] = []
    for i in which:
        for depth, word in enumerate(paths[i][shared:]):
            parents.append(len(ids) - 1 if depth else -1)
            ids.append(word)
        ends.append(len(ids) - 1)
    result[list(which)] = model.score(ids, parents).logits[ends]
    model.rewind(shared)
