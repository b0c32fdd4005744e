"""What must be true of a model's folder before it is loaded: looked up in its files, nothing in them is run.

Importing this module imports no transformers; `look` does, for its list of causal architectures.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tower.models.chat import Chat, read_chat
from tower.models.describe import ModelFacts, read_facts
from tower.models.errors import ModelError
from tower.models.llama_shape import NotLean, read_config, shape_of
from tower.models.text import Text, read_text
from tower.models.vocabulary import check_covers

_PICKLES = ("*.bin", "*.pt", "*.pth", "*.ckpt")


@dataclass(frozen=True, slots=True)
class Looked:
    """A model that may be loaded. architecture: transformers' class. lean: our own pass covers it. text: its tokenizer;
    begin: the token that opens every text."""

    folder: Path
    facts: ModelFacts
    architecture: str
    lean: bool
    text: Text
    begin: str | None
    chat: Chat | None


def look(folder: Path, role: str) -> Looked:
    """All checks of one model. role: target or draft, for the message.

    Raises ModelError `weights-missing`, `weights-pickle`, `weights-format`, `config-unreadable`,
    `architecture-remote`, `architecture-unknown`, `architecture-other`, `tokenizer-missing`, `tokenizer-unreadable`,
    `vocabulary-model`, `chat-template`.
    """
    config = read_config(folder)
    if not list(folder.glob("*.safetensors")) and any(list(folder.glob(kind)) for kind in _PICKLES):
        raise ModelError("weights-pickle", f"{folder} has no safetensors", folder=folder.name)
    architecture = causal(config)
    facts = read_facts(folder)
    text = read_text(folder)
    if facts.words:
        check_covers(facts.words, text, role)
    try:
        shape_of(config)
        lean = True
    except NotLean:
        lean = False
    return Looked(folder, facts, architecture, lean, text, opening(text), read_chat(folder))


def causal(config: Mapping[str, Any]) -> str:
    """The class that writes word after word with this configuration, of those that transformers itself has.

    Raises ModelError `architecture-remote` (it would need code from the folder), `architecture-unknown`,
    `architecture-other` (it is no model that writes on).
    """
    from transformers import CONFIG_MAPPING
    from transformers.models.auto.modeling_auto import MODEL_FOR_CAUSAL_LM_MAPPING_NAMES

    kind = str(config.get("model_type", ""))
    named = [str(name) for name in config.get("architectures") or ()]
    shown = named[0] if named else kind or "?"
    if kind not in CONFIG_MAPPING:
        if config.get("auto_map"):
            raise ModelError("architecture-remote", f"{shown} needs code from its folder", architecture=shown)
        raise ModelError("architecture-unknown", f"transformers has no architecture {shown}", architecture=shown)
    known = MODEL_FOR_CAUSAL_LM_MAPPING_NAMES.get(kind)
    writers = set(known) if isinstance(known, (tuple, list)) else {known} - {None}
    if not writers or config.get("is_encoder_decoder") or (named and not writers & set(named)):
        raise ModelError("architecture-other", f"{shown} does not write word after word", architecture=shown)
    return next((name for name in named if name in writers), str(sorted(map(str, writers))[0]))


def opening(text: Text) -> str | None:
    """The token that the tokenizer puts before every text, if it does."""
    bare = text.tokenizer.encode("a", add_special_tokens=False).ids
    full = text.tokenizer.encode("a", add_special_tokens=True).ids
    if len(full) > len(bare) and full[0] in text.special and full[0] != bare[0]:
        return str(text.special[full[0]])
    return None
