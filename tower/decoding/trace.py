"""What happened, as plain data: ids and numbers, no tensors and no text. One Round is one haul.

Every number that a screen shows is here and was made in one place, the decoder. Knows no tokenizer (text is added when
a trace is written, `trace_json.py`) and no screen. Two traces are equal when they differ in nothing but seconds.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from tower.decoding.trace_totals import Totals, totals_of

if TYPE_CHECKING:
    from tower.decoding.trace_json import Render

SCHEMA = "oracle-tower/trace@1"

Verdict = Literal["accepted", "rejected", "discarded", "cut"]
Kind = Literal["correction", "residual", "bonus", "plain"]
Finish = Literal["length", "eos", "stop", "context", "running"]
Top = tuple[tuple[int, float], ...]
"""The likeliest words of a law, (id, probability), likeliest first, none of probability 0."""


@dataclass(frozen=True, slots=True)
class Slip:
    """One drafted word and what became of it.

    parent: index of the slip before it, -1 for the last written word. q, p: what draft and target give it after the
    warp, q_raw and p_raw before. accept: its chance to be kept; u: the draw that it met. Both None when it was not
    tested; u also where nothing was left to chance. draft_u: the draw that chose it. overlap: sum min(p, q). In a
    tree, p and overlap speak of the target's whole law, accept of what its earlier siblings left of it.
    residual_top: what would be (or was) drawn instead; None when untested or when nothing could be sent back.
    The *_raw_top are None where the warp changes nothing or the draft has no law of its own; a certain slip (q one-hot)
    of a draft that has one always shows it there, as the slips of a tree do.
    """

    id: int
    parent: int
    q: float
    p: float
    q_raw: float
    p_raw: float
    accept: float | None
    u: float | None
    draft_u: float | None
    overlap: float | None
    verdict: Verdict
    q_top: Top
    p_top: Top
    residual_top: Top | None
    q_raw_top: Top | None
    p_raw_top: Top | None


@dataclass(frozen=True, slots=True)
class Emitted:
    """The word that the target itself wrote at the end of a round: p, p_raw and tops of its print, u the draw.

    p is the target's law even where the word was drawn from a residual. u is None where nothing was left to chance.
    """

    id: int
    kind: Kind
    p: float
    p_raw: float
    u: float | None
    p_top: Top
    p_raw_top: Top | None


@dataclass(frozen=True, slots=True)
class LastPrint:
    """The target's print after the last slip, used (bonus) or not."""

    p_top: Top
    p_raw_top: Top | None


@dataclass(frozen=True, slots=True)
class CacheLengths:
    """Words in the caches. target: before the round, after the pass, kept. draft: before, after drafting, kept."""

    target: tuple[int, int, int]
    draft: tuple[int, int, int] | None


@dataclass(frozen=True, slots=True)
class Seconds:
    """Measured: drafting, the target's pass, everything else of the round."""

    draft: float
    verify: float
    other: float


@dataclass(frozen=True, slots=True)
class Served:
    """What a target behind a server was asked for. hauls: how often it had to read its weights. recomputed: places of
    the text that it had computed before and computed again, at most. received: bytes that came back."""

    hauls: int
    recomputed: int = field(compare=False)  # what a server still remembers depends on who else asked
    received: int = field(compare=False)

    def __add__(self, other: Served) -> Served:
        return Served(self.hauls + other.hauls, self.recomputed + other.recomputed, self.received + other.received)


@dataclass(frozen=True, slots=True)
class Round:
    """One haul. start: index in the text of the first word it wrote; tokens: the words it wrote. served: of a target
    behind a server, which may need further hauls in a round; None where the target is at hand."""

    index: int
    start: int
    drafts: tuple[Slip, ...]
    emitted: Emitted | None
    last: LastPrint
    tokens: tuple[int, ...]
    cache: CacheLengths
    draft_steps: int
    seconds: Seconds = field(compare=False)
    served: Served | None = None


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that decides a run. drafter `none` and rule None: plain decoding. k: words asked of the drafter."""

    pair: str
    drafter: str
    drafter_parameters: Mapping[str, float]
    rule: str | None
    rule_parameters: Mapping[str, float]
    k: int
    temperature: float
    top_k: int
    top_p: float
    seed: int
    max_new_tokens: int
    dtype: str


@dataclass(frozen=True, slots=True)
class MadeWith:
    """What it ran on: fingerprints of the weights by role, versions by package, threads."""

    weights: Mapping[str, str]
    versions: Mapping[str, str]
    threads: int


@dataclass(frozen=True, slots=True)
class Prefill:
    """The prompt but its last word, read before the first round; no haul."""

    tokens: int
    seconds: float = field(compare=False)


@dataclass(frozen=True, slots=True)
class Trace:
    """A run so far. prompt: its ids. finish: why it ended, `running` while it has not."""

    settings: Settings
    made_with: MadeWith
    prompt: tuple[int, ...]
    prefill: Prefill
    rounds: tuple[Round, ...]
    finish: Finish

    @property
    def tokens(self) -> tuple[int, ...]:
        """The written words, in order, without the prompt."""
        return tuple(word for a_round in self.rounds for word in a_round.tokens)

    def to_json(self, render: Render) -> dict[str, Any]:
        """The trace with its text, ready for `json.dumps`; see `trace_json.py`."""
        from tower.decoding.trace_json import trace_json

        return trace_json(self, render)

    @staticmethod
    def from_json(data: str | bytes | Mapping[str, Any]) -> Trace:
        """A trace from a file of anybody's. Raises TraceError; `trace_schema.load` also gives the checked document."""
        from tower.decoding.trace_schema import load

        return load(data).trace

    @property
    def totals(self) -> Totals:
        """Counts and rates, computed from the rounds."""
        return totals_of(self.rounds)
