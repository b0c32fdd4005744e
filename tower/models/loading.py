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
from typing import TYPE_CHECKING

import torch

from tower.decoding.distribution import Warp
from tower.decoding.drafters.base import Drafter
from tower.decoding.drafters.prompt_lookup import PromptLookup
from tower.decoding.drafters.small_model import SmallModel
from tower.decoding.rules import Rule
from tower.decoding.target import Target
from tower.models.chat import Chat, read_chat
from tower.models.deployment import large_pairs
from tower.models.errors import ModelError
from tower.models.fair_lock import FairLock
from tower.models.fingerprint import fingerprint
from tower.models.heads.kinds import KIND_OF
from tower.models.heads.shelf import Heads
from tower.models.lean import LeanLlama
from tower.models.llama_shape import NotLean, read_config, shape_of
from tower.models.llama_weights import arrange, read_tensors
from tower.models.pairs import PairSpec, pair_spec
from tower.models.settings import DRAFTERS
from tower.models.text import Text, read_text
from tower.models.vocabulary import check_covers, check_same_words
from tower.models.weight_files import weight_files

if TYPE_CHECKING:
    from tower.models.served.loading import ServedModel


@dataclass(frozen=True, slots=True)
class Pair:
    """A loaded pair. text: its tokenizer. weights: fingerprints by role. bytes: of the target's files. chat: the
    target's template, None where it has none. heads: trained for this target, None without any. served: the model at
    its server, None where it is here. lock: one round at a time, in turn.

    new_target, new_draft: make a session with an empty cache; new_draft is None where the pair has no draft.
    """

    spec: PairSpec
    text: Text
    new_target: Callable[[], Target]
    new_draft: Callable[[], Target] | None
    weights: Mapping[str, str]
    bytes: int
    chat: Chat | None = None
    heads: Heads | None = None
    served: ServedModel | None = None
    lock: FairLock = field(default_factory=FairLock)

    def encode_prompt(self, prompt: str, context: int, *, chat: bool) -> list[int]:
        """Ids of a prompt, in the target's chat template if that is wanted and there is one. Raises PromptError."""
        if chat and self.chat is not None:
            return self.chat.encode(prompt, self.text, context)
        return self.text.encode_prompt(prompt, context)

    def session(self, warp: Warp, rule: Rule, detail: int) -> Target:
        """A session with an empty cache whose rows hold what this law needs: all, unless the target is served. detail:
        likeliest words to be noted. Raises ModelError `served-greedy-only`."""
        return self.new_target() if self.served is None else self.served.session(warp, rule, detail)

    def drafter(self, code: str, target: Target | None = None) -> Drafter:
        """A drafter for a session of the target, by default one of its own; drafters that live on its hidden states
        make it hand them out. Raises ModelError `drafter-unknown`, `draft-missing`, `head-missing`, `head-target`."""
        if code == "prompt-lookup":
            return PromptLookup()
        if code in KIND_OF:
            if self.heads is None:
                kind, pair = KIND_OF[code], self.spec.code
                raise ModelError("head-missing", f"pair {pair} has no trained {kind} head", head=kind, pair=pair)
            return self.heads.drafter(code, self.new_target() if target is None else target)
        if code != "small":
            known = ", ".join(DRAFTERS)
            raise ModelError("drafter-unknown", f"no drafter {code!r}; there are: {known}", drafter=code, known=known)
        if self.new_draft is None:
            raise ModelError("draft-missing", f"pair {self.spec.code} has no small model", pair=self.spec.code)
        return SmallModel(self.new_draft())


SMALL = 100 * 2**20  # bytes of weight files
THREADS = torch.get_num_threads()  # what torch would use by itself

CONTEXT = 4096
"""Words that a session of the lean pass holds at most: memory for a cache is set aside by its context."""

_loaded: dict[str, Pair] = {}  # least recently used first
_table = Lock()  # around every change of _loaded, never held for long
_loading = Lock()


