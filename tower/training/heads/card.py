"""Model cards of the heads, filled in from their configuration and the oracle's card. Knows no figure by heart."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from safetensors import safe_open

from tower.models.heads.frequent import NAME

from ..corpus import LATE_SHARES
from ..distil import HARD_SHARE
from .losses import FADE
from .states import GREEDY, TEXTS

WHAT = {
    "early-exit": """\
The stream after the oracle's first {layer} of {layers} blocks goes through one gated layer of its own (hidden width
{hidden}, added to the stream) and straight to the oracle's final norm and unembedding. It drafts word by word: each
drafted word is fed to those {layer} blocks, whose keys and values the oracle needs anyway. The oracle itself was not
trained for early exits.""",
    "medusa": """\
{heads} heads, one a slip: each is one linear layer with SiLU, added to the oracle's normalised last stream, then the
oracle's own unembedding (the shape of Medusa-1). The stream is that of the word *before* the last written one, so the
heads do not know the last written word, nor any word of each other. At temperature 0 the stream all but tells that
word; at 1 it was drawn, and not knowing it costs them most.""",
    "mtp": """\
One Llama block of its own ({attention_heads} attention heads, hidden width {hidden}) over the oracle's last stream of a
word joined with the embedding of the next one (the shape of DeepSeek-V3's multi-token prediction), then the oracle's
final norm and unembedding. Trained for one word ahead only; it goes on by taking its own output for the next stream,
which it has never met in training.""",
    "eagle": """\
The oracle's streams after blocks {taps} are fused into one feature, joined with the embedding of the next word, and go
through one Llama block ({attention_heads} attention heads, hidden width {hidden}), then the oracle's final norm and
unembedding (the shape of EAGLE-3, with the whole vocabulary). Training unrolls four slips, each fed with the block's
own output for the last: later slips meet in decoding what they met in training. The same weights draft chains and
trees.""",
}
TEXT = """\
---
license: mit
language: [zh, en]
---

# {kind}: a drafter that reads the oracle's streams

{what}

{parameters:,} parameters, {bytes:,} bytes in fp16. It works with one oracle only (`assets/models/oracle`), whose
embeddings, final norm and unembedding it uses and does not store again. SHA-256 of that oracle's weights:
`{target}`.

In decoding it scores only the {frequent:,} of {vocabulary:,} words that the oracle writes most
(`assets/models/oracle/frequent_words.json`): the others are never drafted, the oracle writes them itself.

## Training

The oracle stays frozen. Loss: {soft:.1f} soft cross-entropy against the oracle's p + {hard:.1f} ordinary cross-entropy,
at every word of texts that **the oracle itself wrote**, at temperature 0 opened by the first 3 tokens of training
documents, at temperature 1 by the first 4:

| text | written at temperature 0 | at temperature 1 | share of the training tokens | of these at 0 |
|---|---|---|---|---|
{texts}

{steps} steps of {tokens:,} tokens, Muon for the matrices, AdamW for the rest; the rates fall linearly over the last
{decay} steps. {slips}

What the oracle was trained on, and under which licences, is in its card: prophecies of this repository's own grammars
(MIT), Tang verse from the npm package chinese-poetry (MIT), novels of Jane Austen (public domain).

## Measured: acceptance slip by slip

Chain of {k} slips on new texts: the oracle's own continuations of the first {prompt} tokens of held-out documents.

{tables}

An entry is the acceptance of a slip *given that all before it in the round were accepted*; tokens per haul counts the
oracle's own word of each round. It was computed with all words scored and by teacher forcing, yet weighted as in
decoding: a text of law p tells with which probability its words would have been drafted and accepted (min(1, q/p) at
temperature 1, equal first choices at 0), hence where rounds begin and how far they get, without a draw. Decoding
measures the same, with the noise of its draws.

Tokens per haul is not speed: what drafting costs in time is measured by the program on your machine.

## Made again

```
python -m tower.training corpus
python -m tower.training tokenizer
python -m tower.training heads --kind {kind} --steps {steps} --decay {decay} --seed {seed}
```

The last command reads the oracle in `assets/models/oracle`; another oracle needs heads of its own. Rounding depends on
the machine, so a second training gives a sister, not the same bytes.
"""


def write(models: Path, kind: str) -> None:
    """``models/heads/kind/README.md`` from the files beside it."""
    folder = models / "heads" / kind
    config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    oracle = json.loads((models / "oracle" / "config.json").read_text(encoding="utf-8"))
    weights = folder / "model.safetensors"
    measured = config["measured"]
    text = TEXT.format(
        kind=kind, target=config["target"], k=measured["k"], prompt=measured["prompt"], **config["trained"],
        what=WHAT[kind].format(**config | {"layers": oracle["num_hidden_layers"]}),
        parameters=parameters(weights), bytes=weights.stat().st_size,
        texts="\n".join(
            f"| {of} | {cold:,} | {warm:,} | {LATE_SHARES[of]:.0%} | {GREEDY[of]:.0%} |"
            for of, (cold, warm) in TEXTS.items()
        ),
        frequent=len(json.loads((models / "oracle" / NAME).read_text(encoding="utf-8"))["words"]),
        vocabulary=oracle["vocab_size"], slips=slips_trained(kind), soft=1 - HARD_SHARE, hard=HARD_SHARE,
        tables="\n\n".join(table(measured, temperature) for temperature in (0, 1)),
    )  # fmt: skip
    (folder / "README.md").write_text(text, encoding="utf-8")


def slips_trained(kind: str) -> str:
    if kind in ("eagle", "medusa"):
        return f"Each further slip counts {FADE} times the one before."
    return "Training looks at the first slip only."


def parameters(weights: Path) -> int:
    with safe_open(weights, framework="pt") as file:
        return sum(file.get_tensor(name).numel() for name in file.keys())  # noqa: SIM118


def table(measured: Mapping[str, Any], temperature: int) -> str:
    end = f"-T{temperature}"
    found = {name.removesuffix(end): m for name, m in measured.items() if name.endswith(end)}
    slips = max(len(m["alpha"]) for m in found.values())
    head = " | ".join(f"slip {s + 1}" for s in range(slips))
    lines = [f"| temperature {temperature} | {head} | tokens per haul | tokens |", "|---" * (slips + 3) + "|"]
    for kind, m in found.items():
        cells = " | ".join(f"{alpha:.3f}" for alpha in m["alpha"])
        lines.append(f"| {kind} | {cells} | {m['tokens_per_haul']:.2f} | {m['words']:,} |")
    return "\n".join(lines)
