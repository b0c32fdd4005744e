"""The step ``heads``: text, cached streams, then training, measurement and export of each kind asked for."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from torch import Tensor

from tower.models.fingerprint import fingerprint
from tower.models.weight_files import weight_files

from .. import corpus, distil, frequent, model
from ..corpus import Documents
from ..evaluate import LENGTH, PROMPT
from ..train import Plan, train
from . import card, chat_steps, export
from .acceptance import measure
from .losses import loss
from .modules import Answer, Head, answer_of
from .states import TAPS, Rows, cached, shares, written

PLANS = {
    "eagle": Plan(steps=520, decay=260, tokens=2048, muon_rate=0.025, adam_rate=0.01, stretch=0),
    "mtp": Plan(steps=450, decay=270, tokens=2048, muon_rate=0.025, adam_rate=0.01, stretch=0),
    "medusa": Plan(steps=400, decay=240, tokens=2048, muon_rate=0.025, adam_rate=0.01, stretch=0),
    "early-exit": Plan(steps=450, decay=270, tokens=2048, muon_rate=0.025, adam_rate=0.01, stretch=0),
}
K, GLIMPSE = 4, 4


def add_options(step: argparse.ArgumentParser) -> None:
    step.add_argument("--target", choices=("tower", "smollm2"), default="tower", help="whose streams the heads read")
    step.add_argument("--speed", type=Path, help="of smollm2: figures of its bench, taken into the card; no training")
    step.add_argument("--kind", choices=(*export.KINDS, "all"), default="all")
    step.add_argument("--steps", type=int, help="instead of the kind's own")
    step.add_argument("--decay", type=int, help="over how many of the last steps the rates fall")
    step.add_argument("--count", type=int, default=48, help="new texts a kind and temperature to measure on")


def run(a: argparse.Namespace) -> None:
    """Everything, for one kind or for all; what is in the cache already is not made again."""
    if a.target == "smollm2":
        chat_steps.run(a)
        return
    oracle = model.load(a.out / "oracle")
    target = fingerprint(weight_files(a.out / "oracle"))
    folder = a.cache / f"heads-{target[:12]}"
    texts = written(folder, oracle, corpus.tokenized(a.cache), a.seed)
    frequent.write(a.out, texts)
    sources = {name: cached(folder, oracle, name, documents) for name, documents in texts.items()}
    rows, answer = Rows(sources, shares(), a.seed), answer_of(oracle)
    new = new_texts(folder, oracle, corpus.tokenized(a.cache, held_out=True), a.count)
    for kind in export.KINDS if a.kind == "all" else [a.kind]:
        plan = plan_of(kind, a.steps, a.decay)
        head = export.make(kind, oracle, a.seed)
        print(f"{kind}: {sum(p.numel() for p in head.parameters())} parameters", flush=True)

        def batch_loss(head: Head, step: int, count: int, length: int) -> Tensor:
            return loss(head, rows.batch(step, count, length), answer, TAPS[-1])

        def report(step: int, head: Head = head) -> str:
            glimpse = {name: documents for name, documents in new.items() if name.startswith("prophecy")}
            found = measured(head, oracle, answer, glimpse, GLIMPSE)
            return f"step {step} " + ", ".join(f"{name} {m['tokens_per_haul']}" for name, m in found.items())

        train(head, plan, batch_loss, folder / f"{a.run}-{kind}.pt", report)
        options = {name: getattr(plan, name) for name in ("steps", "decay", "tokens", "muon_rate", "adam_rate")}
        facts = {"trained": {"seed": a.seed} | options, "measured": {"k": K, "prompt": PROMPT}}
        export.save(head, a.out / "heads" / kind, target, facts)
        # what is shipped is measured: the weights as rounded in the file
        shipped = export.load(a.out / "heads" / kind, oracle)
        facts["measured"] |= measured(shipped, oracle, answer, new, a.count)
        export.save(shipped, a.out / "heads" / kind, target, facts)
        card.write(a.out, kind)
        print(kind, facts["measured"], flush=True)


def plan_of(kind: str, steps: int | None, decay: int | None) -> Plan:
    plan = PLANS[kind]
    steps = steps or plan.steps
    return replace(plan, steps=steps, decay=min(decay or plan.decay, steps))


def new_texts(folder: Path, oracle: model.Llama, openings: Mapping[str, Documents], count: int) -> dict[str, Documents]:
    """What the oracle writes after openings that nothing was trained on, by `kind-T0` and `kind-T1`."""
    texts = {}
    for kind in corpus.KINDS:
        for temperature in (0, 1):
            path = folder / f"new-{kind}-T{temperature}-{count}.npz"
            if not path.exists():
                text = distil.written_by(oracle, openings[kind], count, temperature, PROMPT, 7, LENGTH)
                corpus.store(path, text)
            texts[f"{kind}-T{temperature}"] = corpus.read(path)
    return texts


def measured(
    head: Head, oracle: model.Llama, answer: Answer, texts: Mapping[str, Documents], count: int
) -> dict[str, dict[str, object]]:
    """Acceptance by `kind-T0` and `kind-T1` on the first `count` texts."""
    found = {}
    for name, documents in texts.items():
        some = [documents[i] for i in range(min(count, len(documents)))]
        found[name] = measure(head, oracle, answer, some, PROMPT, int(name[-1]), K).document()
    return found
