"""Which weights exactly: a digest of their files, so that figures and recorded traces can name what they belong to."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from pathlib import Path


def fingerprint(files: list[Path]) -> str:
    """SHA-256 over the weight files in order, as hex; of a single file it is what `sha256sum` prints."""
    return _digest(tuple((str(path), path.stat().st_mtime_ns, path.stat().st_size) for path in files))


@lru_cache(maxsize=64)
def _digest(files: tuple[tuple[str, int, int], ...]) -> str:
    digest = hashlib.sha256()
    for name, _, _ in files:
        with open(name, "rb") as file:
            while piece := file.read(1 << 20):
                digest.update(piece)
    return digest.hexdigest()
