"""A GGUF file becomes a model's folder: config.json, model.safetensors in fp32, tokenizer.json, the chat template.

Done once; afterwards the folder loads like any other. Steps told: `reading`, `converting`, `writing`.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from safetensors.numpy import save_file

from tower.models.gguf.llama import config_of, name_of, numbers_of
from tower.models.gguf.reading import GgufFile
from tower.models.gguf.tokenizer import tokenizer_of
from tower.models.progress import Tell, silent


def convert(path: Path, folder: Path, *, about: dict[str, Any] | None = None, tell: Tell = silent) -> None:
    """Write the model into `folder`, which exists. about: where it came from, kept as origin.json.

    Needs the whole model's numbers in memory, 4 bytes each. Raises ModelError `gguf-unreadable`, `gguf-unsupported`.
    """
    tell("reading", 0.0)
    file = GgufFile(path)
    config, tokenizer = config_of(file), tokenizer_of(file)
    tensors: dict[str, NDArray[np.float32]] = {}
    for done, stored in enumerate(file.tensors(), 1):
        name = name_of(stored.name)
        tensors[name] = numbers_of(name, stored.numbers(), config)
        tell("converting", done / len(file.names))
    config["vocab_size"] = len(tensors["model.embed_tokens.weight"])
    tell("writing", 0.0)
    save_file(tensors, folder / "model.safetensors", metadata={"format": "pt"})
    tokenizer.save(str(folder / "tokenizer.json"))
    if template := file.fields.get("tokenizer.chat_template"):
        (folder / "chat_template.jinja").write_text(template, encoding="utf-8")
    _write(folder / "tokenizer_config.json", _named(file, config))
    _write(folder / "origin.json", {"file": path.name, **(about or {})})
    _write(folder / "config.json", config)
    tell("writing", 1.0)


def _named(file: GgufFile, config: dict[str, Any]) -> dict[str, Any]:
    """What transformers and chat templates want to know by name."""
    words = file.value("tokenizer.ggml.tokens")
    names = {f"{role}_token": words[id] for role in ("bos", "eos", "pad") if (id := config.get(f"{role}_token_id"))}
    return {"tokenizer_class": "PreTrainedTokenizerFast", "clean_up_tokenization_spaces": False, **names}


def _write(path: Path, document: dict[str, Any]) -> None:
    path.write_text(json.dumps(document, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
