"""``python -m tower.training.frequent``: which words the oracle writes most, so that drafters need not score all.

A drafter's last step, the unembedding, reads more weights than all its others. Most words are rare, and a word that is
never drafted costs an acceptance only where the oracle would have written it. FR-Spec (Zhao et al., arXiv 2502.14856).
"""

from __future__ import annotations

import argparse
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


def main() -> None:
    """Count what the step `heads` had the oracle write."""
    options = argparse.ArgumentParser()
    options.add_argument("--cache", type=Path, required=True, help="of the training; holds heads-…")
    options.add_argument("--out", type=Path, default=Path("assets/models"))
    asked = options.parse_args()
    target = fingerprint(weight_files(asked.out / "oracle"))
    written = {
        path.stem.removeprefix("written-"): corpus.read(path)
        for path in sorted((asked.cache / f"heads-{target[:12]}").glob("written-*.npz"))
    }
    size = json.loads((asked.out / "oracle" / "config.json").read_text(encoding="utf-8"))["vocab_size"]
    words = sorted(frequent(written, size)[:COUNT].tolist())
    place = asked.out / "oracle" / NAME
    place.write_text(json.dumps({"target": target, "words": words}, separators=(",", ":")) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
