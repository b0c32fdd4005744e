"""SmolLM2's head as it is shipped: small, for the weights that are fetched, described by its card."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import torch
from safetensors.torch import load_file

from tower.models import smollm2
from tower.models.fingerprint import fingerprint
from tower.models.weight_files import weight_files
from tower.training import model
from tower.training.heads import chat_card, chat_steps, export

FOLDER = Path(__file__).resolve().parents[2] / "assets" / "models" / "smollm2-heads"
REAL = pytest.mark.skipif(
    not (smollm2.folder() / "config.json").is_file(), reason="not fetched: python -m tower fetch smollm2"
)


@pytest.fixture(scope="module")
def facts() -> dict[str, Any]:
    found: dict[str, Any] = json.loads((FOLDER / "eagle" / "config.json").read_text(encoding="utf-8"))
    return found


def test_small_finite_and_in_half_precision() -> None:
    assert sum(file.stat().st_size for file in FOLDER.rglob("*") if file.is_file()) <= 12_000_000
    for tensor in load_file(FOLDER / "eagle" / "model.safetensors").values():
        assert tensor.dtype == torch.float16 and torch.isfinite(tensor).all()


@REAL
def test_it_names_the_weights_that_are_fetched(facts: dict[str, Any]) -> None:
    target = fingerprint(weight_files(smollm2.folder()))
    assert facts["kind"] == "eagle" and facts["target"] == target
    named = json.loads((FOLDER / "frequent_words.json").read_text(encoding="utf-8"))
    assert named["target"] == target and len(set(named["words"])) == chat_steps.WORDS


def test_its_card_states_what_was_measured(facts: dict[str, Any]) -> None:
    text = (FOLDER / "eagle" / "README.md").read_text(encoding="utf-8")
    tensors = load_file(FOLDER / "eagle" / "model.safetensors").values()
    assert f"{sum(tensor.numel() for tensor in tensors):,} parameters" in text
    assert facts["target"] in text and "Apache-2.0" in text
    assert f"--steps {facts['trained']['steps']} " in text
    for name, found in facts["measured"].items():
        if name != "k":
            cells = [f"{alpha:.3f}" for alpha in found["alpha"]] + [f"{found['tokens_per_haul']:.2f}"]
            assert f"| {name[:-3]} | {' | '.join(cells)} | {found['words']:,} |" in text


def test_a_card_can_be_written_again(facts: dict[str, Any], tmp_path: Path) -> None:
    """From the files beside it alone, as the step does; the figures in its text are those of the files."""
    oracle = model.Llama(model.Shape(60, 32, 5, 4, 48, shared=2), seed=3)
    head = export.make("eagle", oracle, 1, hidden=40, taps=(1, 3, 5))
    told = {"trained": facts["trained"] | {"steps": 4321}, "measured": facts["measured"]}
    export.save(head, tmp_path / "eagle", "abc", told)
    (tmp_path / "frequent_words.json").write_text('{"target": "abc", "words": [1, 2, 3]}', encoding="utf-8")
    chat_card.write(tmp_path, oracle.shape)
    text = (tmp_path / "eagle" / "README.md").read_text(encoding="utf-8")
    assert "--steps 4321 " in text and "only the 3 of 60 words" in text and "blocks [1, 3, 5]" in text
