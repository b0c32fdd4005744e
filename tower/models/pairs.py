"""Which pairs of models are on offer and where they lie. Plain data: loads nothing, imports no torch."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from tower.models.errors import ModelError

MODELS = Path(__file__).resolve().parents[2] / "assets" / "models"


@dataclass(frozen=True, slots=True)
class PairSpec:
    """A target and its draft, folders with config.json, safetensors and tokenizer.json.

    draft: None where only drafters without a model of their own serve. begin: the token that opens every text.
    origin: where the weights come from, a code for the screen. licence: of the weights.
    """

    code: str
    target: Path
    draft: Path | None
    begin: str | None
    origin: str
    licence: str

    @property
    def missing(self) -> tuple[Path, ...]:
        """Folders that should be there and are not."""
        folders = (self.target,) if self.draft is None else (self.target, self.draft)
        return tuple(folder for folder in folders if not (folder / "config.json").is_file())


PAIRS: Mapping[str, PairSpec] = {
    spec.code: spec for spec in (PairSpec("tower", MODELS / "oracle", MODELS / "mogu", "<|begin|>", "embedded", "MIT"),)
}


def pair_spec(code: str) -> PairSpec:
    """The pair of this code. Raises ModelError `pair-unknown`."""
    if code not in PAIRS:
        known = ", ".join(PAIRS)
        raise ModelError("pair-unknown", f"no pair {code!r}; there are: {known}", pair=code, known=known)
    return PAIRS[code]
