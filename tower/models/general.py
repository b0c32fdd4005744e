"""Any causal language model that transformers can load, behind the decoder's `Target`. One object is one session.

Slower than the lean pass and much wider. Only safetensors, never code from a model's folder. Importing this module
imports transformers, which takes seconds. Knows no tokenizer.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from transformers import AutoModelForCausalLM, DynamicCache

from tower.decoding.target import Scores
from tower.models.errors import ModelError, reason_of
from tower.models.llama_shape import eos_ids
from tower.models.prefixes import batch_of_prefixes
from tower.models.tree import ancestors, depths, from_the_first, is_chain

ROWS = 256


def load_general(folder: Path, *, device: str = "cpu", dtype: str = "float32") -> Any:
    """A model in evaluation mode from a local folder. device, dtype: torch's names. Raises ModelError
    `model-unloadable`."""
    try:
        model: Any = AutoModelForCausalLM.from_pretrained(
            folder,
            dtype=getattr(torch, dtype),
            local_files_only=True,
            use_safetensors=True,
            trust_remote_code=False,
        )
        model.to(device)
    except Exception as error:  # a folder can be wrong in as many ways as the library knows architectures
        reason = reason_of(error)
        message = f"{folder} cannot be loaded: {reason}"
        raise ModelError("model-unloadable", message, folder=str(folder), reason=reason) from error
    model.train(False)
    return model.requires_grad_(False)


class GeneralModel:
    """A transformers model with a cache of its own; the model itself is shared and never changed.

    vocab_size: words of the tokenizer where the model scores padded ones beyond them. context: a shorter limit than
    the model's own. Not safe for two threads at once.
    """

    def __init__(self, model: Any, *, vocab_size: int | None = None, context: int | None = None) -> None:
        config = model.config.get_text_config()
        self._model = model
        self._words: int = min(vocab_size or config.vocab_size, config.vocab_size)
        own = int(getattr(config, "max_position_embeddings", None) or 2048)
        self._context = min(context or own, own)
        self._eos = eos_ids({"eos_token_id": model.generation_config.eos_token_id})
        self._cache: Any = DynamicCache(config=config)
        self._length = self._scored = 0
        if not all(layer.is_croppable for layer in self._cache.layers):
            raise ModelError("model-unloadable", "its cache cannot be rolled back", folder="", reason="cache")

    @property
    def vocab_size(self) -> int:
        return self._words

    @property
    def context(self) -> int:
        return self._context

    @property
    def eos_ids(self) -> frozenset[int]:
        return self._eos

    @property
    def length(self) -> int:
        return self._length

    def reset(self) -> None:
        self._cache = DynamicCache(config=self._model.config.get_text_config())
        self._length = self._scored = 0

    def rewind(self, length: int) -> None:
        if not 0 <= length <= self._length:
            raise ValueError(f"cannot rewind {self._length} words to {length}")
        if length < self._length:
            self._cache.crop(length - self._length)
        self._length = length

    @torch.inference_mode()
    def prefill(self, ids: Sequence[int]) -> None:
        if ids:
            self._check(len(ids))
            # the body alone: no row of the unembedding is computed
            self._model.base_model(input_ids=self._ids(ids), cache=self._cache, use_cache=True)
            self._length += len(ids)

    @torch.inference_mode()
    def score(self, ids: Sequence[int], parents: Sequence[int] | None = None) -> Scores:
        self._check(len(ids))
        start, n = self._length, len(ids)
        options: dict[str, Any] = {}
        if parents is not None and not is_chain(parents):
            mask = torch.zeros(n, start + n, dtype=self._model.dtype)
            mask[:, start:].masked_fill_(~torch.from_numpy(ancestors(parents)), torch.finfo(mask.dtype).min)
            options["attention_mask"] = mask[None, None].to(self._model.device)
            options["position_ids"] = (torch.from_numpy(depths(parents))[None] + start).to(self._model.device)
        answer = self._model(input_ids=self._ids(ids), cache=self._cache, use_cache=True, **options)
        self._scored, self._length = start, start + n
        return Scores(np.ascontiguousarray(answer.logits[0, :, : self._words].float().cpu().numpy()))

    @torch.inference_mode()
    def keep(self, rows: Sequence[int]) -> None:
        start, n = self._scored, len(rows)
        if not from_the_first(rows, self._length - start):
            kept = torch.tensor([*range(start), *(start + row for row in rows)], device=self._model.device)
            for layer in self._cache.layers:
                layer.keys, layer.values = layer.keys.index_select(-2, kept), layer.values.index_select(-2, kept)
            self._length = start + n
        else:
            self.rewind(start + n)

    def score_batch(self, prefixes: Sequence[Sequence[int]]) -> NDArray[np.float32]:
        fresh = GeneralModel(self._model, vocab_size=self._words, context=self._context)
        return batch_of_prefixes(fresh, prefixes, ROWS)

    def _ids(self, ids: Sequence[int]) -> torch.Tensor:
        return torch.tensor([list(ids)], device=self._model.device)

    def _check(self, rows: int) -> None:
        words, most = self._length + rows, self._context
        if words > most:
            raise ModelError("context-full", f"{words} words do not fit into {most}", words=words, most=most)
