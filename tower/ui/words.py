"""The words on the screen, in both languages: assets/text/<language>/*.toml, flattened to dotted keys.

Knows no Streamlit. `words.toml` holds keys as they are; any other file's keys start with the file's name.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

LANGUAGES: Mapping[str, str] = MappingProxyType({"zh-Hant": "繁體中文", "en": "English"})
TEXTS = Path(__file__).resolve().parents[2] / "assets" / "text"


def _flat(tree: Mapping[str, Any], prefix: str) -> Iterator[tuple[str, str]]:
    for name, value in tree.items():
        key = f"{prefix}.{name}" if prefix else name
        if isinstance(value, dict):
            yield from _flat(value, key)
        elif isinstance(value, str):
            yield key, value
        else:
            raise TypeError(f"{key}: a text is a string, not {type(value).__name__}")


@cache
def catalogue(language: str) -> Mapping[str, str]:
    """All texts of `language` by dotted key. Raises KeyError for a language that we do not speak."""
    if language not in LANGUAGES:
        raise KeyError(language)
    texts: dict[str, str] = {}
    for file in sorted((TEXTS / language).glob("*.toml")):
        prefix = "" if file.stem == "words" else file.stem
        texts.update(_flat(tomllib.loads(file.read_text(encoding="utf-8")), prefix))
    return MappingProxyType(texts)


def text(language: str, key: str, **values: object) -> str:
    """The text of `key`, its {placeholders} filled. Raises KeyError where the key or a value is missing."""
    return catalogue(language)[key].format(**values)


@cache
def branch(language: str, prefix: str) -> dict[str, Any]:
    """All texts under `prefix` as nested dicts, unfilled: what a component takes along."""
    tree: dict[str, Any] = {}
    for key, value in catalogue(language).items():
        if key.startswith(prefix + "."):
            *path, leaf = key.removeprefix(prefix + ".").split(".")
            node = tree
            for name in path:
                node = node.setdefault(name, {})
            node[leaf] = value
    return tree
