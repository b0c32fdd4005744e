"""What a tally asks of the two models, and each question only once. Draws nothing, counts nothing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from tower.decoding.distribution import Floats, Warp
from tower.decoding.errors import PromptError, SettingError
from tower.decoding.target import Target
from tower.experiments.tally.guesses import Guess
from tower.experiments.tally.paths import Paths
from tower.experiments.tally.trees import Siblings, Tree, TreeGuess

MOST_TOKENS = 3
_KEPT_BYTES = 160 << 20  # laws kept for another visit; beyond this, those of later beginnings are let go

Key = tuple[int, int]
T = TypeVar("T")


class Ground:
    """The laws p of the target and q of the draft after the prompt and any path, warped; of some drafters, their trees.

    scored: beginnings that the target was asked about so far.
    """

    def __init__(
        self,
        target: Target,
        guess: Guess | TreeGuess | None,
        warp: Warp,
        prompt: Sequence[int],
        *,
        k: int,
        tokens: int,
        lock: AbstractContextManager[object] | None = None,
    ) -> None:
        """lock: held while a model works, where others use the same models. Raises PromptError, SettingError."""
        if not prompt:
            raise PromptError("prompt-empty", "the prompt is empty")
        most = target.context - tokens - k
        if len(prompt) > most:
            raise PromptError(
                "prompt-too-long", f"the prompt has {len(prompt)} tokens; at most {most} leave room for whole rounds",
                length=len(prompt), most=most,
            )  # fmt: skip
        if k < 1:
            raise SettingError("k-range", f"k must be at least 1, not {k}", value=k)
        if not 1 <= tokens <= MOST_TOKENS:
            raise SettingError(
                "tally-tokens", f"a tally counts 1 to {MOST_TOKENS} words, not {tokens}", value=tokens, most=MOST_TOKENS
            )
        self.prompt, self.k, self.tokens = tuple(prompt), k, tokens
        self.guess = guess
        self.paths = Paths(target.vocab_size, target.eos_ids)
        self.scored = 0
        self._target, self._warp, self._lock = target, warp, lock or nullcontext()
        self._p: dict[Key, Floats] = {}
        self._q: dict[Key, tuple[Floats, bool]] = {}
        self._trees: dict[Key, Tree] = {}
        self._room = _KEPT_BYTES // (4 * target.vocab_size)

    def p(self, paths: Sequence[int]) -> Floats:
        """The target's laws [B, V] after these paths."""
        keys = [(path, 0) for path in paths]
        laws: list[Floats] = self._known(self._p, keys, self._ask_target)
        return np.stack(laws)

    def q(self, paths: Sequence[int], slips: Sequence[int]) -> tuple[Floats, NDArray[np.bool_]]:
        """The laws [B, V] of the next slip, and whether there is one; slips[i] slips of the same round end path i."""
        assert self.guess is not None and not isinstance(self.guess, TreeGuess)
        keys = [(path, slip if self.guess.remembers else 0) for path, slip in zip(paths, slips, strict=True)]
        laws, offered = zip(*self._known(self._q, keys, self._ask_guess), strict=True)
        return np.stack(laws), np.array(offered, dtype=np.bool_)

    @property
    def branching(self) -> bool:
        """Whether the drafter writes trees: then it has `siblings` and no q."""
        return isinstance(self.guess, TreeGuess)

    def siblings(self, paths: Sequence[int], slips: Sequence[int]) -> list[Siblings]:
        """The slips that go on from each path, none where its tree ends; slips[i] slips of the round end path i."""
        roots = [self.paths.before(path, slip) for path, slip in zip(paths, slips, strict=True)]
        trees = self._known(self._trees, [(root, 0) for root in roots], self._ask_for_trees)
        kept = (self.paths.words(path)[-slip:] if slip else () for path, slip in zip(paths, slips, strict=True))
        return [tree.get(words, Siblings()) for tree, words in zip(trees, kept, strict=True)]

    def _text(self, path: int) -> tuple[int, ...]:
        return self.prompt + self.paths.words(path)

    def _known(self, known: dict[Key, T], keys: Sequence[Key], ask: Callable[[list[Key]], list[T]]) -> list[T]:
        missing = [key for key in dict.fromkeys(keys) if key not in known]
        answers = dict(zip(missing, ask(missing), strict=True)) if missing else {}
        for key, answer in answers.items():
            if len(self._p) + len(self._q) + len(self._trees) >= self._room:
                break
            known[key] = answer
        return [answers[key] if key in answers else known[key] for key in keys]

    def _ask_target(self, keys: list[Key]) -> list[Floats]:
        self.scored += len(keys)
        with self._lock:
            logits = self._target.score_batch([self._text(path) for path, _ in keys])
        laws = self._warp(logits)
        return [law.copy() for law in laws]  # a copy lets go of its batch

    def _ask_for_trees(self, keys: list[Key]) -> list[Tree]:
        assert isinstance(self.guess, TreeGuess)
        with self._lock:
            return [self.guess.tree(self._text(path), self.k, self._warp) for path, _ in keys]

    def _ask_guess(self, keys: list[Key]) -> list[tuple[Floats, bool]]:
        assert self.guess is not None and not isinstance(self.guess, TreeGuess)
        with self._lock:
            texts = [self._text(path) for path, _ in keys]
            laws, offered = self.guess.laws(texts, [slip for _, slip in keys], self._warp)
        return [(law.copy(), bool(offers)) for law, offers in zip(laws, offered, strict=True)]
