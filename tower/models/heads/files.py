"""Reading a head's folder: config.json and model.safetensors, checked against the target that it was trained for.

Knows the sizes that tensors must have, not what is done with them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from tower.models.errors import ModelError
from tower.models.fingerprint import fingerprint
from tower.models.llama_shape import read_config
from tower.models.llama_weights import read_tensors
from tower.models.weight_files import weight_files


@dataclass(frozen=True, slots=True)
class HeadFile:
    """A head as it lies there. config: its config.json; fingerprint: of its weights."""

    kind: str
    config: Mapping[str, Any]
    tensors: Mapping[str, Tensor]
    fingerprint: str

    def part(self, name: str, *size: int) -> Tensor:
        """A tensor in fp32. Raises ModelError `weights-shape` where it is missing or of another size; 0 is any."""
        tensor = self.tensors.get(name)
        if (
            tensor is None
            or tensor.ndim != len(size)
            or any(want not in (0, have) for want, have in zip(size, tensor.shape, strict=True))
        ):
            found = "missing" if tensor is None else str(tuple(tensor.shape))
            message = f"{name} of the {self.kind} head should be {size}, it is {found}"
            raise ModelError("weights-shape", message, name=name, found=found)
        return tensor.to(torch.float32).contiguous()

    def number(self, name: str, most: int) -> int:
        """A whole number of its configuration. Raises ModelError `config-unreadable`."""
        value = self.config.get(name)
        if not isinstance(value, int) or not 1 <= value <= most:
            raise ModelError(
                "config-unreadable",
                f"config.json of the {self.kind} head: {name} should be 1 to {most}, it is {value!r}",
                file="config.json",
            )
        return value


def read_head(folder: Path, kind: str, target: str) -> HeadFile:
    """The head in a folder. target: fingerprint of the target's weights in hand.

    Raises ModelError: `head-missing` (kind), `head-target` (kind) where it was trained for other weights,
    `config-unreadable`, `weights-missing`, `weights-format`.
    """
    if not (folder / "config.json").is_file():
        raise ModelError("head-missing", f"there is no trained {kind} head in {folder}", head=kind, folder=str(folder))
    config = read_config(folder)
    if config.get("kind") != kind:
        found = config.get("kind")
        message = f"{folder} should hold a head of kind {kind}, it holds {found!r}"
        raise ModelError("config-unreadable", message, file=str(folder / "config.json"))
    if config.get("target") != target:
        message = f"the {kind} head in {folder} was trained for other weights than the target's ({target[:16]})"
        raise ModelError("head-target", message, head=kind)
    return HeadFile(kind, config, read_tensors(folder), fingerprint(weight_files(folder)))
