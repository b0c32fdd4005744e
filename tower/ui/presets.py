"""Beginnings to try, ten a language: assets/text/<language>/presets.toml, in the order of the file."""

from __future__ import annotations

from dataclasses import dataclass

from tower.ui.language import branch


@dataclass(frozen=True, slots=True)
class Preset:
    """kind: a key of live.prompt_kinds; prompt: the text that the models go on from."""

    code: str
    kind: str
    prompt: str


def presets() -> list[Preset]:
    """The presets in the visitor's language."""
    return [Preset(code, entry["kind"], entry["prompt"]) for code, entry in branch("presets").items()]
