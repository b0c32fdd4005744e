"""Reading config.json: sizes of a Llama-family model, or the reason why the lean pass does not cover it.

Knows no weights. Settings are named as in transformers' files, old (`rope_scaling`) and new (`rope_parameters`).
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tower.models.errors import ModelError

FAMILY = frozenset({"llama", "mistral", "qwen2"})
ROPE_TYPES = frozenset({"default", "linear", "llama3"})


@dataclass(frozen=True, slots=True)
class Rope:
    """Rotary positions: `kind` is default, linear or llama3; the last four matter to llama3 only."""

    kind: str
    theta: float
    factor: float = 1.0
    low: float = 1.0
    high: float = 4.0
    original: int = 8192


@dataclass(frozen=True, slots=True)
class LlamaShape:
    """Sizes. `heads` query heads share `kv_heads` key/value heads; all heads are `head` wide."""

    vocabulary: int
    width: int
    hidden: int
    layers: int
    heads: int
    kv_heads: int
    head: int
    epsilon: float
    context: int
    tied: bool
    rope: Rope
    eos_ids: frozenset[int]


class NotLean(ValueError):
    """The lean pass does not cover this model; the general path may. The text says what is in the way."""


def read_config(folder: Path) -> dict[str, Any]:
    """config.json. Raises ModelError `weights-missing` or `config-unreadable`."""
    path = folder / "config.json"
    if not path.is_file():
        name = path.name
        raise ModelError("weights-missing", f"there is no {name} in {folder}", folder=str(folder), file=name)
    try:
        config = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ModelError("config-unreadable", f"{path} cannot be read: {error}", file=str(path)) from error
    if not isinstance(config, dict):
        raise ModelError("config-unreadable", f"{path} holds no settings", file=str(path))
    return config | _ends(folder)


def _ends(folder: Path) -> dict[str, Any]:
    """What a chat model adds: words that end an answer though they do not end a text."""
    path = folder / "generation_config.json"
    try:
        ends = json.loads(path.read_text(encoding="utf-8")).get("eos_token_id") if path.is_file() else None
    except (OSError, ValueError, AttributeError) as error:
        raise ModelError("config-unreadable", f"{path} cannot be read: {error}", file=str(path)) from error
    return {} if ends is None else {"eos_token_id": ends}


def shape_of(config: Mapping[str, Any]) -> LlamaShape:
    """Sizes from a configuration. Raises NotLean where the lean pass would compute something else."""
    kind = config.get("model_type")
    if kind not in FAMILY:
        raise NotLean(f"architecture {kind}")
    if config.get("hidden_act", "silu") != "silu":
        raise NotLean(f"activation {config['hidden_act']}")
    windowed = config.get("sliding_window") is not None
    if windowed and (kind == "mistral" or config.get("use_sliding_window")):
        raise NotLean("sliding window")
    if config.get("quantization_config"):
        raise NotLean("quantised weights")
    try:
        width, heads = int(config["hidden_size"]), int(config["num_attention_heads"])
        return LlamaShape(
            vocabulary=int(config["vocab_size"]),
            width=width,
            hidden=int(config["intermediate_size"]),
            layers=int(config["num_hidden_layers"]),
            heads=heads,
            kv_heads=int(config.get("num_key_value_heads") or heads),
            head=int(config.get("head_dim") or width // heads),
            epsilon=float(config.get("rms_norm_eps", 1e-6)),
            context=int(config.get("max_position_embeddings", 2048)),
            tied=bool(config.get("tie_word_embeddings", False)),
            rope=_rope(config),
            eos_ids=eos_ids(config),
        )
    except KeyError as missing:
        raise NotLean(f"no {missing.args[0]} in config.json") from None
    except (TypeError, ValueError) as error:
        raise NotLean(f"a size that is no number: {error}") from None


def eos_ids(config: Mapping[str, Any]) -> frozenset[int]:
    """Ids that end a text, from a configuration that names one, several or none."""
    end = config.get("eos_token_id")
    if end is None:
        return frozenset()
    return frozenset(int(i) for i in (end if isinstance(end, list) else [end]))


def _rope(config: Mapping[str, Any]) -> Rope:
    settings = config.get("rope_parameters") or config.get("rope_scaling") or {}
    kind = settings.get("rope_type") or settings.get("type") or "default"
    if kind not in ROPE_TYPES:
        raise NotLean(f"rotary positions of type {kind}")
    if settings.get("partial_rotary_factor", config.get("partial_rotary_factor", 1.0)) != 1.0:
        raise NotLean("partial rotary positions")
    theta = float(settings.get("rope_theta") or config.get("rope_theta") or 10_000.0)
    if kind == "default":
        return Rope(kind, theta)
    if kind == "linear":
        return Rope(kind, theta, factor=float(settings["factor"]))
    return Rope(
        kind,
        theta,
        factor=float(settings["factor"]),
        low=float(settings["low_freq_factor"]),
        high=float(settings["high_freq_factor"]),
        original=int(settings["original_max_position_embeddings"]),
    )
