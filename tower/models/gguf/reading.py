"""A GGUF file as named values and named tensors. The bytes are read by the `gguf` library; nothing in them can run.

Knows no architecture and no tokenizer.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tower.models.errors import ModelError, reason_of


@dataclass(frozen=True, slots=True)
class StoredTensor:
    """A tensor as it lies in the file. kind: its quantisation, for instance Q4_1."""

    name: str
    kind: str
    stored: Any

    def numbers(self) -> NDArray[np.float32]:
        """Dequantised, rows first. Raises ModelError `gguf-unsupported` for a kind that the library cannot undo."""
        from gguf import dequantize

        try:
            return np.ascontiguousarray(dequantize(self.stored.data, self.stored.tensor_type), dtype=np.float32)
        except Exception as error:  # the library names each of its kinds' troubles differently
            message = f"{self.name} ({self.kind}) cannot be read: {error}"
            raise ModelError("gguf-unsupported", message, reason=f"{self.name}: {self.kind}") from error


class GgufFile:
    """fields: the header's values by name. Raises ModelError `gguf-unreadable`."""

    def __init__(self, path: Path) -> None:
        from gguf import GGUFReader  # a fifth of a second that only those pay who need it

        try:
            self._reader = GGUFReader(str(path))
            self.fields: dict[str, Any] = {name: field.contents() for name, field in self._reader.fields.items()}
        except Exception as error:  # whatever a file that is no GGUF, or half of one, makes a parser stumble over
            message = f"{path} cannot be read as GGUF: {reason_of(error)}"
            raise ModelError("gguf-unreadable", message, file=path.name) from error

    @property
    def names(self) -> list[str]:
        """Of all tensors, in the file's order."""
        return [stored.name for stored in self._reader.tensors]

    def tensors(self) -> Iterator[StoredTensor]:
        """All tensors, in the file's order; their numbers are computed when asked for."""
        for stored in self._reader.tensors:
            yield StoredTensor(stored.name, stored.tensor_type.name, stored)

    def value(self, name: str) -> Any:
        """A value that must be there. Raises ModelError `gguf-unsupported`."""
        if name not in self.fields:
            raise ModelError("gguf-unsupported", f"the file does not say {name}", reason=name)
        return self.fields[name]
