"""The loop: draft, one haul, judge, write. Plain decoding is the same loop without a drafter.

Between two rounds the target's cache holds every word but the last. A round either happens as a whole or, when anything
in it fails, leaves words, cache and luck as they were. Knows ids only: no tokenizer, no screen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from time import perf_counter

from tower.decoding.distribution import Floats, Warp
from tower.decoding.drafters.base import Draft, Drafter
from tower.decoding.draws import Draws
from tower.decoding.errors import LogitsError
from tower.decoding.record import Scratch, slips_and_prints
from tower.decoding.rulebook import parameters_of
from tower.decoding.rules import Rule, Speculative
from tower.decoding.target import Scores, Target
from tower.decoding.trace import CacheLengths, Finish, MadeWith, Prefill, Round, Seconds, Settings, Trace
from tower.decoding.verify import Judgement, check_draft, verify
from tower.decoding.wishes import check_wishes

Stop = Callable[[Sequence[int]], bool]


@dataclass(frozen=True, slots=True)
class Notice:
    """Something that a reader should be told about a run; code and values, for any language."""

    code: str
    values: Mapping[str, int]


class Run(Iterator[Round]):
    """A decoding in progress: iterate for rounds, as few or as many as wanted, whenever wanted.

    finish: `running` until the iteration is over. written: the words so far without the prompt. notices: what was
    changed about the wishes, e.g. k above the drafter's depth.
    """

    def __init__(
        self,
        target: Target,
        drafter: Drafter | None,
        rule: Rule,
        warp: Warp,
        draws: Draws,
        prompt: Sequence[int],
        *,
        k: int,
        max_new_tokens: int,
        stop: Stop | None = None,
        detail: int = 8,
    ) -> None:
        """Checks everything, then reads the prompt but its last word into both caches. See `speculative`."""
        check_wishes(target, prompt, k, max_new_tokens, detail)
        self.notices: tuple[Notice, ...] = ()
        if drafter is not None and k > drafter.max_k:
            self.notices = (Notice("k-clamped", {"k": k, "max_k": drafter.max_k}),)
            k = drafter.max_k
        self.k = k if drafter is not None else 0
        self.finish: Finish = "running"
        self.prompt = tuple(prompt)
        self.rounds: list[Round] = []
        self._ids = list(prompt)
        self._target, self._drafter, self._rule = target, drafter, rule
        self._warp, self._draws, self._stop, self._detail = warp, draws, stop, detail
        self._max_new_tokens = max_new_tokens
        self._scratch = Scratch()
        began = perf_counter()
        target.reset()
        features = target.prefill(self.prompt[:-1]) if len(prompt) > 1 else None
        if drafter is not None:
            drafter.start(self.prompt, features)
        self.prefill = Prefill(len(prompt) - 1, perf_counter() - began)

    @property
    def written(self) -> tuple[int, ...]:
        """The words written so far, without the prompt."""
        return tuple(self._ids[len(self.prompt) :])

    def __next__(self) -> Round:
        """One round. Raises what target or drafter raised, then nothing has changed and a next call tries anew."""
        if self.finish != "running":
            raise StopIteration
        cached = len(self._ids) - 1
        try:
            a_round, finish = self._round(perf_counter(), cached)
        except BaseException:
            if self._target.length > cached:
                self._target.rewind(cached)
            raise
        self.rounds.append(a_round)
        self._ids.extend(a_round.tokens)
        self.finish = finish
        return a_round

    def trace(self, *, pair: str = "", dtype: str = "float32", made_with: MadeWith | None = None) -> Trace:
        """All rounds so far with the run's settings. pair, dtype, made_with: what the decoder can't know."""
        plain = self._drafter is None
        settings = Settings(
            pair=pair,
            drafter="none" if self._drafter is None else self._drafter.name,
            drafter_parameters={} if self._drafter is None else dict(self._drafter.parameters),
            rule=None if plain else self._rule.code,
            rule_parameters={} if plain else parameters_of(self._rule),
            k=self.k,
            temperature=self._warp.temperature,
            top_k=self._warp.top_k,
            top_p=self._warp.top_p,
            seed=self._draws.seed,
            max_new_tokens=self._max_new_tokens,
            dtype=dtype,
        )
        made_with = made_with or MadeWith({}, {}, 0)
        return Trace(settings, made_with, self.prompt, self.prefill, tuple(self.rounds), self.finish)

    def _round(self, began: float, cached: int) -> tuple[Round, Finish]:
        target, drafter, warp = self._target, self._drafter, self._warp
        start, room = len(self._ids), self._room()
        k = min(self.k, room - 1)  # k slips and the target's own word must fit

        draft_began = perf_counter()
        draft = Draft() if drafter is None else drafter.propose(self._ids, k, warp, self._draws, self._rule.drawn)
        drafted = perf_counter()
        check_draft(draft, target.vocab_size, k)
        draft = draft.first(target.context - start)  # a tree may be broader than the rest of the cache
        rows = [self._ids[-1], *draft.ids]
        chain = all(parent == slip - 1 for slip, parent in enumerate(draft.parents))
        parents = None if chain else [-1, *(parent + 1 for parent in draft.parents)]

        pass_began = perf_counter()
        scores = target.score(rows, parents)
        passed = perf_counter()
        if scores.logits.shape != (len(rows), target.vocab_size):
            raise LogitsError("logits-shape", f"the target returned logits of shape {scores.logits.shape}")
        scores, p, judged, fetching = self._judged(scores, draft, start)
        tokens = [draft.ids[slip] for slip in judged.path]
        if judged.emitted is not None:
            tokens.append(judged.emitted)
        finish = judged.end or self._finish(tokens, room)
        slips, emitted, last = slips_and_prints(
            scores.logits, p, draft, judged, warp, self._detail, self._scratch, scores.partial
        )

        settle_began = perf_counter()
        kept_rows = [0, *(slip + 1 for slip in judged.path)]
        target.keep(kept_rows)
        settled = perf_counter()
        draft_kept = None if drafter is None else drafter.commit([*self._ids, *tokens], scores.features, kept_rows)
        committed = perf_counter()
        caches = CacheLengths(
            target=(cached, cached + len(rows), target.length),
            draft=None if draft.cache is None or draft_kept is None else (*draft.cache, draft_kept),
        )
        drafting = drafted - draft_began + committed - settled
        verifying = passed - pass_began + fetching + settled - settle_began
        seconds = Seconds(drafting, verifying, perf_counter() - began - drafting - verifying)
        index = len(self.rounds)
        return (
            Round(index, start, slips, emitted, last, tuple(tokens), caches, draft.steps, seconds, scores.served),
            finish,
        )

    def _judged(self, scores: Scores, draft: Draft, start: int) -> tuple[Scores, Floats, Judgement, float]:
        """The draft judged, and the seconds spent on fetching. Where the target's word is to be drawn from a row that
        is known in part, the row is fetched and the draft judged anew: luck has addresses, so it meets the same."""
        fetching = 0.0
        while True:
            p = self._warp(scores.logits)
            judged = verify(p, draft, self._rule, self._draws, start, greedy=self._warp.greedy, ended=self._ended)
            row = judged.path[-1] + 1 if judged.path else 0
            if judged.emitted is None or row not in scores.partial:
                return scores, p, judged, fetching
            began = perf_counter()
            scores = scores.completed(row)
            fetching += perf_counter() - began

    def _room(self) -> int:
        """Words that may still be written, by the wish and by the context. A text never outgrows the context."""
        return min(self._max_new_tokens - len(self._ids) + len(self.prompt), self._target.context - len(self._ids))

    def _ended(self, words: Sequence[int]) -> Finish | None:
        """Whether the text is over after these further words; each prefix of them was asked before."""
        if words[-1] in self._target.eos_ids:
            return "eos"
        if self._stop is not None and self._stop([*self._ids[len(self.prompt) :], *words]):
            return "stop"
        return None

    def _finish(self, tokens: Sequence[int], room: int) -> Finish:
        end = self._ended(tokens)
        if end is not None:
            return end
        if len(tokens) < room:
            return "running"
        full = len(self._ids) - len(self.prompt) + len(tokens) >= self._max_new_tokens
        return "length" if full else "context"


def speculative(
    target: Target,
    drafter: Drafter,
    rule: Rule,
    warp: Warp,
    draws: Draws,
    prompt: Sequence[int],
    *,
    k: int,
    max_new_tokens: int,
    stop: Stop | None = None,
    detail: int = 8,
) -> Run:
    """Draft up to k words, score them all in one haul, keep what `rule` keeps, add one word of the target's.

    Leviathan et al. 2211.17192, Chen et al. 2302.01318. prompt: ids, at least one, shorter than the target's context.
    k is lowered to the drafter's depth (a notice says so) and, near either limit, so that max_new_tokens is exact and
    the text stays within the context. stop: asked after every word with all words written so far; true ends the run,
    and nothing behind that word is written or counted. detail: likeliest words to note at each print, 1 to 64.

    Raises PromptError, SettingError; on iteration DraftError, LogitsError, or what the models raise.
    """
    return Run(target, drafter, rule, warp, draws, prompt, k=k, max_new_tokens=max_new_tokens, stop=stop, detail=detail)


def autoregressive(
    target: Target,
    warp: Warp,
    draws: Draws,
    prompt: Sequence[int],
    *,
    max_new_tokens: int,
    stop: Stop | None = None,
    detail: int = 8,
) -> Run:
    """One word a haul, each drawn from the target's law: the same rounds, without drafts. See `speculative`."""
    rule = Speculative()
    return Run(target, None, rule, warp, draws, prompt, k=1, max_new_tokens=max_new_tokens, stop=stop, detail=detail)
