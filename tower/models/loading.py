"""Pairs ready to run: read once for the whole process, checked, and shared; every session gets caches of its own.

Importing this module imports torch; transformers only where a model needs the general path.
"""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock

import torch

from tower.decoding.drafters.base import Drafter
from tower.decoding.drafters.prompt_lookup import PromptLookup
from tower.decoding.drafters.small_model import SmallModel
from tower.decoding.target import Target
from tower.models.errors import ModelError
from tower.models.fair_lock import FairLock
from tower.models.fingerprint import fingerprint
from tower.models.lean import LeanLlama
from tower.models.llama_shape import NotLean, read_config, shape_of
from tower.models.llama_weights import arrange, read_tensors
from tower.models.pairs import PairSpec, pair_spec
from tower.models.settings import DRAFTERS
from tower.models.text import Text, read_text
from tower.models.vocabulary import check_covers, check_same_words
from tower.models.weight_files import weight_files


@dataclass(frozen=True, slots=True)
class Pair:
    """A loaded pair. text: its tokenizer. weights: fingerprints by role. bytes: of the target's files. lock: one round
    at a time, in turn.

    new_target, new_draft: make a session with an empty cache; new_draft is None where the pair has no draft.
    """

    spec: PairSpec
    text: Text
    new_target: Callable[[], Target]
    new_draft: Callable[[], Target] | None
    weights: Mapping[str, str]
    bytes: int
    lock: FairLock = field(default_factory=FairLock)

    def drafter(self, code: str) -> Drafter:
        """A drafter of this session. Raises ModelError `drafter-unknown`, `draft-missing`."""
        if code == "prompt-lookup":
            return PromptLookup()
        if code != "small":
            known = ", ".join(DRAFTERS)
            raise ModelError("drafter-unknown", f"no drafter {code!r}; there are: {known}", drafter=code, known=known)
        if self.new_draft is None:
            raise ModelError("draft-missing", f"pair {self.spec.code} has no small model", pair=self.spec.code)
        return SmallModel(self.new_draft())


SMALL = 100 * 2**20  # bytes of weight files
THREADS = torch.get_num_threads()  # what torch would use by itself

_loaded: dict[str, Pair] = {}
_loading = Lock()


def load_pair(code: str) -> Pair:
    """The pair of this code, loaded at the first call; later calls and other threads get the same one.

    Raises ModelError where it is unknown, incomplete, unreadable, or its two vocabularies differ.
    """
    spec = pair_spec(code)
    with _loading:
        if code not in _loaded:
            _loaded[code] = read_pair(spec)
            few_threads(_loaded.values())
            # tens of thousands of objects that will never be garbage: collections need not look at them again
            gc.collect()
            gc.freeze()
        return _loaded[code]


def few_threads(pairs: Iterable[Pair]) -> None:
    """One thread while only small pairs are loaded. A pass through one is some thirty short products; where several
    threads must wait for each other after each, anything else that runs on the machine, a browser that draws, makes
    the pass many times slower, while a second core alone gains next to nothing. OMP_NUM_THREADS decides otherwise."""
    if "OMP_NUM_THREADS" not in os.environ:
        torch.set_num_threads(1 if all(pair.bytes <= SMALL for pair in pairs) else THREADS)


def read_pair(spec: PairSpec) -> Pair:
    """Read and check a pair; see `load_pair`. Words of a model that its tokenizer lacks (padding) are dropped."""
    text = read_text(spec.target, begin=spec.begin)
    if spec.draft is not None:
        check_same_words(text, read_text(spec.draft))
    weights = {"target": fingerprint(weight_files(spec.target))}
    new_target = read_model(spec.target, text, "target")
    new_draft = None
    if spec.draft is not None:
        weights["draft"] = fingerprint(weight_files(spec.draft))
        new_draft = read_model(spec.draft, text, "draft")
    size = sum(path.stat().st_size for path in weight_files(spec.target))
    return Pair(spec, text, new_target, new_draft, weights, size)


def read_model(folder: Path, text: Text, role: str) -> Callable[[], Target]:
    """Read one model, lean where that is possible; returns what makes sessions of it."""
    config = read_config(folder)
    try:
        shape = shape_of(config)
    except NotLean:
        from tower.models.general import GeneralModel, load_general

        model = load_general(folder)
        check_covers(int(model.config.get_text_config().vocab_size), text, role)
        return lambda: GeneralModel(model, vocab_size=text.size)
    check_covers(shape.vocabulary, text, role)
    weights = arrange(shape, read_tensors(folder), vocab_size=text.size)
    return lambda: LeanLlama(weights)
