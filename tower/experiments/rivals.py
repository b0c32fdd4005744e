"""transformers' own decoding of the same models, set fairly: greedy, fp32, a constant number of drafts.

Without a draft model, its own prompt lookup assists.

Importing this module imports transformers.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import torch

from tower.models.general import load_general


class Rival:
    """Plain and assisted greedy generation."""

    def __init__(
        self, target: Path, draft: Path | None, *, k: int, device: str = "cpu", dtype: str = "float32"
    ) -> None:
        self._target = load_general(target, device=device, dtype=dtype)
        self._k = k
        self._draft = None if draft is None else load_general(draft, device=device, dtype=dtype)
        if self._draft is not None:
            # exactly k drafts a round: no schedule, and no stopping where the draft is unsure
            settings = self._draft.generation_config
            settings.num_assistant_tokens = k
            settings.num_assistant_tokens_schedule = "constant"
            settings.assistant_confidence_threshold = 0.0

    def plain(self, prompt: Sequence[int], words: int) -> list[int]:
        """The words after the prompt, without assistance."""
        return self._generate(prompt, words)

    def assisted(self, prompt: Sequence[int], words: int) -> list[int]:
        """The same with the draft's help, or prompt lookup's where there is no draft."""
        if self._draft is None:
            return self._generate(prompt, words, prompt_lookup_num_tokens=self._k)
        return self._generate(prompt, words, assistant_model=self._draft)

    def _generate(self, prompt: Sequence[int], words: int, **options: Any) -> list[int]:
        ids = torch.tensor([list(prompt)], device=self._target.device)
        with torch.inference_mode():
            answer = self._target.generate(
                ids,
                attention_mask=torch.ones_like(ids),
                max_new_tokens=words,
                do_sample=False,
                **options,
            )
        written: list[int] = answer[0, len(prompt) :].tolist()
        return written
