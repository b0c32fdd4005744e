"""A trained head on disk: weights in fp16 under the names of the reader, and a configuration. Knows no training."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import torch
from safetensors.torch import load_file, save_file

from ..model import Llama
from .chain import Eagle, Mtp
from .modules import EarlyExit, Head, Medusa

KINDS = ("eagle", "mtp", "medusa", "early-exit")
EAGLE_TAPS = (1, 3, 5)


def make(
    kind: str, oracle: Llama, seed: int = 0, *, hidden: int | None = None, taps: Sequence[int] = EAGLE_TAPS
) -> Head:
    """A fresh head of the kind for this oracle. hidden: of its feed-forward part, by default as wide as the oracle's.
    taps: what an EAGLE head reads."""
    shape = oracle.shape
    hidden = hidden or shape.hidden
    if kind == "early-exit":
        return EarlyExit(shape.width, hidden, seed)
    if kind == "medusa":
        return Medusa(shape.width, shape.layers, seed)
    if kind == "mtp":
        return Mtp(oracle.embedding, shape, hidden, shape.layers, seed)
    if kind == "eagle":
        return Eagle(oracle.embedding, shape, hidden, tuple(taps), seed)
    raise ValueError(kind)


def save(head: Head, folder: Path, target: str, facts: Mapping[str, object]) -> None:
    """`model.safetensors` and `config.json`; target: fingerprint of the oracle's weight files; facts: how the head was
    trained and what was measured."""
    folder.mkdir(parents=True, exist_ok=True)
    tensors = {name: t.detach().to(torch.float16).contiguous().clone() for name, t in head.tensors().items()}
    save_file(tensors, folder / "model.safetensors", metadata={"format": "pt"})
    config = {"kind": head.kind, "target": target, "dtype": "float16"} | head.sizes() | dict(facts)
    (folder / "config.json").write_text(json.dumps(config, indent=2) + "\n", encoding="utf-8")


def load(folder: Path, oracle: Llama) -> Head:
    """Read back what `save` wrote, in fp32."""
    config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    head = make(config["kind"], oracle, hidden=config.get("hidden"), taps=config.get("taps", EAGLE_TAPS))
    head.read({name: tensor.float() for name, tensor in load_file(folder / "model.safetensors").items()})
    return head
