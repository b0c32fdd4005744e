"""Read character vectors out of an R package's lazy-load data (``Rdata.rdx`` + ``Rdata.rdb``).

Just enough of R's serialization format (R Internals, section 1.8: XDR, versions 2 and 3) to get at
text, so that R itself is not needed. Knows nothing of what the text is.
"""

from __future__ import annotations

import gzip
import struct
import zlib
from pathlib import Path
from typing import Any

NULL, NIL, SYMBOL, PAIRLIST, CHAR, LOGICAL, INTEGER, REAL, STRING, LIST = 254, 0, 1, 2, 9, 10, 13, 14, 16, 19
REFERENCE, ATTRIBUTE_PAIRLIST = 255, 239


class _Reader:
    def __init__(self, data: bytes) -> None:
        if data[:2] != b"X\n":
            raise ValueError("not an XDR serialization of R")
        self.data, self.at, self.references = data, 2, []  # type: bytes, int, list[Any]
        version, _, _ = self.integer(), self.integer(), self.integer()
        if version == 3:
            size = self.integer()  # of the native encoding's name
            self.at += size

    def integer(self) -> int:
        (value,) = struct.unpack_from(">i", self.data, self.at)
        self.at += 4
        return int(value)

    def item(self) -> Any:
        flags = self.integer()
        kind, has_attributes = flags & 255, flags & 512
        if kind in (NULL, NIL):
            return None
        if kind == REFERENCE:
            return self.references[(flags >> 8 or self.integer()) - 1]
        if kind == SYMBOL:
            self.references.append(self.item())
            return self.references[-1]
        if kind == CHAR:
            size = self.integer()
            if size < 0:
                return None
            self.at += size
            raw = self.data[self.at - size : self.at]
            return raw.decode("latin-1" if flags >> 12 & 4 else "utf-8")
        if kind in (PAIRLIST, ATTRIBUTE_PAIRLIST):
            return self.pairlist(flags)
        if kind in (LOGICAL, INTEGER, REAL):
            size, width = self.integer(), 8 if kind == REAL else 4
            value: Any = list(struct.unpack_from(f">{size}{'d' if kind == REAL else 'i'}", self.data, self.at))
            self.at += size * width
        elif kind in (STRING, LIST):
            value = [self.item() for _ in range(self.integer())]
        else:
            raise ValueError(f"R object type {kind} is not read here")
        if has_attributes:
            attributes = self.item() or {}
            if kind == LIST and "names" in attributes:
                value = dict(zip(attributes["names"], value, strict=True))
        return value

    def pairlist(self, flags: int) -> dict[str, Any]:
        values: dict[str, Any] = {}
        while flags & 255 in (PAIRLIST, ATTRIBUTE_PAIRLIST):
            if flags & 512:
                self.item()
            tag = self.item() if flags & 1024 else len(values)
            values[str(tag)] = self.item()
            flags = self.integer()
        return values


def load(folder: Path) -> dict[str, Any]:
    """All variables of the lazy-load data in ``folder``: name to list or dict. Raises ValueError on other formats."""
    index = _Reader(gzip_or_zlib((folder / "Rdata.rdx").read_bytes())).item()
    database = (folder / "Rdata.rdb").read_bytes()
    variables = {}
    for name, (offset, size) in index["variables"].items():
        block = database[offset : offset + size]
        # the first four bytes give the uncompressed length
        variables[name] = _Reader(zlib.decompress(block[4:])).item()
    return variables


def gzip_or_zlib(data: bytes) -> bytes:
    return gzip.decompress(data) if data[:2] == b"\x1f\x8b" else zlib.decompress(data)
