"""Beginnings to try: prophecies for the embedded pair, assets/text/<language>/presets.toml, in the order of the file;
requests for models that were raised on everything, own.toml."""

from __future__ import annotations

from dataclasses import dataclass

from tower.ui.language import branch


@dataclass(frozen=True, slots=True)
class Preset:
    """kind: a key of live.prompt_kinds; prompt: the text that the models go on from."""

    code: str
    kind: str
    prompt: str


def presets(pair: str = "tower") -> list[Preset]:
    """The presets for a pair in the visitor's language."""
    texts = branch("presets" if pair == "tower" else "own.asks")
    return [Preset(code, entry["kind"], entry["prompt"]) for code, entry in texts.items()]
