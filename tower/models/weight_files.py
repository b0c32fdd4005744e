"""Which files hold a model's weights. Only safetensors: they hold numbers and nothing that could run.

How many numbers lie in a file is read from its header alone: JSON behind its own length (8 bytes, little-endian).
"""

from __future__ import annotations

import json
from math import prod
from pathlib import Path

from tower.models.errors import ModelError

_HEADER_LIMIT = 100_000_000  # safetensors' own


def weight_files(folder: Path) -> list[Path]:
    """The safetensors files of a model in order. Raises ModelError `weights-missing`, `weights-format`."""
    index = folder / "model.safetensors.index.json"
    if index.is_file():
        try:
            names = sorted(set(json.loads(index.read_text(encoding="utf-8"))["weight_map"].values()))
        except (ValueError, KeyError, AttributeError, TypeError) as error:
            raise ModelError("weights-format", f"{index} is no index of weights", file=str(index)) from error
        # an index could point anywhere: only names inside the folder count
        files = [folder / Path(str(name)).name for name in names]
    else:
        files = [folder / "model.safetensors"]
    for path in files:
        if not path.is_file():
            name = path.name
            raise ModelError("weights-missing", f"there is no {name} in {folder}", folder=str(folder), file=name)
    return files


def tensor_sizes(path: Path) -> dict[str, int]:
    """How many numbers each tensor of a safetensors file holds, by name. Raises ModelError `weights-format`."""
    try:
        with path.open("rb") as file:
            length = int.from_bytes(file.read(8), "little")
            header = json.loads(file.read(min(length, _HEADER_LIMIT)))
        return {name: prod(entry["shape"]) for name, entry in header.items() if name != "__metadata__"}
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise ModelError("weights-format", f"{path} is no safetensors file", file=str(path)) from error
