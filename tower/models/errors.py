"""Why a model, a pair or a tokenizer cannot be used. Knows no wording beyond an English fallback."""

from __future__ import annotations

from tower.decoding.errors import DecodingError


class ModelError(DecodingError):
    """A model or a pair that cannot be loaded, or two models that cannot work together.

    Codes: `pair-unknown`, `drafter-unknown`, `draft-missing`; `config-unreadable`, `weights-missing`,
    `weights-format`, `weights-shape`, `model-unloadable`; `tokenizer-missing`, `tokenizer-unreadable`;
    `vocabulary-size`, `vocabulary-words`, `vocabulary-model`; `rows-too-many`, `context-full`; `head-missing`,
    `head-target`; `gguf-unreadable`, `gguf-unsupported`, `gguf-several`; `chat-template`; `source-empty`,
    `source-missing`; `weights-pickle`, `architecture-remote`, `architecture-unknown`, `architecture-other`,
    `memory-short`; `hub-unreachable`, `hub-missing`, `hub-gated`, `hub-failed`; `pair-not-fetched`, `fetch-no-pip`,
    `fetch-no-index`, `fetch-failed`, `fetch-broken`; `disk-full`, `cache-unwritable`; `not-public`;
    `served-unreachable`, `served-silent`, `served-busy`, `served-key`, `served-missing`, `served-refused`,
    `served-answer`; `served-model`, `served-words`, `served-tokenizer`, `served-insufficient`, `served-greedy-only`,
    `served-tree`, `bench-served`.
    """

    family = "model"


def reason_of(error: BaseException) -> str:
    """What a library complains of, in one line; the error's type where it says nothing."""
    told = str(error).strip()
    return told.splitlines()[0] if told else type(error).__name__
