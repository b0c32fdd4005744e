"""Where models that were fetched or converted lie: the user's own cache. A folder gets there whole or not at all.

Knows no model.
"""

from __future__ import annotations

import errno
import os
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

from platformdirs import user_cache_path

from tower.models.errors import ModelError

_UNFINISHED = ".unfinished-"
_ABANDONED = 6 * 3600  # seconds after which nobody is still at work on it


def models_folder() -> Path:
    """The folder of all cached models; TOWER_CACHE decides otherwise. It may not exist yet."""
    chosen = os.environ.get("TOWER_CACHE")
    return (Path(chosen) if chosen else user_cache_path("oracle-tower", appauthor=False)) / "models"


@contextmanager
def made_whole(folder: Path) -> Iterator[Path]:
    """An empty folder to work in, beside `folder` on the same disk. It becomes `folder` when the block ends well, and
    is gone when it does not; a process that is killed leaves at most a hidden folder, which a later one clears away.

    Raises ModelError `disk-full`, `cache-unwritable`.
    """
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        _clear_abandoned(folder.parent)
        workshop = folder.parent / f"{_UNFINISHED}{folder.name}-{uuid4().hex[:8]}"
        workshop.mkdir()
    except OSError as error:
        raise _unwritable(folder.parent, error) from error
    try:
        yield workshop
        try:
            workshop.rename(folder)
        except OSError:
            if not folder.is_dir():  # else somebody was quicker, with the same content
                raise
    except OSError as error:
        raise _unwritable(folder.parent, error) from error
    finally:
        shutil.rmtree(workshop, ignore_errors=True)


def check_room(folder: Path, needed: int) -> None:
    """Raise ModelError `disk-full` where the disk under `folder` has less than `needed` bytes free."""
    there = next(place for place in (folder, *folder.parents) if place.is_dir())
    free = shutil.disk_usage(there).free
    if free < needed:
        raise _full(needed, free)


def is_full(error: BaseException) -> bool:
    """Whether it failed for want of room on a disk."""
    return isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT)


def full_disk(needed: int | None = None) -> ModelError:
    """`disk-full` after the fact. needed: bytes, where somebody knows."""
    wanted = "…" if needed is None else f"{needed / 1e9:.2f} GB"
    return ModelError("disk-full", "the disk is full", needed=wanted, free="0 GB")


def _full(needed: int, free: int) -> ModelError:
    wanted, left = f"{needed / 1e9:.2f} GB", f"{free / 1e9:.2f} GB"
    return ModelError("disk-full", f"{wanted} are needed on the disk, {left} are free", needed=wanted, free=left)


def _unwritable(folder: Path, error: OSError) -> ModelError:
    if is_full(error):
        return full_disk()
    reason = error.strerror or type(error).__name__
    return ModelError("cache-unwritable", f"{folder} cannot be written: {reason}", folder=str(folder), reason=reason)


def _clear_abandoned(folder: Path) -> None:
    for place in folder.glob(f"{_UNFINISHED}*"):
        try:
            old = time.time() - place.stat().st_mtime > _ABANDONED
        except OSError:  # just cleared by another process
            continue
        if old:
            shutil.rmtree(place, ignore_errors=True)
