"""From settings to a run in progress: the one door that the command line, the screen and the experiments use.

Imports torch only when a run starts.
"""

from __future__ import annotations

import platform
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

from tower.decoding.decoder import Notice, autoregressive, speculative
from tower.decoding.draws import Draws
from tower.decoding.rules import Speculative
from tower.decoding.trace import Finish, MadeWith, Round, Trace
from tower.decoding.trace_json import continued_json, trace_json
from tower.models.settings import RunSettings

if TYPE_CHECKING:
    from tower.decoding.decoder import Run as Decoding
    from tower.models.loading import Pair


class Run(Iterator[Round]):
    """A run in progress: iterate for rounds, as few or as many as wanted, whenever wanted.

    One pair serves many runs at once; a round waits for its turn, and that wait is in no figure.
    """

    def __init__(self, settings: RunSettings, pair: Pair, decoding: Decoding) -> None:
        self.settings = settings
        self.pair = pair
        self._decoding = decoding

    def __next__(self) -> Round:
        with self.pair.lock:
            return next(self._decoding)

    @property
    def finish(self) -> Finish:
        """Why the run ended; `running` while it has not."""
        return self._decoding.finish

    @property
    def notices(self) -> tuple[Notice, ...]:
        """What was changed about the wishes."""
        return self._decoding.notices

    @property
    def rounds(self) -> tuple[Round, ...]:
        """The rounds so far."""
        return tuple(self._decoding.rounds)

    @property
    def prompt(self) -> tuple[int, ...]:
        """Ids of the prompt, the opening token included."""
        return self._decoding.prompt

    @property
    def text(self) -> str:
        """What has been written so far, without the prompt."""
        return self.pair.text.decode(self._decoding.written)

    def trace(self) -> Trace:
        """All rounds so far as data."""
        spec = self.pair.spec
        drafter = self.settings.drafter if self._decoding.k else "none"
        made = made_with(self.pair, drafter)
        return self._decoding.trace(pair=self.settings.pair, dtype=spec.dtype, made_with=made)

    def trace_json(self, known: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """All rounds so far as a JSON document, with the texts of all tokens. known: an earlier answer."""
        if not known:
            return trace_json(self.trace(), self.pair.text)
        return continued_json(known, self.trace(), self.pair.text)


def start_run(settings: RunSettings, *, detail: int = 8) -> Run:
    """Load the pair if need be, read the prompt, and stand ready for the first round.

    detail: how many of the likeliest words to note at each print.
    Raises PromptError `prompt-too-long`, `prompt-encoding`; ModelError where the pair cannot be loaded or has no such
    drafter.
    """
    # torch takes seconds to import, and a page must not wait for it
    from tower.models.loading import load_pair

    return start(settings, load_pair(settings.pair), detail=detail)


def start_plain(settings: RunSettings, *, detail: int = 8) -> Run:
    """The same prompt, seed and law decoded by the target alone."""
    from tower.models.loading import load_pair

    return start(settings, load_pair(settings.pair), plain=True, detail=detail)


def start(settings: RunSettings, pair: Pair, *, plain: bool = False, detail: int = 8) -> Run:
    """A run on a pair at hand; see `start_run`. plain: without a drafter, whatever the settings say."""
    prompt = pair.encode_prompt(settings.prompt, pair.new_target().context, chat=settings.chat)
    return go_on(settings, pair, prompt, Draws(settings.seed), plain=plain, detail=detail)


def go_on(
    settings: RunSettings, pair: Pair, prompt: Sequence[int], draws: Draws, *, plain: bool = False, detail: int = 8
) -> Run:
    """`start` from ids and luck at hand, whatever the settings' own prompt and seed are."""
    plain = plain or settings.drafter == "none"
    if pair.served is not None:  # a server returns only so many likeliest words
        detail = min(detail, pair.served.abilities.likeliest)
    rule = Speculative() if plain else settings.make_rule()
    target, length = pair.session(settings.warp, rule, detail), settings.max_new_tokens
    with pair.lock:
        if plain:
            decoding = autoregressive(target, settings.warp, draws, prompt, max_new_tokens=length, detail=detail)
        else:
            drafter = pair.drafter(settings.drafter, target)
            decoding = speculative(
                target,
                drafter,
                rule,
                settings.warp,
                draws,
                prompt,
                k=settings.k,
                max_new_tokens=length,
                detail=detail,
            )
    return Run(settings, pair, decoding)


def made_with(pair: Pair, drafter: str = "none") -> MadeWith:
    """Weights, versions and threads behind a run. drafter: its code, where a trained head may be behind it."""
    import torch

    heads = {} if pair.heads is None else pair.heads.fingerprints(drafter)
    return MadeWith({**pair.weights, **heads}, _versions(), torch.get_num_threads())


@cache
def _versions() -> dict[str, str]:
    return {"python": platform.python_version()} | {name: version(name) for name in ("torch", "numpy", "tokenizers")}
