"""A pair that somebody brings: what is refused and why, before it is loaded; and what passes plays as it should."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from tokenizers import processors

from tests.models.gguf_files import byte_level_tokenizer, write_gguf
from tests.models.own.folders import ARCHITECTURES, WORDS, model_folder
from tests.models.tiny import reference
from tower.models import loading
from tower.models.errors import ModelError
from tower.models.own import memory
from tower.models.own.opening import open_pair
from tower.models.pairs import PAIRS, drafters_of, pair_spec
from tower.models.runs import start
from tower.models.settings import DRAFTERS, RunSettings


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    return {name: model_folder(tmp_path_factory.mktemp(name) / name, name) for name in ARCHITECTURES}


@pytest.fixture
def folder(made: dict[str, Path], tmp_path: Path) -> Path:
    """A Llama's folder to break."""
    return Path(shutil.copytree(made["llama"], tmp_path / "model"))


def refused(target: Path | str, draft: Path | str = "") -> ModelError:
    with pytest.raises(ModelError) as error:
        open_pair(str(target), str(draft))
    return error.value


@pytest.mark.parametrize("name", ["llama", "qwen2", "qwen3", "gpt-neox", "gpt2", "padded"])
def test_pairs_of_all_architectures_write_what_the_target_alone_writes(made: dict[str, Path], name: str) -> None:
    opened = open_pair(str(made[name]), str(made["small"]))
    pair = loading.load_pair(opened.spec.code)
    settings = RunSettings("The old bell", opened.spec.code, max_new_tokens=25)
    words, plain = ([w for r in start(settings, pair, plain=plain) for w in r.tokens] for plain in (False, True))
    assert words == plain and max(words) < WORDS
    assert opened.target.lean == (name not in ("qwen3", "gpt-neox", "gpt2"))


def test_a_target_alone_guesses_by_prompt_lookup(made: dict[str, Path]) -> None:
    opened = open_pair(str(made["gpt2"]))
    assert opened.draft is None and drafters_of(opened.spec.code, DRAFTERS) == ("prompt-lookup", "none")


def test_sixteen_bits_go_through_the_general_path(made: dict[str, Path]) -> None:
    opened = open_pair(str(made["llama"]), str(made["small"]), dtype="bfloat16")
    pair = loading.load_pair(opened.spec.code)
    run = start(RunSettings("The old bell", opened.spec.code, max_new_tokens=9), pair)
    assert sum(len(a_round.tokens) for a_round in run) == 9
    assert run.trace().settings.dtype == "bfloat16"


def test_a_code_names_the_models_but_no_folder_and_tells_pairs_apart(made: dict[str, Path]) -> None:
    one, same, other = (open_pair(str(made["llama"]), dtype=dtype) for dtype in ("float32", "float32", "bfloat16"))
    assert one.spec.code == same.spec.code != other.spec.code
    assert one.spec.code.startswith("own:llama:") and str(made["llama"].parent) not in one.spec.code
    assert pair_spec(one.spec.code).target == made["llama"]


def test_the_token_that_opens_a_text_is_read_off_the_tokenizer(made: dict[str, Path], folder: Path) -> None:
    assert open_pair(str(made["llama"])).spec.begin is None
    tokenizer = byte_level_tokenizer(WORDS)
    tokenizer.post_processor = processors.TemplateProcessing(
        single="<|im_start|> $A", special_tokens=[("<|im_start|>", 1)]
    )
    tokenizer.save(str(folder / "tokenizer.json"))
    opened = open_pair(str(folder), str(made["small"]))
    pair = loading.load_pair(opened.spec.code)
    assert pair.encode_prompt("bell", 100, chat=True) == [1, *tokenizer.encode("bell", add_special_tokens=False).ids]


def test_a_gguf_file_or_a_folder_with_one_is_converted_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, made: dict[str, Path]
) -> None:
    monkeypatch.setenv("TOWER_CACHE", str(tmp_path / "cache"))
    (tmp_path / "models").mkdir()
    file = write_gguf(
        tmp_path / "models" / "mine.gguf", reference(ARCHITECTURES["llama"]()), byte_level_tokenizer(WORDS)
    )  # fmt: skip
    steps: list[str] = []
    first = open_pair(str(file), str(made["small"]), tell=lambda step, share: steps.append(step))
    assert "converting" in steps and first.target.chat is not None
    steps.clear()
    second = open_pair(str(tmp_path / "models"), str(made["small"]), tell=lambda step, share: steps.append(step))
    assert second.spec.target == first.spec.target and "converting" not in steps
    shutil.copy(file, file.with_name("other.gguf"))
    assert refused(tmp_path / "models").code == "gguf-several"


