"""Why a model, a pair or a tokenizer cannot be used. Knows no wording beyond an English fallback."""

from __future__ import annotations

from tower.decoding.errors import DecodingError


class ModelError(DecodingError):
    """A model or a pair that cannot be loaded, or two models that cannot work together.

    Codes: `pair-unknown`, `weights-missing`, `weights-format`, `weights-shape`, `config-unreadable`, `model-unloadable`,
    `tokenizer-missing`, `vocabulary-size`, `vocabulary-words`, `vocabulary-special`, `draft-missing`,
    `drafter-unknown`, `rows-too-many`, `context-full`.
    """

    family = "model"
