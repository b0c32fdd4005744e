"""From what was typed to a folder of a model: a local folder, a GGUF file (converted once), or a Hugging Face id.

Knows nothing of what a usable model is; `checks.py` does. Steps told: those of the download and of the conversion.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tower.models.cache import check_room, made_whole, models_folder
from tower.models.errors import ModelError
from tower.models.fingerprint import fingerprint
from tower.models.own import hub
from tower.models.pairs import PAIRS
from tower.models.progress import Tell

_ID = re.compile(r"[\w.-]+(/[\w.-]+)?")
_GROWTH = 12  # a file of 3 bits a number becomes one of 32


@dataclass(frozen=True, slots=True)
class Source:
    """A model's folder. name: what to call it; no path. kind: folder, gguf or hub."""

    folder: Path
    name: str
    kind: str


def find(typed: str, tell: Tell, fits: Callable[[int], None]) -> Source:
    """The model's folder, downloaded or converted if need be. fits: see `hub.snapshot`.

    A folder or file that exists comes before a Hugging Face id of the same spelling; the code of a named pair stands
    for its target. Raises ModelError `source-empty`, `source-missing`, `gguf-several`, and what conversion, cache and
    hub raise.
    """
    asked = typed.strip().strip("\"'")
    if not asked:
        raise ModelError("source-empty", "no model was named")
    if asked in PAIRS and not PAIRS[asked].missing:
        return Source(PAIRS[asked].target, asked, "folder")
    try:
        place = Path(asked).expanduser()
        is_file, is_folder = place.is_file() and place.suffix.lower() == ".gguf", place.is_dir()
    except (ValueError, RuntimeError, OSError):  # no name that a file could have
        raise _missing(asked) from None
    if is_file:
        return _converted(place, tell)
    if is_folder:
        return _folder(place.resolve(), tell)
    if _ID.fullmatch(asked) and not asked.startswith("."):
        return Source(hub.snapshot(asked, tell, fits), asked.rpartition("/")[2], "hub")
    raise _missing(asked)


def _missing(asked: str) -> ModelError:
    return ModelError("source-missing", f"there is no folder or GGUF file {asked}, and it is no id", source=asked)


def _folder(place: Path, tell: Tell) -> Source:
    files = sorted(place.glob("*.gguf"))
    if (place / "config.json").is_file() or not files:
        return Source(place, place.name, "folder")
    if len(files) > 1:
        raise ModelError(
            "gguf-several", f"{place} holds {len(files)} GGUF files: name one of them", folder=str(place), n=len(files)
        )
    return _converted(files[0], tell)


def _converted(file: Path, tell: Tell) -> Source:
    from tower.models.gguf.convert import convert

    tell("reading", 0.0)
    digest = fingerprint([file])
    place = models_folder() / f"gguf-{digest[:16]}"
    if not (place / "config.json").is_file():
        check_room(place.parent, file.stat().st_size * _GROWTH)
        with made_whole(place) as workshop:
            convert(file, workshop, about={"sha256": digest}, tell=tell)
    return Source(place, file.stem, "gguf")
