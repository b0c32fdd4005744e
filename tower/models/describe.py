"""What can be said of a model without loading it: sizes from its configuration and from the headers of its weights."""

from __future__ import annotations

import json
import struct
from dataclasses import asdict, dataclass
from math import prod
from pathlib import Path
from typing import Any

from tower.models.errors import ModelError
from tower.models.fingerprint import fingerprint
from tower.models.llama_shape import read_config
from tower.models.weight_files import weight_files

_HEADER_LIMIT = 100_000_000  # safetensors' own


@dataclass(frozen=True, slots=True)
class ModelFacts:
    """parameters: stored numbers, tied ones once. bytes: of the weight files. words: logits of a row."""

    name: str
    kind: str
    layers: int
    width: int
    words: int
    context: int
    parameters: int
    bytes: int
    fingerprint: str

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)


def facts_of(folder: Path) -> ModelFacts | str:
    """Facts, or one line that says why there are none."""
    try:
        return read_facts(folder)
    except ModelError as error:
        return str(error)


def read_facts(folder: Path) -> ModelFacts:
    """Facts of a complete folder. Raises ModelError `weights-...`, `config-unreadable`."""
    config = read_config(folder)
    files = weight_files(folder)
    text = config.get("text_config")
    sizes = {**config, **text} if isinstance(text, dict) else config

    def size(*names: str) -> int:
        found = next((sizes[name] for name in names if isinstance(sizes.get(name), int)), 0)
        return int(found)

    return ModelFacts(
        name=folder.name,
        kind=str(config.get("model_type", "?")),
        layers=size("num_hidden_layers", "n_layer"),
        width=size("hidden_size", "n_embd"),
        words=size("vocab_size"),
        context=size("max_position_embeddings", "n_positions", "n_ctx"),
        parameters=sum(_parameters(path) for path in files),
        bytes=sum(path.stat().st_size for path in files),
        fingerprint=fingerprint(files),
    )


def _parameters(path: Path) -> int:
    # a safetensors file begins with the length of a JSON header that names every tensor's shape
    try:
        with path.open("rb") as file:
            (length,) = struct.unpack("<Q", file.read(8))
            header = json.loads(file.read(min(length, _HEADER_LIMIT)))
        return sum(prod(entry["shape"]) for name, entry in header.items() if name != "__metadata__")
    except (struct.error, ValueError, KeyError, TypeError, AttributeError) as error:
        raise ModelError("weights-format", f"{path} is no safetensors file", file=str(path)) from error
