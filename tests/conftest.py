"""For all tests: examples that do not depend on the day, no deadline on a busy machine, torch on one thread."""

from __future__ import annotations

import os

# two threads that wait for each other are slower than one where other tests use the same cores
os.environ.setdefault("OMP_NUM_THREADS", "1")

from hypothesis import settings

settings.register_profile("tower", deadline=None, derandomize=True)
settings.load_profile("tower")


def pytest_report_header() -> str:
    """What the figures of a run depend on."""
    from importlib.metadata import version

    packages = ("streamlit", "torch", "numpy", "transformers", "playwright")
    return ", ".join(f"{name} {version(name)}" for name in packages) + f", {os.cpu_count()} cores"
