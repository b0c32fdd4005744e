from __future__ import annotations

from hypothesis import settings

# a busy machine is no failure; the same examples every time
settings.register_profile("tower", deadline=None, derandomize=True)
settings.load_profile("tower")
