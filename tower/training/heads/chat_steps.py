"""The step ``heads --target smollm2``: an EAGLE head for a chat model that somebody else trained.

Text and streams of the model's own answers, then training, measurement and export. What is in the cache already is not
made again. The model has to be fetched first.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from tower.models import smollm2
from tower.models.chat import read_chat
from tower.models.fingerprint import fingerprint
from tower.models.heads.frequent import NAME
from tower.models.llama_shape import eos_ids
from tower.models.text import read_text
from tower.models.weight_files import weight_files

from .. import model
from ..questions import questions
from ..train import Plan, train
from . import chat_card, export
from .acceptance import measure_read
from .asked import Asker, batches, each, read_shard, write_shards
from .chain import Eagle
from .losses import loss
from .modules import Answer, Head, answer_of
from .start import begin
from .states import Batch, Cached, Rows

CONTEXT = 512
TAPS = (10, 20, 30)
HIDDEN = 768
WORDS = 6144
SLIPS = 3
SHARDS, HELD_OUT_ROWS = 6, 16
STORIES = {"stories": 1.0, "other": 0.0}
"""New questions by kind, as shares of stories."""
PLAN = Plan(
    steps=385, decay=185, warmup=8, tokens=2070, short=207, stretch=0, muon_rate=0.01, adam_rate=0.005,
    checkpoint_minutes=3,
)  # fmt: skip
BEGINNING = 24
"""Batches that the closed form looks at."""
K, GLIMPSE = 4, 4


def run(a: argparse.Namespace) -> None:
    """Everything, for the only kind there is."""
    if a.kind not in ("eagle", "all"):
        raise SystemExit(f"smollm2 has no {a.kind} head")
    place, out = smollm2.folder(), a.out / "smollm2-heads"
    target, oracle = fingerprint(weight_files(place)), model.load(place, CONTEXT)
    oracle.requires_grad_(False)
    if a.speed is not None:
        chat_card.add_speed(out, json.loads(a.speed.read_text(encoding="utf-8")), oracle.shape)
        return
    folder = a.cache / f"heads-{target[:12]}"
    asker = asker_of(place, oracle)
    shards = write_shards(folder, "answers", asker, prompts(place, questions(a.seed))[:SHARDS], a.seed)
    new = {name: cached for name, cached in new_answers(place, folder, asker)}
    texts = {path.stem: read_shard(path, TAPS) for path in shards}
    words = frequent(texts, oracle.shape.vocabulary)
    write_words(out, target, words)
    rows = Rows(texts, {name: float(len(cached.documents.ids)) for name, cached in texts.items()}, a.seed)
    answer, law = answer_of(oracle, words), answer_of(oracle)
    plan = replace(PLAN, steps=a.steps or PLAN.steps)
    plan = replace(plan, decay=min(a.decay or plan.decay, plan.steps))
    head = export.make("eagle", oracle, a.seed, hidden=HIDDEN, taps=TAPS)
    assert isinstance(head, Eagle)
    checkpoint = folder / f"{a.run}-eagle.pt"
    if not checkpoint.exists():
        begin(head, first_batches(rows))
        print(f"the beginning {measured(head, answer, law, new, GLIMPSE)}", flush=True)

    def batch_loss(head: Head, step: int, count: int, length: int) -> Tensor:
        return loss(head, rows.batch(step, count, length), answer, TAPS[-1], SLIPS)

    def report(step: int) -> str:
        return f"step {step} {measured(head, answer, law, new, GLIMPSE)}"

    train(head, plan, batch_loss, checkpoint, report)
    options = {name: getattr(plan, name) for name in ("steps", "decay", "tokens", "muon_rate", "adam_rate")}
    told = {"slips": SLIPS, "answers": sum(len(cached.documents) for cached in texts.values())}
    told["words"] = sum(answered(cached) for cached in texts.values())
    facts = {"trained": {"seed": a.seed} | options | told, "measured": {"k": K}}
    export.save(head, out / "eagle", target, facts)
    shipped = export.load(out / "eagle", oracle)  # what is shipped is measured: the weights as rounded in the file
    facts["measured"] |= measured(shipped, answer, law, new, HELD_OUT_ROWS)
    export.save(shipped, out / "eagle", target, facts)
    chat_card.write(out, oracle.shape)
    print(facts["measured"], flush=True)


def asker_of(place: Path, oracle: model.Llama) -> Asker:
    config = json.loads((place / "config.json").read_text(encoding="utf-8"))
    (end,) = eos_ids(config)
    return Asker(oracle, end, TAPS)


def prompts(place: Path, asked: Iterator[str], **sizes: int) -> list[Tensor]:
    """Batches of questions as ids, in the model's own template."""
    text, chat = read_text(place), read_chat(place)
    assert chat is not None
    return batches((chat.encode(question, text, CONTEXT) for question in asked), **sizes)


def new_answers(place: Path, folder: Path, asker: Asker) -> Iterator[tuple[str, Cached]]:
    """Answers to questions that nothing was trained on, by `kind-T0` and `kind-T1`."""
    for kind, share in STORIES.items():
        asked = prompts(place, questions(7, True, share), rows=HELD_OUT_ROWS, pool=10)[:2]
        paths = write_shards(folder, f"new-{kind}", asker, asked, 7)
        for temperature, path in enumerate(paths):
            yield f"{kind}-T{temperature}", read_shard(path, TAPS)


def answered(cached: Cached) -> int:
    """Words of the answers alone."""
    return len(cached.documents.ids) - len(cached.documents) * (cached.first + 1)


def frequent(texts: Mapping[str, Cached], size: int) -> Tensor:
    """Ids of the words written most, ascending; of words written as often, those that the tokenizer learned first."""
    counts = np.bincount(np.concatenate([cached.documents.ids for cached in texts.values()]), minlength=size)
    return torch.from_numpy(np.sort(np.argsort(-counts, kind="stable")[:WORDS]))


def write_words(out: Path, target: str, words: Tensor) -> None:
    """The list among the heads, bound to the target's weights."""
    out.mkdir(parents=True, exist_ok=True)
    document = {"target": target, "words": words.tolist()}
    (out / NAME).write_text(json.dumps(document, separators=(",", ":")) + "\n", encoding="utf-8")


def first_batches(rows: Rows) -> Iterator[Batch]:
    return (rows.batch(step, PLAN.tokens // PLAN.short, PLAN.short) for step in range(BEGINNING))


def measured(
    head: Head, answer: Answer, law: Answer, texts: Mapping[str, Cached], count: int
) -> dict[str, dict[str, object]]:
    """Acceptance by `kind-T0` and `kind-T1` on the first `count` answers, scoring only what decoding scores."""
    found = {}
    for name, cached in texts.items():
        some = [text for text, _ in zip(each(cached), range(count), strict=False)]
        found[name] = measure_read(head, answer, law, some, int(name[-1]), K).document()
    return found
