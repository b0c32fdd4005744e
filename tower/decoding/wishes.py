"""What a run may be asked for: a prompt that fits, settings in their ranges. Knows the target's sizes, not its law."""

from __future__ import annotations

from collections.abc import Sequence

from tower.decoding.errors import PromptError, SettingError
from tower.decoding.target import Target


def check_wishes(target: Target, prompt: Sequence[int], k: int, max_new_tokens: int, detail: int) -> None:
    """Raise PromptError or SettingError where a run cannot be had. See `decoder.speculative` for what each is."""
    if len(prompt) == 0:
        raise PromptError("prompt-empty", "the prompt is empty")
    if len(prompt) >= target.context:
        raise PromptError(
            "prompt-too-long",
            f"the prompt has {len(prompt)} tokens; at most {target.context - 1} leave room for a word",
            length=len(prompt),
            most=target.context - 1,
        )
    for word in prompt:
        if not 0 <= word < target.vocab_size:
            raise PromptError("prompt-word", f"{word} is outside the vocabulary of {target.vocab_size}", word=word)
    if k < 1:
        raise SettingError("k-range", f"k must be at least 1, not {k}", value=k)
    if max_new_tokens < 1:
        raise SettingError(
            "length-range", f"max-new-tokens must be at least 1, not {max_new_tokens}", value=max_new_tokens
        )
    if not 1 <= detail <= 64:
        raise SettingError("detail-range", f"detail must be 1 to 64, not {detail}", value=detail)