def load_pair(code: str) -> Pair:
    """The pair of this code, loaded at the first call; later calls and other threads get the same one.

    Raises ModelError where it is unknown, incomplete, unreadable, or its two vocabularies differ.
    """
    spec = pair_spec(code)
    if (pair := _used(spec)) is not None:  # nobody who has a pair waits for another one's loading
        return pair
    with _loading:
        if (pair := _used(spec)) is not None:
            return pair
        if spec.fetched_bytes and spec.missing:
            message = f"pair {code} is not fetched yet: python -m tower fetch {code}"
            raise ModelError("pair-not-fetched", message, pair=code, fetch=code)
        pair = read_pair(spec)
        with _table:
            _loaded[code] = pair
            _make_room()
        few_threads(list(_loaded.values()))
        # tens of thousands of objects that will never be garbage: collections need not look at them again
        gc.collect()
        gc.freeze()
        return pair


def in_memory() -> tuple[str, ...]:
    """Codes of the loaded pairs, least recently used first."""
    return tuple(_loaded)


def _used(spec: PairSpec) -> Pair | None:
    """The pair, if it is loaded as it is specified now; it is now the last one used."""
    with _table:
        pair = _loaded.pop(spec.code, None)
        if pair is None or pair.spec != spec:
            return None
        _loaded[spec.code] = pair
        return pair


def _make_room() -> None:
    """Only so many pairs over SMALL stay; the least recently used one goes first."""
    large = [code for code, pair in _loaded.items() if pair.bytes > SMALL]
    gone = large[: -large_pairs()]
    for code in gone:
        del _loaded[code]
    if gone:
        gc.unfreeze()  # what is frozen is never collected


def few_threads(pairs: Iterable[Pair]) -> None:
    """One thread while only small pairs are loaded. A pass through one is some thirty short products; where several
    threads must wait for each other after each, anything else that runs on the machine, a browser that draws, makes
    the pass many times slower, while a second core alone gains next to nothing. OMP_NUM_THREADS decides otherwise."""
    if "OMP_NUM_THREADS" not in os.environ:
        torch.set_num_threads(1 if all(pair.bytes <= SMALL for pair in pairs) else THREADS)


def read_pair(spec: PairSpec) -> Pair:
    """Read and check a pair; see `load_pair`. Words of a model that its tokenizer lacks (padding) are dropped."""
    if spec.server is not None:
        from tower.models.served.loading import read_served

        return read_served(spec, spec.server)
    text = read_text(spec.target, begin=spec.begin)
    if spec.draft is not None:
        check_same_words(text, read_text(spec.draft))
    weights = {"target": fingerprint(weight_files(spec.target))}
    where = {"device": spec.device, "dtype": spec.dtype}
    new_target = read_model(spec.target, text, "target", **where)
    new_draft = None
    if spec.draft is not None:
        weights["draft"] = fingerprint(weight_files(spec.draft))
        new_draft = read_model(spec.draft, text, "draft", **where)
    size = sum(path.stat().st_size for path in weight_files(spec.target))
    heads = None if spec.heads is None else Heads(spec.heads, weights["target"], spec.target)
    return Pair(spec, text, new_target, new_draft, weights, size, read_chat(spec.target), heads)


def read_model(
    folder: Path, text: Text, role: str, *, device: str = "cpu", dtype: str = "float32"
) -> Callable[[], Target]:
    """Read one model, lean where that is possible; returns what makes sessions of it."""
    config = read_config(folder)
    try:
        if (device, dtype) != ("cpu", "float32"):
            raise NotLean(f"{dtype} on {device}")
        shape = shape_of(config)
    except NotLean:
        from tower.models.general import GeneralModel, load_general

        model = load_general(folder, device=device, dtype=dtype)
        check_covers(int(model.config.get_text_config().vocab_size), text, role)
        return lambda: GeneralModel(model, vocab_size=text.size)
    check_covers(shape.vocabulary, text, role)
    weights = arrange(shape, read_tensors(folder), vocab_size=text.size, context=CONTEXT)
    return lambda: LeanLlama(weights)
