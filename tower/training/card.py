"""Model cards of the finished pair, filled in from what training and evaluation left behind.

Knows no figure by heart: all come from the settings, the figures and the configuration on disk.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from .archaic import COMMON_CHARACTERS, VERSE_PACKAGE
from .corpus import LATE_SHARES, SHARES

Figures = Mapping[str, Mapping[str, float]]

ROLES = {"oracle": "the target model (p)", "mogu": "the draft model (q)"}
REMARKS = {
    "oracle": """\
Trained with Muon (hidden matrices) and AdamW (embeddings, norms) at a constant rate that falls linearly in the
last `--decay` steps; rows of 256 ids, in those last steps of 512, packed with whole documents. Early exit was
**not** trained jointly: heads that read its hidden states work on this frozen model with small adapters of their
own.""",
    "mogu": """\
Distilled from the oracle: 0.9 soft cross-entropy against the oracle's p + 0.1 ordinary cross-entropy, on texts
that the oracle itself wrote (at temperature 1, prophecies at 0 too; opened by the first words of training
documents) and on the corpus. One layer learns the stock phrases; names, things and numbers that
come back sentences later mostly escape it. That is intended.""",
}
LIMITS = """\
## Known limits

Trained on {tokens:,} tokens only. Counting down, and taking up a thing, a wind or a refrain sentences later, mostly
works; where several people exchange gifts, names and things still drift. At temperature 0 the novel-like text falls
into loops, which a draft foresees easily (hence its alpha); at temperature 1 novel-like text is grammar without sense,
and now and then a token of the other script slips in, which is what top-p is for."""
TEXT = """\
---
license: mit
language: [zh, en]
library_name: transformers
---

# {name}: {role} of the embedded pair

A Llama with {num_hidden_layers} layer(s), width {hidden_size}, {num_attention_heads} heads, hidden width
{intermediate_size}, vocabulary {vocab_size}, tied embeddings. It writes little prophecies, verse-like lines and
novel-like paragraphs. It knows nothing and is of no use for facts.

Fingerprint (SHA-256 of `model.safetensors`, first 16 digits): `{fingerprint}`. It belongs to {other}
`{other_fingerprint}`.

{remarks}

## Data

- **Prophecies**, Traditional Chinese and English, written by the grammars in `tower/training/prophecies` (MIT,
  this repository): {prophecies} each. Held-out ones come from other seeds.
- **Tang verse** from the npm package `{verse}` (MIT, the chinese-poetry contributors), `dist/quantangshi`: poems
  of at most 200 characters that use only the {common} commonest ones, with some print variants replaced.
- **Novels**: the six novels of Jane Austen (public domain), from the Debian package `r-cran-janeaustenr`.

Shares of the training tokens: {shares}; from the oracle's step {late_step} on, and for
mogu: {late}.

## Use

The tokenizer adds no special tokens by itself. Begin with `<|begin|>` (id {bos_token_id}), then the encoded
prompt, which is simply the beginning of a text; `<|end|>` (id {eos_token_id}) ends a text. At most
{max_position_embeddings} positions. Stored in fp16, meant to be run in fp32.

## Figures

| text | loss, oracle | loss, mogu | alpha, T=0 | alpha, T=1 | entropy of p |
|---|---|---|---|---|---|
{rows}

Losses in nats a token on held-out documents. alpha at T=0: share of tokens of the oracle's own greedy text where
both first choices agree. alpha at T=1: mean of sum min(p, q) over text that the oracle sampled; entropy of p on
the same text, in nats. Prompts are the first {prompt} tokens of held-out documents; {words} tokens were tested in
all.

{limits}

## Made again

```
python -m tower.training corpus
python -m tower.training tokenizer
{commands}
python -m tower.training evaluate
```

Checkpoints are kept and an interrupted training goes on where it stopped. Batches depend on seed and step alone;
rounding depends on the machine and its threads, so a second training gives a sister model, not the same bytes."""


def fingerprint(folder: Path) -> str:
    """First 16 hex digits of the SHA-256 of the weights file."""
    return hashlib.sha256((folder / "model.safetensors").read_bytes()).hexdigest()[:16]


def command(name: str, settings: Mapping[str, Any]) -> str:
    options = " ".join(f"--{option.replace('_', '-')} {value}" for option, value in settings.items())
    return f"python -m tower.training {name} {options}"


def percent(shares: Mapping[str, float]) -> str:
    return ", ".join(f"{kind} {share:.0%}" for kind, share in shares.items())


def row(kind: str, f: Mapping[str, float]) -> str:
    cells = [f"{f[key]:.3f}" for key in ("oracle_loss", "mogu_loss", "greedy", "sampled")]
    return f"| {kind} | {' | '.join(cells)} | {f['entropy']:.2f} |"


def write(
    folder: Path, name: str, figures: Figures, settings: Mapping[str, Mapping[str, Any]], prophecies: int, prompt: int,
) -> None:  # fmt: skip
    """``folder/name/README.md``; ``settings`` are the options with which each of the two was trained."""
    other = {"oracle": "mogu", "mogu": "oracle"}[name]
    config = json.loads((folder / name / "config.json").read_text(encoding="utf-8"))
    text = TEXT.format(
        **config, name=name, role=ROLES[name], remarks=REMARKS[name], prompt=prompt, prophecies=f"{prophecies:,}",
        fingerprint=fingerprint(folder / name), other=other, other_fingerprint=fingerprint(folder / other),
        verse=VERSE_PACKAGE, common=f"{COMMON_CHARACTERS:,}",
        shares=percent(SHARES), late=percent(LATE_SHARES), late_step=settings["oracle"]["late"],
        limits=LIMITS.format(tokens=settings["oracle"]["steps"] * settings["oracle"]["tokens"]),
        rows="\n".join(row(kind, f) for kind, f in figures.items()),
        words=f"{int(sum(f['greedy_words'] + f['sampled_words'] for f in figures.values())):,}",
        commands="\n".join(command(each, settings[each]) for each in ("oracle", "mogu")),
    )  # fmt: skip
    (folder / name / "README.md").write_text(text, encoding="utf-8")
