"""Which words the oracle writes most, so that drafters need not score all: part of the step ``heads``.

A drafter's last step, the unembedding, reads more weights than all its others. Most words are rare, and a word that is
never drafted costs an acceptance only where the oracle would have written it. FR-Spec (Zhao et al., arXiv 2502.14856).
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tower.models.fingerprint import fingerprint
from tower.models.heads.frequent import NAME
from tower.models.weight_files import weight_files

from . import corpus
from .corpus import Documents

COUNT = 2560


def frequent(texts: Mapping[str, Documents], size: int) -> NDArray[np.int64]:
    """Ids, most frequent first, over texts by `kind-T0` and `kind-T1`: each text kind by its share of the corpus, both
    temperatures alike."""
    total = np.zeros(size)
    for name, documents in texts.items():
        counts = np.bincount(documents.ids, minlength=size)
        total += corpus.LATE_SHARES[name.rpartition("-")[0]] * counts / counts.sum()
    return np.argsort(-total, kind="stable")


def write(models: Path, texts: Mapping[str, Documents]) -> None:
    """The list beside the oracle in ``models``, bound to its weights. texts: what it wrote, see `frequent`."""
    folder = models / "oracle"
    size = json.loads((folder / "config.json").read_text(encoding="utf-8"))["vocab_size"]
    words = sorted(frequent(texts, size)[:COUNT].tolist())
    document = {"target": fingerprint(weight_files(folder)), "words": words}
    (folder / NAME).write_text(json.dumps(document, separators=(",", ":")) + "\n", encoding="utf-8")
