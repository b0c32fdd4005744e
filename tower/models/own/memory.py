"""How much memory is free, and how much a model will take. Knows no model but by its numbers."""

from __future__ import annotations

import ctypes
import os
import sys
from pathlib import Path

from tower.models.errors import ModelError

BYTES = {"float32": 4, "bfloat16": 2, "float16": 2}
"""Of one number, by torch's name of its kind."""

_ROOM = 0.15  # for caches, activations and the program itself, as a share of the weights


def needed(parameters: list[int], stored: list[int], dtype: str) -> int:
    """Bytes for models of so many parameters while they are read: the file of one is in memory too for a moment."""
    return int(sum(parameters) * BYTES[dtype] * (1 + _ROOM)) + max(stored, default=0)


def check_memory(needs: int, device: str) -> None:
    """Raise ModelError `memory-short` where less is free. Where nobody knows what is free, nothing is refused."""
    free = free_bytes(device)
    if free is not None and needs > free:
        wanted, left = f"{needs / 1e9:.1f} GB", f"{free / 1e9:.1f} GB"
        raise ModelError("memory-short", f"about {wanted} are needed, {left} are free", needed=wanted, free=left)


def free_bytes(device: str = "cpu") -> int | None:
    """What a new model may take without making the machine swap; None where the system does not tell."""
    if device.startswith("cuda"):
        import torch

        return int(torch.cuda.mem_get_info(device)[0])
    found = [value for value in (_of_system(), _of_container()) if value is not None]
    return min(found, default=None)


def _of_system() -> int | None:
    if sys.platform == "win32":
        return _windows()
    try:
        for line in Path("/proc/meminfo").read_text(encoding="ascii").splitlines():
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) * 1024
    except (OSError, ValueError, IndexError):
        pass
    try:  # macOS tells no more than what is built in; half of it is a fair guess
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2
    except (ValueError, OSError, AttributeError):
        return None


def _of_container() -> int | None:
    """What a container's limit leaves."""
    group = Path("/sys/fs/cgroup")
    try:
        limit = (group / "memory.max").read_text(encoding="ascii").strip()
        used = int((group / "memory.current").read_text(encoding="ascii"))
        return None if limit == "max" else max(0, int(limit) - used)
    except (OSError, ValueError):
        return None


def _windows() -> int | None:
    class Status(ctypes.Structure):
        _fields_ = [
            *((name, ctypes.c_ulong) for name in ("length", "load")),
            *((name, ctypes.c_ulonglong) for name in ("total", "free", "paged", "page", "space", "spare", "more")),
        ]

    status = Status(length=ctypes.sizeof(Status))
    library = getattr(ctypes, "windll", None)
    if library is None or not library.kernel32.GlobalMemoryStatusEx(ctypes.byref(status)):
        return None
    return int(status.free)
