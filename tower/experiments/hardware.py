"""What machine this is, as far as a figure must say it: processor, cores, cache, threads. No names, no addresses."""

from __future__ import annotations

import os
import platform
from pathlib import Path
from typing import Any

_CACHES = Path("/sys/devices/system/cpu/cpu0/cache")
_UNITS = {"K": 2**10, "M": 2**20, "G": 2**30}


def description() -> dict[str, Any]:
    """Imports torch, whose threads are the ones that count."""
    import torch

    return {
        "processor": processor(),
        "system": f"{platform.system()} {platform.machine()}",
        "cores": os.cpu_count() or 1,
        "threads": torch.get_num_threads(),
        "cache_bytes": cache_bytes(),
    }


def processor() -> str:
    """The processor's name, or its architecture where the system does not tell."""
    try:
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


def cache_bytes() -> int | None:
    """The largest cache of the first core; None where the system does not tell."""
    found = []
    for file in _CACHES.glob("index*/size"):
        try:
            text = file.read_text(encoding="utf-8").strip()
            found.append(int(text[:-1]) * _UNITS[text[-1]])
        except (OSError, ValueError, KeyError, IndexError):
            continue
    return max(found, default=None)
