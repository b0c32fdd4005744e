"""The heads as they are shipped: for this oracle, small, each with weights of its own, described by their cards."""

from __future__ import annotations

import json
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from safetensors.torch import load_file
from tokenizers import Tokenizer

from tower.models.fingerprint import fingerprint
from tower.models.weight_files import weight_files
from tower.training import corpus, distil, model
from tower.training.heads import export, modules
from tower.training.heads.acceptance import measure
from tower.training.prophecies import prophecies

MODELS = Path(__file__).resolve().parents[2] / "assets" / "models"
HEADS = MODELS / "heads"
SLIPS = 4


def config(kind: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((HEADS / kind / "config.json").read_text(encoding="utf-8"))
    return found


@pytest.fixture(scope="module")
def oracle() -> model.Llama:
    return model.load(MODELS / "oracle")


def test_all_heads_together_take_at_most_8_megabytes() -> None:
    assert sorted(folder.name for folder in HEADS.iterdir()) == sorted(export.KINDS)
    assert sum(file.stat().st_size for file in HEADS.rglob("*") if file.is_file()) <= 8_000_000


@pytest.mark.parametrize("kind", export.KINDS)
def test_a_head_names_the_oracle_that_is_shipped(kind: str) -> None:
    assert config(kind)["kind"] == kind
    assert config(kind)["target"] == fingerprint(weight_files(MODELS / "oracle"))


@pytest.mark.parametrize("kind", export.KINDS)
def test_stored_in_half_precision_and_finite(kind: str) -> None:
    for tensor in load_file(HEADS / kind / "model.safetensors").values():
        assert tensor.dtype == torch.float16
        assert torch.isfinite(tensor).all()


def test_no_two_matrices_are_alike() -> None:
    """Of all heads and the oracle: nothing is copied, tied or left at its beginning."""
    tensors = {("oracle", name): t for name, t in load_file(MODELS / "oracle" / "model.safetensors").items()}
    for kind in export.KINDS:
        tensors |= {(kind, name): t for name, t in load_file(HEADS / kind / "model.safetensors").items()}
    same_shape = [(a, b) for a, b in combinations(tensors, 2) if tensors[a].shape == tensors[b].shape]
    assert len(same_shape) > 50
    for a, b in same_shape:
        assert float((tensors[a].float() - tensors[b].float()).abs().max()) > 0.01, (a, b)


@pytest.mark.parametrize("kind", export.KINDS)
def test_cards_state_what_was_measured(kind: str) -> None:
    text = (HEADS / kind / "README.md").read_text(encoding="utf-8")
    facts = config(kind)
    parameters = sum(t.numel() for t in load_file(HEADS / kind / "model.safetensors").values())
    assert f"{parameters:,} parameters" in text
    assert facts["target"] in text
    assert f"--steps {facts['trained']['steps']} " in text
    for temperature in (0, 1):
        for of in corpus.KINDS:
            found = facts["measured"][f"{of}-T{temperature}"]
            cells = [f"{alpha:.3f}" for alpha in found["alpha"]] + [f"{found['tokens_per_haul']:.2f}"]
            assert f"| {of} | {' | '.join(cells)} | {found['words']:,} |" in text


def test_measured_figures_hold_on_other_new_prophecies(oracle: model.Llama) -> None:
    """Acceptance at temperature 0 after openings of a third seed, within what so few words allow."""
    tokenizer = Tokenizer.from_file(str(MODELS / "oracle" / "tokenizer.json"))
    for kind, language in corpus.LANGUAGES.items():
        openings = corpus.encode(tokenizer, list(prophecies(language, 8, 31)))
        written = distil.written_by(oracle, openings, 8, 0, 6, 1, 90)
        texts = [np.array(written[i]) for i in range(len(written))]
        for head in export.KINDS:
            found = measure(export.load(HEADS / head, oracle), oracle, modules.answer_of(oracle), texts, 6, 0, SLIPS)
            told = config(head)["measured"][f"{kind}-T0"]
            assert found.tokens_per_haul == pytest.approx(told["tokens_per_haul"], rel=0.15), (kind, head)
            assert found.alpha[0] == pytest.approx(told["alpha"][0], abs=0.08), (kind, head)
