"""The heads of one target: each read at its first use, once for all sessions, and drafters made of them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from threading import Lock
from typing import Any

from tower.decoding.drafters.base import Drafter
from tower.decoding.drafters.eagle import Eagle, EagleTree
from tower.decoding.drafters.early_exit import EarlyExit as EarlyExitDrafter
from tower.decoding.drafters.medusa import Medusa as MedusaDrafter
from tower.decoding.drafters.medusa import MedusaTree
from tower.decoding.drafters.mtp import Mtp
from tower.decoding.target import Target
from tower.models.errors import ModelError
from tower.models.heads.answer import Answer
from tower.models.heads.chained import Chained, ChainedWeights
from tower.models.heads.early_exit import EarlyExit, ExitWeights
from tower.models.heads.files import HeadFile, read_head
from tower.models.heads.frequent import read_frequent
from tower.models.heads.kinds import KIND_OF
from tower.models.heads.medusa import Medusa, MedusaWeights
from tower.models.lean import LeanLlama
from tower.models.llama_weights import LlamaWeights

Weights = ExitWeights | MedusaWeights | ChainedWeights

_READERS: dict[str, Callable[[HeadFile, LlamaWeights], Weights]] = {
    "early-exit": ExitWeights.read,
    "medusa": MedusaWeights.read,
    "mtp": ChainedWeights.read,
    "eagle": ChainedWeights.read,
}
_DRAFTERS: dict[str, Callable[[Any], Drafter]] = {
    "early-exit": EarlyExitDrafter,
    "medusa": MedusaDrafter,
    "medusa-tree": MedusaTree,
    "mtp": Mtp,
    "eagle": Eagle,
    "eagle-tree": EagleTree,
}


class Heads:
    """Heads in a folder, one below it for each kind."""

    def __init__(self, folder: Path, target: str, beside: Path | None = None) -> None:
        """target: fingerprint of the target's weights. beside: its folder. The words it writes most may be named
        here or there."""
        self._folder, self._target, self._beside = folder, target, beside
        self._answer: Answer | None = None
        self._read: dict[str, tuple[Weights, str]] = {}
        self._lock = Lock()

    def drafter(self, code: str, target: Target) -> Drafter:
        """The drafter of this code beside a session of the target, which from now on hands out the hidden states that
        it needs. Raises ModelError: those of `read_head`, `weights-shape`; `head-target` where the target is not of
        the kind whose hidden states can be had."""
        kind = KIND_OF[code]
        if not isinstance(target, LeanLlama):
            raise ModelError("head-target", f"this target hands out no hidden states for a {kind} head", head=kind)
        weights, answer = self.weights(kind, target.weights), self.answer(target.weights)
        if isinstance(weights, ExitWeights):
            return _DRAFTERS[code](EarlyExit(weights, target, answer))
        target.taps = frozenset(weights.taps)
        if isinstance(weights, MedusaWeights):
            return _DRAFTERS[code](Medusa(weights, target.weights, answer))
        return _DRAFTERS[code](Chained(weights, target.weights, answer))

    def weights(self, kind: str, target: LlamaWeights) -> Weights:
        """The head of this kind, read at the first call."""
        with self._lock:
            if kind not in self._read:
                file = read_head(self._folder / kind, kind, self._target)
                self._read[kind] = (_READERS[kind](file, target), file.fingerprint)
            return self._read[kind][0]

    def answer(self, target: LlamaWeights) -> Answer:
        """The end of every head: the target's own, for its frequent words."""
        with self._lock:
            if self._answer is None:
                places = [self._folder] if self._beside is None else [self._folder, self._beside]
                found = (read_frequent(place, self._target, target.vocab_size) for place in places)
                self._answer = Answer(target, next((words for words in found if words is not None), None))
            return self._answer

    def fingerprints(self, code: str) -> dict[str, str]:
        """By role, of the head behind a drafter; empty where it has none or has not been read."""
        kind = KIND_OF.get(code, "")
        return {kind: self._read[kind][1]} if kind in self._read else {}
