"""What can be said of a model without loading it: sizes from its configuration and from the headers of its weights."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from tower.models.errors import ModelError
from tower.models.fingerprint import fingerprint
from tower.models.llama_shape import read_config
from tower.models.weight_files import tensor_sizes, weight_files


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
        parameters=sum(sum(tensor_sizes(path).values()) for path in files),
        bytes=sum(path.stat().st_size for path in files),
        fingerprint=fingerprint(files),
    )
