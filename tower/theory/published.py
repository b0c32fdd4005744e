"""Rows of Leviathan et al. 2211.17192, table 2: T5-XXL (11B) with T5 drafts of three sizes, one request at a time.

alpha, c as printed, gain: the improvement that the paper measured. What the formula expects from them is computed
here from the rounded alpha and c, so it may differ from the paper's own column by about a tenth.
"""

from __future__ import annotations

from dataclasses import dataclass

from tower.theory.accounts import gain, tokens_per_haul


@dataclass(frozen=True, slots=True)
class Row:
    """task: `translation` (WMT EnDe) or `summary` (CNN/DM). temperature: of the sampling. k: the paper's gamma."""

    task: str
    temperature: int
    draft: str
    k: int
    alpha: float
    c: float
    gain: float

    @property
    def expected(self) -> float:
        """The formula's gain, checking counted as free."""
        return gain(self.alpha, self.k, self.c)

    @property
    def tokens_per_haul(self) -> float:
        return tokens_per_haul(self.alpha, self.k)


SIZES = ("small", "base", "large")
T5_ROWS = (
    Row("translation", 0, "small", 7, 0.75, 0.02, 3.4),
    Row("translation", 0, "base", 7, 0.80, 0.04, 2.8),
    Row("translation", 0, "large", 7, 0.82, 0.11, 1.7),
    Row("translation", 1, "small", 7, 0.62, 0.02, 2.6),
    Row("translation", 1, "base", 5, 0.68, 0.04, 2.4),
    Row("translation", 1, "large", 3, 0.71, 0.11, 1.4),
    Row("summary", 0, "small", 5, 0.65, 0.02, 3.1),
    Row("summary", 0, "base", 5, 0.73, 0.04, 3.0),
    Row("summary", 0, "large", 3, 0.74, 0.11, 2.2),
    Row("summary", 1, "small", 5, 0.53, 0.02, 2.3),
    Row("summary", 1, "base", 3, 0.55, 0.04, 2.2),
    Row("summary", 1, "large", 3, 0.56, 0.11, 1.7),
)
