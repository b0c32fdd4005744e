"""Pairs from folders: what is checked before two models may work together."""

from __future__ import annotations

import json
import shutil
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest
from transformers import GPT2Config, LlamaConfig

from tests.models.tiny import CONFIGS, SIZES, reference, saved
from tests.models.words import changed
from tower.models.describe import ModelFacts, facts_of
from tower.models.errors import ModelError
from tower.models.fingerprint import fingerprint
from tower.models.general import GeneralModel
from tower.models.lean import LeanLlama
from tower.models.loading import load_pair, read_pair
from tower.models.pairs import PAIRS, PairSpec
from tower.models.runs import start
from tower.models.settings import RunSettings
from tower.models.text import read_text
from tower.models.weight_files import weight_files

OURS = PAIRS["tower"].target
WORDS = read_text(OURS).size


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Random models with our vocabulary: exact, padded and too small ones, and one that is no Llama."""
    sizes = {"exact": WORDS, "padded": WORDS + 39, "small": WORDS - 1}
    made = {}
    for name, size in sizes.items():
        folder = tmp_path_factory.mktemp(name)
        made[name] = saved(reference(LlamaConfig(**SIZES | {"vocab_size": size})), folder)
        shutil.copy(OURS / "tokenizer.json", folder)
    made["gpt2"] = saved(
        reference(GPT2Config(vocab_size=WORDS, n_positions=128, n_embd=32, n_layer=1, n_head=2)),
        tmp_path_factory.mktemp("gpt2"),
    )
    shutil.copy(OURS / "tokenizer.json", made["gpt2"])
    return made


def spec(target: Path, draft: Path | None) -> PairSpec:
    return PairSpec("trial", target, draft, "<|begin|>", "test", "MIT")


def test_padded_words_have_no_chance(folders: dict[str, Path]) -> None:
    pair = read_pair(spec(folders["padded"], folders["exact"]))
    assert pair.new_target().vocab_size == pair.text.size == WORDS
    run = start(RunSettings("鐘", temperature=1.5, max_new_tokens=30), pair)
    words = [word for a_round in run for word in a_round.tokens]
    assert len(words) == 30 and max(words) < WORDS


def test_the_general_path_serves_what_is_no_llama(folders: dict[str, Path]) -> None:
    pair = read_pair(spec(folders["gpt2"], folders["exact"]))
    assert isinstance(pair.new_target(), GeneralModel)
    assert pair.new_draft is not None and isinstance(pair.new_draft(), LeanLlama)
    run = start(RunSettings("鐘", max_new_tokens=12), pair)
    plain = start(RunSettings("鐘", max_new_tokens=12), pair, plain=True)
    assert [w for r in run for w in r.tokens] == [w for r in plain for w in r.tokens]


def test_too_few_logits_for_the_words(folders: dict[str, Path]) -> None:
    with pytest.raises(ModelError) as error:
        read_pair(spec(folders["small"], folders["exact"]))
    assert error.value.code == "vocabulary-model"
    assert error.value.values == {"role": "target", "model": WORDS - 1, "words": WORDS}


@pytest.mark.parametrize(
    ("rename", "add", "code"), [(False, ["新字"], "vocabulary-size"), (True, [], "vocabulary-words")]
)
def test_other_vocabularies_are_refused(
    folders: dict[str, Path], tmp_path: Path, rename: bool, add: list[str], code: str
) -> None:
    draft = tmp_path / "draft"
    shutil.copytree(folders["padded"], draft)
    changed(OURS, draft, rename=rename, add=add)
    with pytest.raises(ModelError) as error:
        read_pair(spec(folders["exact"], draft))
    assert error.value.code == code
    if code == "vocabulary-words":
        values = error.value.values
        assert values["draft"] == "\ue000" and (values["id"], values["target"], "\ue000") in values["differing"]
    else:
        assert error.value.values == {"target": WORDS, "draft": WORDS + 1, "differing": [(WORDS, "", "新字")]}


def test_broken_folders_are_told_apart(folders: dict[str, Path], tmp_path: Path) -> None:
    def code_of(folder: Path) -> str:
        with pytest.raises(ModelError) as error:
            read_pair(spec(folder, None))
        return error.value.code

    broken = tmp_path / "model"
    assert code_of(broken) == "tokenizer-missing"
    shutil.copytree(folders["exact"], broken)
    weights = broken / "model.safetensors"
    whole = weights.read_bytes()
    weights.write_bytes(whole[:1000])
    assert code_of(broken) == "weights-format"
    weights.unlink()
    assert code_of(broken) == "weights-missing"
    weights.write_bytes(whole)
    config = json.loads((broken / "config.json").read_text())
    (broken / "config.json").write_text(json.dumps(config | {"intermediate_size": 97}))
    assert code_of(broken) == "weights-shape"
    (broken / "config.json").write_text("{")
    assert code_of(broken) == "config-unreadable"
    (broken / "config.json").unlink()
    assert code_of(broken) == "weights-missing"


def test_shards_are_read_and_an_index_cannot_point_elsewhere(folders: dict[str, Path], tmp_path: Path) -> None:
    model = reference(CONFIGS["plain"]())
    model.save_pretrained(tmp_path, max_shard_size="100KB")
    files = weight_files(tmp_path)
    assert len(files) > 1
    index = tmp_path / "model.safetensors.index.json"
    document = json.loads(index.read_text())
    document["weight_map"]["lm_head.weight"] = str(folders["exact"] / "model.safetensors")
    index.write_text(json.dumps(document))
    with pytest.raises(ModelError) as error:
        weight_files(tmp_path)
    assert error.value.code == "weights-missing"


def test_drafters(folders: dict[str, Path]) -> None:
    pair = read_pair(spec(folders["exact"], None))
    assert pair.drafter("prompt-lookup").name == "prompt-lookup"
    for code, expected in {"small": "draft-missing", "ghost": "drafter-unknown"}.items():
        with pytest.raises(ModelError) as error:
            pair.drafter(code)
        assert error.value.code == expected


def test_one_pair_for_all_threads() -> None:
    with ThreadPoolExecutor(4) as pool:
        pairs = list(pool.map(load_pair, ["tower"] * 4))
    assert all(pair is pairs[0] for pair in pairs)


def test_fingerprints_follow_the_bytes(folders: dict[str, Path], tmp_path: Path) -> None:
    folder = tmp_path / "copy"
    shutil.copytree(folders["exact"], folder)
    files = weight_files(folder)
    first = fingerprint(files)
    assert first == fingerprint(weight_files(folders["exact"]))
    data = bytearray(files[0].read_bytes())
    data[-1] ^= 1
    files[0].write_bytes(data)
    assert fingerprint(files) != first


def test_facts_need_no_loading(folders: dict[str, Path], tmp_path: Path) -> None:
    facts = facts_of(folders["exact"])
    assert isinstance(facts, ModelFacts)
    model = reference(LlamaConfig(**SIZES | {"vocab_size": WORDS}))
    assert facts.parameters == sum(p.numel() for p in model.parameters())
    assert facts_of(tmp_path) == f"there is no config.json in {tmp_path}"


def test_the_embedded_pair_is_there() -> None:
    assert PAIRS["tower"].missing == ()
    gone = replace(PAIRS["tower"], draft=Path("nowhere"))
    assert gone.missing == (Path("nowhere"),)
