"""How many numbers lie in a weight file and how many bytes it takes, read from the header of the safetensors file
itself. Knows no tensor library: a header is JSON behind its length (8 bytes, little-endian)."""

from __future__ import annotations

import json
from dataclasses import dataclass
from math import prod
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Sizes:
    """parameters: by name of the tensor; bytes: of all files."""

    parameters: dict[str, int]
    bytes: int

    @property
    def all(self) -> int:
        return sum(self.parameters.values())

    def of(self, *parts: str) -> int:
        """Parameters of tensors whose name contains one of these."""
        return sum(n for name, n in self.parameters.items() if any(part in name for part in parts))


def sizes(folder: Path) -> Sizes:
    """Of all safetensors files of a folder. Raises FileNotFoundError where there is none."""
    files = sorted(folder.glob("*.safetensors"))
    if not files:
        raise FileNotFoundError(folder)
    found: dict[str, int] = {}
    for file in files:
        with file.open("rb") as content:
            header = json.loads(content.read(int.from_bytes(content.read(8), "little")))
        found |= {name: prod(entry["shape"]) for name, entry in header.items() if name != "__metadata__"}
    return Sizes(found, sum(file.stat().st_size for file in files))
