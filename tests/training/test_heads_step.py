"""The whole step on a tiny oracle: text is written, heads come out with figures and cards, nothing is made twice."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tower.training import corpus, model
from tower.training.__main__ import parser
from tower.training.heads import export, states, steps

KINDS = ("prophecy-zh", "verse")


@pytest.fixture
def places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Path]:
    """(cache, models): tokens of two kinds and an untrained oracle."""
    monkeypatch.setattr(corpus, "KINDS", KINDS)
    monkeypatch.setattr(states, "TEXTS", dict.fromkeys(KINDS, (1, 2)))
    cache, models = tmp_path / "cache", tmp_path / "models"
    for part in ("train", "held-out"):
        for kind in KINDS:
            documents = corpus.frame([[2 + (start + i) % 57 for i in range(20)] for start in range(5)])
            corpus.store(cache / "tokens" / f"{part}-{kind}.npz", documents)
    model.save(model.Llama(model.Shape(60, 32, 5, 2, 48), seed=3), models / "oracle")
    return cache, models


def test_all_kinds_from_text_to_card(places: tuple[Path, Path]) -> None:
    cache, models = places
    command = ["heads", "--cache", str(cache), "--out", str(models), "--steps", "2", "--decay", "1", "--count", "1"]
    steps.run(parser().parse_args(command))
    made = {path: path.stat().st_mtime_ns for path in cache.rglob("*.np[yz]")}
    assert len(made) == 4 + 3 * 4  # the corpus; then text, streams and new text of two kinds at two temperatures
    for kind in export.KINDS:
        config = json.loads((models / "heads" / kind / "config.json").read_text(encoding="utf-8"))
        assert config["trained"]["steps"] == 2
        assert len(config["measured"]["verse-T1"]["alpha"]) == 4
        assert f"# {kind}: " in (models / "heads" / kind / "README.md").read_text(encoding="utf-8")
    weights = (models / "heads" / "mtp" / "model.safetensors").read_bytes()
    steps.run(parser().parse_args([*command, "--kind", "mtp"]))
    assert {path: path.stat().st_mtime_ns for path in cache.rglob("*.np[yz]")} == made
    assert (models / "heads" / "mtp" / "model.safetensors").read_bytes() == weights


def test_streams_of_another_oracle_are_never_read(places: tuple[Path, Path]) -> None:
    cache, models = places
    command = ["heads", "--cache", str(cache), "--out", str(models), "--steps", "1", "--count", "1", "--kind", "medusa"]
    targets = []
    for seed in (3, 4):
        model.save(model.Llama(model.Shape(60, 32, 5, 2, 48), seed=seed), models / "oracle")
        steps.run(parser().parse_args(command))
        config = json.loads((models / "heads" / "medusa" / "config.json").read_text(encoding="utf-8"))
        targets.append(config["target"])
    assert len(set(targets)) == 2
    assert len(list(cache.glob("heads-*/streams-verse-T0.npy"))) == 2
