"""Which files hold a model's weights. Only safetensors: they hold numbers and nothing that could run."""

from __future__ import annotations

import json
from pathlib import Path

from tower.models.errors import ModelError


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
