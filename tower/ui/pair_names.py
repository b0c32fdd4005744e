"""The pairs as a visitor chooses among them, and the chat template of each."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from tower.models.chat import Chat, read_chat
from tower.models.deployment import is_public
from tower.models.errors import ModelError
from tower.models.pairs import PAIRS, all_pairs, pair_spec
from tower.models.served.settings import SERVED
from tower.ui.language import t


def labels(*, ready: bool = False) -> dict[str, str]:
    """Names by code. ready: only those on this machine; a public server never offers others."""
    shown = {}
    for code, spec in all_pairs().items():
        waiting = bool(spec.fetched_bytes and spec.missing)
        if waiting and (ready or is_public()):
            continue
        name = t(f"pairs.{code}.name") if code in PAIRS or code == SERVED else spec.name
        shown[code] = t("own.waiting", name=name) if waiting else name
    return shown


def chat_of(code: str) -> Chat | None:
    """The template of the pair's target, None where there is none or it cannot be used."""
    folder = pair_spec(code).target
    return _chat(folder) if (folder / "config.json").is_file() else None


@lru_cache(maxsize=16)
def _chat(folder: Path) -> Chat | None:
    try:
        return read_chat(folder)
    except ModelError:  # told when the pair is loaded
        return None
