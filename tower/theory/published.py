"""Figures that papers printed, beside what our formulas make of them.

Leviathan et al. 2211.17192: table 1 (the formulas alone), tables 2 and 4 (T5-XXL, 11B, with T5 drafts of three sizes,
one request at a time), table 3 (alpha of other pairs). Chen et al. 2302.01318: Chinchilla 70B, draft 4B, K = 4.

alpha, c as printed, gain: the improvement that the paper measured. What the formula expects from them is computed
here from the rounded alpha and c, so it may differ from the paper's own column by about a tenth.
"""

from __future__ import annotations

from dataclasses import dataclass

from tower.theory.accounts import alpha_needed, gain, operations, tokens_per_haul


@dataclass(frozen=True, slots=True)
class Row:
    """task: `translation` (WMT EnDe) or `summary` (CNN/DM). temperature: of the sampling. k: the paper's gamma.
    printed: what the paper itself expected, from figures that it did not round."""

    task: str
    temperature: int
    draft: str
    k: int
    alpha: float
    c: float
    gain: float
    printed: float

    @property
    def expected(self) -> float:
        """The formula's gain, checking counted as free."""
        return gain(self.alpha, self.k, self.c)

    @property
    def tokens_per_haul(self) -> float:
        return tokens_per_haul(self.alpha, self.k)


@dataclass(frozen=True, slots=True)
class FormulaRow:
    """Table 1: no model, c = 0. work: times the arithmetic; speed: times as fast, both as printed."""

    alpha: float
    k: int
    work: float
    speed: float

    @property
    def our_work(self) -> float:
        return operations(self.alpha, self.k)

    @property
    def our_speed(self) -> float:
        return gain(self.alpha, self.k, 0.0)


@dataclass(frozen=True, slots=True)
class AlphaRow:
    """Table 3: alpha at temperature 0 and 1, as printed."""

    target: str
    draft: str
    task: str
    greedy: float
    sampled: float


@dataclass(frozen=True, slots=True)
class ChinchillaRow:
    """task: `xsum-nucleus`, `xsum-greedy` or `humaneval`. milliseconds: a word with the draft, as printed."""

    task: str
    milliseconds: float
    gain: float

    @property
    def alpha_needed(self) -> float | None:
        """The paper prints no alpha: the one that the formula would need for this gain, checking counted as free."""
        return alpha_needed(self.gain, CHINCHILLA_K, CHINCHILLA_C)


SIZES = ("small", "base", "large")
T5_ROWS = (
    Row("translation", 0, "small", 7, 0.75, 0.02, 3.4, 3.2),
    Row("translation", 0, "base", 7, 0.80, 0.04, 2.8, 3.3),
    Row("translation", 0, "large", 7, 0.82, 0.11, 1.7, 2.5),
    Row("translation", 1, "small", 7, 0.62, 0.02, 2.6, 2.3),
    Row("translation", 1, "base", 5, 0.68, 0.04, 2.4, 2.4),
    Row("translation", 1, "large", 3, 0.71, 0.11, 1.4, 2.0),
    Row("summary", 0, "small", 5, 0.65, 0.02, 3.1, 2.4),
    Row("summary", 0, "base", 5, 0.73, 0.04, 3.0, 2.6),
    Row("summary", 0, "large", 3, 0.74, 0.11, 2.2, 2.0),
    Row("summary", 1, "small", 5, 0.53, 0.02, 2.3, 1.9),
    Row("summary", 1, "base", 3, 0.55, 0.04, 2.2, 1.8),
    Row("summary", 1, "large", 3, 0.56, 0.11, 1.7, 1.6),
)
TABLE_1 = (
    FormulaRow(0.6, 2, 1.53, 1.96),
    FormulaRow(0.7, 3, 1.58, 2.53),
    FormulaRow(0.8, 2, 1.23, 2.44),
    FormulaRow(0.8, 5, 1.63, 3.69),
    FormulaRow(0.9, 2, 1.11, 2.71),
    FormulaRow(0.9, 10, 1.60, 6.86),
)
TABLE_3 = (
    AlphaRow("97M", "6M", "lm1b", 0.88, 0.89),
    AlphaRow("97M", "bigram", "lm1b", 0.05, 0.05),
    AlphaRow("T5-XXL 11B", "bigram", "translation", 0.20, 0.19),
    AlphaRow("LaMDA 137B", "LaMDA 100M", "dialogue", 0.61, 0.57),
    AlphaRow("LaMDA 137B", "LaMDA 2B", "dialogue", 0.71, 0.71),
    AlphaRow("LaMDA 137B", "LaMDA 8B", "dialogue", 0.75, 0.74),
)
CHINCHILLA_K, CHINCHILLA_PLAIN_MS, CHINCHILLA_DRAFT_MS = 4, 14.1, 1.8
CHINCHILLA_C = CHINCHILLA_DRAFT_MS / CHINCHILLA_PLAIN_MS
CHINCHILLA_ROWS = (
    ChinchillaRow("xsum-nucleus", 7.52, 1.92),
    ChinchillaRow("xsum-greedy", 7.00, 2.01),
    ChinchillaRow("humaneval", 5.73, 2.46),
)
