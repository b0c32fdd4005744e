"""Errors that a user, a file or a model can cause: a code and the values to say it with, in whatever language.

Knows no wording beyond an English fallback; the screen translates `code` and fills in `values`.
"""

from __future__ import annotations

from typing import ClassVar


class DecodingError(ValueError):
    """Base of every foreseeable failure; `code` is stable, `values` holds plain numbers and strings."""

    family: ClassVar[str] = "decoding"

    def __init__(self, code: str, message: str, **values: object) -> None:
        super().__init__(message)
        self.code = code
        self.values: dict[str, object] = values


class SettingError(DecodingError):
    """A setting out of its range: temperature, top-k, top-p, k, seed, number of words."""

    family = "setting"


class PromptError(DecodingError):
    """A prompt that cannot be continued: empty, too long, or with ids outside the vocabulary."""

    family = "prompt"


class RuleError(DecodingError):
    """An unknown rule, an unknown parameter, or a value out of its range."""

    family = "rule"


class LogitsError(DecodingError):
    """A model returned logits that are no distribution: NaN, +inf, a whole row of -inf, or a wrong shape."""

    family = "logits"


class DraftError(DecodingError):
    """A draft that breaks the contract: ids out of range, a word that its own law gives no chance, ..."""

    family = "draft"


class TraceError(DecodingError):
    """A trace file that is no trace of this version, contradicts itself, or is too large."""

    family = "trace"