def test_another_vocabulary_is_refused_and_the_first_words_are_named(made: dict[str, Path], folder: Path) -> None:
    document = json.loads((folder / "tokenizer.json").read_text(encoding="utf-8"))
    words = document["model"]["vocab"]
    one, other = [word for word, id in words.items() if id in (20, 21)]
    words[one], words[other] = words[other], words[one]
    (folder / "tokenizer.json").write_text(json.dumps(document), encoding="utf-8")
    error = refused(made["llama"], folder)
    assert error.code == "vocabulary-words" and [entry[0] for entry in error.values["differing"]] == [20, 21]
    error = refused(made["llama"], model_folder(folder.parent / "fewer", "small", words=290))
    assert error.code == "vocabulary-size" and (error.values["target"], error.values["draft"]) == (WORDS, 290)
    assert len(error.values["differing"]) == 8  # some, not a wall of them


def test_what_is_typed_must_name_something(tmp_path: Path) -> None:
    assert refused("  ").code == "source-empty"
    assert refused(tmp_path / "nowhere").code == "source-missing"
    assert refused("../a/b/c").code == "source-missing"
    for odd in ("a\0b", "x" * 5000, "~nobody-of-this-name/x", "a/b/c/d", "no id!"):
        assert refused(odd).code == "source-missing"
    assert open_pair("tower").target.text.size == open_pair(str(PAIRS["tower"].target)).target.text.size


def test_pickles_and_foreign_code_are_never_opened(folder: Path) -> None:
    config = json.loads((folder / "config.json").read_text())
    (folder / "model.safetensors").rename(folder / "pytorch_model.bin")
    assert refused(folder).code == "weights-pickle"
    (folder / "pytorch_model.bin").rename(folder / "model.safetensors")
    foreign = config | {
        "model_type": "homemade",
        "architectures": ["HomeForCausalLM"],
        "auto_map": {"AutoConfig": "x.C"},
    }
    (folder / "config.json").write_text(json.dumps(foreign))
    (folder / "x.py").write_text("raise SystemExit('this code must never run')")
    assert refused(folder).code == "architecture-remote"
    del foreign["auto_map"]
    (folder / "config.json").write_text(json.dumps(foreign))
    assert refused(folder).code == "architecture-unknown"


@pytest.mark.parametrize(
    "other",
    [
        {"model_type": "bert", "architectures": ["BertForMaskedLM"]},
        {"model_type": "t5", "architectures": ["T5ForConditionalGeneration"], "is_encoder_decoder": True},
        {"model_type": "vit", "architectures": ["ViTForImageClassification"]},
        {"model_type": "llama", "architectures": ["LlamaForSequenceClassification"]},
    ],
)
def test_models_that_do_not_write_on_are_refused(folder: Path, other: dict[str, object]) -> None:
    config = json.loads((folder / "config.json").read_text())
    (folder / "config.json").write_text(json.dumps(config | other))
    error = refused(folder)
    assert error.code == "architecture-other" and error.values["architecture"] == other["architectures"][0]  # type: ignore[index]


@pytest.mark.parametrize(
    ("gone", "code"),
    [
        ("tokenizer.json", "tokenizer-missing"),
        ("config.json", "weights-missing"),
        ("model.safetensors", "weights-missing"),
    ],
)
def test_files_that_are_missing_are_named(folder: Path, gone: str, code: str) -> None:
    (folder / gone).unlink()
    assert refused(folder).code == code


def test_too_little_memory_is_told_before_loading(made: dict[str, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "free_bytes", lambda device="cpu": 1000)
    error = refused(made["llama"])
    assert error.code == "memory-short" and error.values["free"] == "0.0 GB"


def test_memory_is_counted_by_the_kind_of_number() -> None:
    whole, half = (memory.needed([10**9, 10**8], [2 * 10**9, 10**8], dtype) for dtype in ("float32", "bfloat16"))
    assert 4.4e9 + 2e9 < whole < 6e9 + 2e9 and whole - half == pytest.approx(2.2e9, rel=0.2)
    assert memory.free_bytes() is None or memory.free_bytes() > 10**6  # type: ignore[operator]


def test_a_public_server_opens_nothing(made: dict[str, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TOWER_PUBLIC", "1")
    assert refused(made["llama"]).code == "not-public"


def test_only_so_many_large_pairs_stay_in_memory(made: dict[str, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loading, "SMALL", 0)
    monkeypatch.setattr(loading, "_loaded", {})
    monkeypatch.setenv("TOWER_LARGE_PAIRS", "2")
    codes = [open_pair(str(made[name])).spec.code for name in ("llama", "qwen2", "small")]
    first, second = loading.load_pair(codes[0]), loading.load_pair(codes[1])
    assert loading.load_pair(codes[0]) is first
    loading.load_pair(codes[2])
    assert set(loading.in_memory()) == {codes[0], codes[2]}  # the one in the middle was used least recently
    assert loading.load_pair(codes[1]) is not second


@pytest.mark.parametrize("nonsense", [{"hidden_size": "wide"}, {"num_hidden_layers": None}, {"vocab_size": 5}])
def test_nonsense_in_the_configuration_is_a_foreseen_failure(folder: Path, nonsense: dict[str, object]) -> None:
    config = json.loads((folder / "config.json").read_text())
    (folder / "config.json").write_text(json.dumps(config | nonsense))
    with pytest.raises(ModelError):
        loading.load_pair(open_pair(str(folder)).spec.code)
