"""What a server has loaded once is never garbage: keep the collector from looking through it again.

Whatever was imported since the last time is taken out of its sight, so that collecting costs what visitors hold and
not what the process holds. Knows no page.
"""

from __future__ import annotations

import gc
import sys
from threading import Lock

_lock = Lock()
_modules = 0


def settle() -> None:
    """To be called when a page is out; does something only when modules have come since."""
    global _modules
    with _lock:
        if len(sys.modules) != _modules:
            _modules = len(sys.modules)
            gc.collect()
            gc.freeze()
