"""``python -m tower.training corpus|tokenizer|oracle|mogu|evaluate|heads``: the steps, in this order; ``all`` of them.

Everything is written to a cache folder outside the repository, and the finished models to ``--out``.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict
from pathlib import Path

import platformdirs
import torch
from tokenizers import Tokenizer

from . import archaic, card, corpus, distil, evaluate, model, words
from . import tokenizer as tokenizers_
from .heads import steps as heads
from .train import Plan, next_token_loss, train

ENGLISH_SIZE, VERSE_PAIRS = 2150, 300
ASSETS = Path(__file__).resolve().parents[2] / "assets" / "models"


def step_corpus(a: argparse.Namespace) -> None:
    archaic.fetch(a.cache, a.verse, a.novels)
    for kind in corpus.KINDS:
        texts = corpus.documents(kind, a.cache, held_out=False)
        print(f"{kind}: {len(texts)} documents, {sum(map(len, texts))} characters; for example\n{texts[3][:300]}\n")


def step_tokenizer(a: argparse.Namespace) -> None:
    texts = {kind: corpus.documents(kind, a.cache, held_out=False) for kind in corpus.KINDS}
    merges = tokenizers_.english_merges(texts["prophecy-en"][:6000] + texts["novel"][::2], ENGLISH_SIZE)
    chinese = "".join(texts["prophecy-zh"][:6000])
    merges += tokenizers_.chinese_merges(words.chinese_words(), chinese, texts["verse"], VERSE_PAIRS)
    characters = {c for group in texts.values() for text in group for c in text}
    characters |= set(map(chr, range(32, 127))) | set("\n—–…‘’“”、；：（）『』《》！")
    tokenizer = tokenizers_.build(characters, merges)
    tokenizers_.save(tokenizer, a.cache / "tokenizer")
    print(f"{tokenizer.get_vocab_size()} entries")
    for held_out in (False, True):
        for kind in corpus.KINDS:
            documents = corpus.encode(tokenizer, texts[kind] if not held_out else corpus.documents(kind, a.cache, True))
            corpus.store(a.cache / "tokens" / f"{'held-out' if held_out else 'train'}-{kind}.npz", documents)
            print(f"{'held-out' if held_out else 'train'} {kind}: {len(documents.ids)} tokens in {len(documents)}")


def load_tokenizer(cache: Path) -> Tokenizer:
    return Tokenizer.from_file(str(cache / "tokenizer" / "tokenizer.json"))


def export(trained: model.Llama, a: argparse.Namespace) -> None:
    """The finished model in ``--out``, and the options it was trained with in the cache."""
    model.save(trained, a.out / a.step)
    tokenizers_.save(load_tokenizer(a.cache), a.out / a.step)
    settings = {"seed": a.seed} | {option: getattr(a, option) for option in SIZES[a.step]}
    (a.cache / a.run / f"{a.step}-settings.json").write_text(json.dumps(settings) + "\n", encoding="utf-8")


def step_oracle(a: argparse.Namespace) -> None:
    early, late = (corpus.Mixture(corpus.tokenized(a.cache), s, a.seed) for s in (corpus.SHARES, corpus.LATE_SHARES))
    held_out = corpus.tokenized(a.cache, held_out=True)
    size = load_tokenizer(a.cache).get_vocab_size()
    oracle = model.Llama(model.Shape(size, a.width, a.layers, a.heads, a.hidden), a.seed).to(a.device)
    print(f"{sum(p.numel() for p in oracle.parameters())} parameters")

    def loss(m: model.Llama, step: int, rows: int, length: int) -> torch.Tensor:
        mixture = late if step >= a.late else early
        return next_token_loss(m, torch.from_numpy(mixture.batch(step, rows, length + 1)).to(a.device))

    def report(step: int) -> str:
        losses = {kind: round(evaluate.loss(oracle.cpu(), held_out[kind], 40), 3) for kind in corpus.KINDS}
        oracle.to(a.device)
        return f"step {step} held-out losses {losses}"

    train(oracle, plan(a), loss, a.cache / a.run / "oracle.pt", report)
    export(oracle.cpu(), a)
    print(report(a.steps))


def plan(a: argparse.Namespace) -> Plan:
    return Plan(steps=a.steps, decay=a.decay, tokens=a.tokens, muon_rate=a.muon_rate, adam_rate=a.adam_rate)


def step_mogu(a: argparse.Namespace) -> None:
    oracle = model.load(a.out / "oracle")
    sources = corpus.tokenized(a.cache)
    shares: dict[str, float] = {}
    for kind in corpus.KINDS:
        parts = distil.parts(kind)
        shares |= {f"{kind}{part}": corpus.LATE_SHARES[kind] * share for part, share in parts.items()}
        for temperature in (0, 1):
            name = f"{kind}-T{temperature}"
            if name not in shares:
                continue
            path = a.cache / a.run / f"written-{name}.npz"
            if not path.exists():
                count = a.written // (3 if temperature == 0 else 1)
                corpus.store(
                    path, distil.written_by(oracle, sources[kind], count, temperature, 3 + temperature, a.seed)
                )
            sources[name] = corpus.read(path)
            print(f"written {name}: {len(sources[name].ids)} tokens", flush=True)
    mixture = corpus.Mixture(sources, shares, a.seed)
    mogu = model.Llama(model.Shape(oracle.shape.vocabulary, a.width, a.layers, a.heads, a.hidden), a.seed).to(a.device)
    oracle.to(a.device)
    print(f"{sum(p.numel() for p in mogu.parameters())} parameters")

    def loss(m: model.Llama, step: int, rows: int, length: int) -> torch.Tensor:
        batch = torch.from_numpy(mixture.batch(step, rows, length + 1)).to(a.device)
        return distil.distillation_loss(m, oracle, batch)

    train(mogu, plan(a), loss, a.cache / a.run / "mogu.pt", lambda step: f"step {step}")
    export(mogu.cpu(), a)


def step_evaluate(a: argparse.Namespace) -> None:
    oracle, mogu = model.load(a.out / "oracle"), model.load(a.out / "mogu")
    held_out = corpus.tokenized(a.cache, held_out=True)
    figures = {}
    for kind in corpus.KINDS:
        result = asdict(evaluate.acceptance(oracle, mogu, held_out[kind], a.count))
        result |= {
            "oracle_loss": evaluate.loss(oracle, held_out[kind]),
            "mogu_loss": evaluate.loss(mogu, held_out[kind]),
        }
        figures[kind] = {name: round(value, 4) for name, value in result.items()}
        print(kind, figures[kind], flush=True)
    (a.cache / a.run).mkdir(exist_ok=True)
    (a.cache / a.run / "figures.json").write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")
    files = {name: a.cache / a.run / f"{name}-settings.json" for name in SIZES}
    settings = {name: json.loads(file.read_text(encoding="utf-8")) for name, file in files.items()}
    for name in SIZES:
        card.write(a.out, name, figures, settings, corpus.PROPHECIES, evaluate.PROMPT)


def parser() -> argparse.ArgumentParser:
    top = argparse.ArgumentParser(prog="python -m tower.training", description=__doc__)
    steps = top.add_subparsers(dest="step", required=True)
    for name in (*STEPS, "all"):
        step = steps.add_parser(name)
        step.add_argument("--cache", type=Path, default=Path(platformdirs.user_cache_dir("oracle-tower")) / "training")
        step.add_argument("--out", type=Path, default=ASSETS, help="where the finished models go")
        step.add_argument("--run", default="final", help="name of the folder for checkpoints, inside the cache")
        step.add_argument("--seed", type=int, default=1)
        step.add_argument("--threads", type=int, default=torch.get_num_threads())
        step.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
        if name in ("corpus", "all"):
            step.add_argument("--verse", type=Path, help="chinese-poetry-*.tgz, if already here")
            step.add_argument("--novels", type=Path, help="r-cran-janeaustenr_*.deb, if already here")
        if name == "evaluate":
            step.add_argument("--count", type=int, default=24, help="continuations a kind and temperature")
        if name == "heads":
            heads.add_options(step)
        if name in ("oracle", "mogu"):
            for option, value in SIZES[name].items():
                step.add_argument(f"--{option.replace('_', '-')}", type=type(value), default=value)
    return top


STEPS = {
    "corpus": step_corpus,
    "tokenizer": step_tokenizer,
    "oracle": step_oracle,
    "mogu": step_mogu,
    "evaluate": step_evaluate,
    "heads": heads.run,
}
SIZES = {
    "oracle": {"width": 256, "layers": 5, "heads": 4, "hidden": 640, "steps": 2500, "decay": 800, "late": 492}
    | {"tokens": 3072, "muon_rate": 0.006, "adam_rate": 0.004},
    "mogu": {"width": 96, "layers": 1, "heads": 3, "hidden": 256, "steps": 325, "decay": 200, "written": 700}
    | {"tokens": 2048, "muon_rate": 0.01, "adam_rate": 0.006},
}


if __name__ == "__main__":
    arguments = parser().parse_args()
    torch.set_num_threads(arguments.threads)
    for name in STEPS if arguments.step == "all" else [arguments.step]:
        defaults = vars(parser().parse_args([name]))
        STEPS[name](argparse.Namespace(**(defaults | vars(arguments) | {"step": name})))
