"""The words that drafters score: those that the target writes most, named in a file. Knows no model.

A smaller draft vocabulary is no approximation of the target's: words outside have q = 0, are never drafted, and are
written by the target itself. FR-Spec (Zhao et al., arXiv 2502.14856).
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tower.models.errors import ModelError

NAME = "frequent_words.json"


def read_frequent(folder: Path, target: str, size: int) -> NDArray[np.intp] | None:
    """Ids in ascending order; None where there is no such file or it tells of other weights than `target`.

    size: words of the vocabulary. Raises ModelError `config-unreadable`.
    """
    path = folder / NAME
    if not path.is_file():
        return None
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
        words = np.unique(np.asarray(document["words"], dtype=np.intp))
        fits = len(words) > 0 and words[0] >= 0 and words[-1] < size
    except (OSError, ValueError, KeyError, TypeError, OverflowError) as error:
        raise ModelError("config-unreadable", f"{path} cannot be read: {error}", file=str(path)) from error
    if not fits:
        raise ModelError("config-unreadable", f"{path} names words outside the vocabulary", file=str(path))
    return words if document.get("target") == target else None
