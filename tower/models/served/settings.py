"""Which server the target is behind: what the owner of this machine says in environment variables, never a visitor.

Asks nobody anything; `abilities.py` does.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path

from tower.models.cache import models_folder

SERVED = "served"
"""The pair's code, and where its weights come from."""


@dataclass(frozen=True, slots=True)
class Server:
    """address: of the OpenAI-compatible root, without /v1. key: empty where none is asked for. model: empty for the
    first that it serves. tokenizer: a folder or an id of the Hugging Face hub, as it was named."""

    address: str = field(repr=False)
    key: str = field(repr=False)
    model: str
    tokenizer: str

    @property
    def tokenizer_folder(self) -> Path:
        """Where the tokenizer lies, or will lie once it has been fetched from the hub."""
        folder = Path(self.tokenizer).expanduser()
        if not self.tokenizer or folder.is_dir():
            return folder
        return models_folder() / "tokenizers" / self.tokenizer.replace("/", "--")


def server_named() -> Server | None:
    """TOWER_SERVED_URL, _KEY, _MODEL and _TOKENIZER; None where no address is set."""
    address = _value("URL").rstrip("/").removesuffix("/v1")
    return Server(address, _value("KEY"), _value("MODEL"), _value("TOKENIZER")) if address else None


def draft_named() -> Path | None:
    """TOWER_SERVED_DRAFT: the folder of a small model of the same vocabulary; None for prompt lookup alone."""
    return Path(_value("DRAFT")).expanduser() if _value("DRAFT") else None


def _value(name: str) -> str:
    return os.environ.get(f"TOWER_SERVED_{name}", "").strip()
