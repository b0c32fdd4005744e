"""The form in which a chat model wants to be spoken to: the template in its folder, and a message as ids in it.

The template is a Jinja text of the model's makers; it runs in Jinja's sandbox and sees nothing but the message. What a
visitor types is text even where it spells one of the template's own marks. Knows no weights.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from tower.decoding.errors import PromptError
from tower.models.errors import ModelError
from tower.models.text import Text

_HERE = "\ue000message\ue001"  # private characters: no template holds them


class Chat:
    """before, after: what the template puts around a message."""

    def __init__(self, before: str, after: str) -> None:
        self.before, self.after = before, after

    def around(self, message: str) -> str:
        """What the model reads, for showing."""
        return self.before + message.strip() + self.after

    def encode(self, message: str, text: Text, context: int) -> list[int]:
        """Ids of a message in its template. Raises PromptError as `Text.encode_prompt` does."""
        if not message.strip():
            raise PromptError("prompt-empty", "the prompt is empty")
        *opening, first = _cut(self.before, text)
        last, *closing = _cut(self.after, text)
        ids = [*_ids(opening, text), *text.encode(first + message.strip() + last), *_ids(closing, text)]
        text.check_length(ids, context)
        return ids


def read_chat(folder: Path) -> Chat | None:
    """The template in a model's folder, None where it has none.

    Raises ModelError `chat-template`, `config-unreadable`.
    """
    settings = _settings(folder / "tokenizer_config.json")
    file = folder / "chat_template.jinja"
    template = file.read_text(encoding="utf-8") if file.is_file() else settings.get("chat_template")
    if isinstance(template, list):  # several by name, an older custom
        template = next((entry.get("template") for entry in template if entry.get("name") == "default"), None)
    if not template:
        return None
    before, here, after = _rendered(str(template), settings, folder).partition(_HERE)
    if not here or _HERE in after:
        raise ModelError("chat-template", f"the chat template in {folder} does not hold the message once", reason="")
    return Chat(before, after)


def _rendered(template: str, settings: dict[str, Any], folder: Path) -> str:
    from jinja2 import TemplateError
    from jinja2.sandbox import ImmutableSandboxedEnvironment

    def refuse(reason: str) -> None:
        raise TemplateError(reason)

    environment = ImmutableSandboxedEnvironment(trim_blocks=True, lstrip_blocks=True)
    environment.globals["raise_exception"] = refuse
    names = {name: _content(settings.get(name)) for name in ("bos_token", "eos_token", "pad_token", "unk_token")}
    try:
        return environment.from_string(template).render(
            messages=[{"role": "user", "content": _HERE}],
            add_generation_prompt=True,
            enable_thinking=False,  # models that first talk to themselves would fill the whole length with it
            **{name: content for name, content in names.items() if content is not None},
        )
    except Exception as error:  # a template is a program: it can fail in any way
        raise ModelError(
            "chat-template", f"the chat template in {folder} cannot be used: {error}", reason=str(error)
        ) from error


def _settings(path: Path) -> dict[str, Any]:
    if not path.is_file():
        return {}
    try:
        settings = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ModelError("config-unreadable", f"{path} cannot be read: {error}", file=str(path)) from error
    return settings if isinstance(settings, dict) else {}


def _content(token: Any) -> str | None:
    return token.get("content") if isinstance(token, dict) else token


def _cut(part: str, text: Text) -> list[str]:
    """Text and special tokens by turns, beginning and ending with text."""
    names = sorted(text.special.values(), key=len, reverse=True)
    return re.split("(" + "|".join(map(re.escape, names)) + ")", part) if names else [part]


def _ids(pieces: list[str], text: Text) -> list[int]:
    ids_by_name = {name: id for id, name in text.special.items()}
    ids: list[int] = []
    for piece in pieces:
        ids += [ids_by_name[piece]] if piece in ids_by_name else text.encode(piece)
    return ids
