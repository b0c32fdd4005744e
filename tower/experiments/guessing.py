"""A person drafts for the real target: text in, one round out, as often as wanted. Imports torch when a game begins."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from tower.decoding.decoder import speculative
from tower.decoding.drafters.handwritten import Handwritten
from tower.decoding.draws import Draws
from tower.decoding.trace import Round
from tower.models.runs import Run, start_run
from tower.models.settings import RunSettings

LENGTH = 48  # words until the game is over


class Guessing:
    """One game: the text grows by a round for each row of guesses, tested greedily by the pair's target.

    id: tells games apart. dropped: tokens of the last row for which the tray had no room.
    """

    def __init__(self, prompt: str, pair: str = "tower") -> None:
        """Raises PromptError, ModelError."""
        from tower.models.loading import load_pair  # torch takes seconds to import

        self.settings = RunSettings(prompt=prompt, pair=pair, k=Handwritten.max_k, max_new_tokens=LENGTH)
        loaded = load_pair(pair)
        target = loaded.new_target()
        ids = loaded.text.encode_prompt(prompt, target.context)
        self._drafter = Handwritten()
        with loaded.lock:
            decoding = speculative(
                target, self._drafter, self.settings.make_rule(), self.settings.warp, Draws(0), ids,
                k=self.settings.k, max_new_tokens=LENGTH,
            )  # fmt: skip
        self._run = Run(self.settings, loaded, decoding)
        self._of_the_draft: dict[str, Any] | None = None
        self.dropped = 0
        self.id = uuid4().hex

    @property
    def over(self) -> bool:
        return self._run.finish != "running"

    @property
    def text(self) -> str:
        """All words so far, the prompt included."""
        return self.settings.prompt + self._run.text

    def guess(self, typed: str) -> Round:
        """One round with these words as its slips.

        Raises PromptError where the text is no Unicode; StopIteration when the game is over.
        """
        ids = self._run.pair.text.encode(joined(self.text, typed))
        self.dropped = max(0, len(ids) - self.settings.k)
        self._drafter.lay(ids)
        return next(self._run)

    def document(self) -> dict[str, Any]:
        """The game so far as trace JSON."""
        return self._run.trace_json()

    def of_the_draft(self) -> dict[str, Any]:
        """Trace JSON of the pair's own draft on the same beginning, for the same number of words."""
        words = sum(len(a_round.tokens) for a_round in self._run.rounds)
        if self._of_the_draft is not None and self._of_the_draft["settings"]["max_new_tokens"] == words:
            return self._of_the_draft
        run = start_run(RunSettings(prompt=self.settings.prompt, pair=self.settings.pair, max_new_tokens=words))
        for _ in run:
            pass
        self._of_the_draft = run.trace_json()
        return self._of_the_draft


def joined(before: str, typed: str) -> str:
    """`typed` as it continues `before`: with a space in front where Latin words meet."""
    typed = typed.strip()
    latin = typed[:1].isascii() and (typed[:1].isalnum() or typed[:1] in "\"'(")
    meets = before[-1:].isascii() and not before[-1:].isspace()
    return f" {typed}" if latin and meets else typed
