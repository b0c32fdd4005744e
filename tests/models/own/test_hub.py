"""Models of the hub without a hub: its cache on this machine, and what each kind of failure means."""

from __future__ import annotations

import errno
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import httpx2
import pytest
from huggingface_hub import errors

from tests.models.own import fake_hub
from tests.models.own.folders import model_folder
from tower.models.errors import ModelError
from tower.models.own import hub
from tower.models.progress import silent

REPO = "somebody/some-model"


@pytest.fixture
def hub_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The hub's cache as its client lays it out, with one complete model; the hub itself cannot be reached."""
    cache = tmp_path / "hub"
    commit = "0" * 40
    snapshot = cache / "models--somebody--some-model" / "snapshots" / commit
    model_folder(snapshot, "small")
    (snapshot.parents[1] / "refs").mkdir()
    (snapshot.parents[1] / "refs" / "main").write_text(commit)
    for module in ("huggingface_hub.constants", "huggingface_hub._snapshot_download.constants"):
        monkeypatch.setattr(f"{module}.HF_HUB_CACHE", str(cache))
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", True)
    return snapshot


def test_a_complete_model_of_the_cache_needs_no_network(hub_cache: Path) -> None:
    assert hub.snapshot(REPO, silent, lambda numbers: None) == hub_cache


@pytest.mark.parametrize("gone", ["model.safetensors", "tokenizer.json", "config.json"])
def test_half_a_model_of_the_cache_is_no_model(hub_cache: Path, gone: str) -> None:
    (hub_cache / gone).unlink()
    with pytest.raises(ModelError) as error:
        hub.snapshot(REPO, silent, lambda numbers: None)
    assert error.value.code == "hub-unreachable" and error.value.values["repo"] == REPO


def test_a_model_that_is_not_there(hub_cache: Path) -> None:
    shutil.rmtree(hub_cache)
    with pytest.raises(ModelError) as error:
        hub.snapshot(REPO, silent, lambda numbers: None)
    assert error.value.code == "hub-unreachable"


def answered(kind: type[errors.HfHubHTTPError], status: int) -> errors.HfHubHTTPError:
    request = httpx2.Request("GET", "https://hub.invalid")
    return kind("refused\nwith a second line", response=httpx2.Response(status, request=request))


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (answered(errors.GatedRepoError, 403), "hub-gated"),
        (answered(errors.RepositoryNotFoundError, 401), "hub-missing"),
        (answered(errors.RevisionNotFoundError, 404), "hub-missing"),
        (answered(errors.HfHubHTTPError, 401), "hub-gated"),
        (answered(errors.HfHubHTTPError, 503), "hub-failed"),
        (errors.HFValidationError("a/b/c"), "hub-missing"),
        (errors.OfflineModeIsEnabled("offline"), "hub-unreachable"),
        (errors.LocalEntryNotFoundError("nothing here"), "hub-unreachable"),
        (httpx2.ConnectError("no route"), "hub-unreachable"),
        (httpx2.ReadTimeout("slow"), "hub-unreachable"),
        (httpx2.ProxyError("proxy"), "hub-unreachable"),
        (OSError(errno.ENOSPC, "No space left on device"), "disk-full"),
        (RuntimeError(""), "hub-failed"),
    ],
)
def test_each_failure_has_its_meaning(error: Exception, code: str) -> None:
    told = hub.refusal(REPO, error)
    assert told.code == code and "\n" not in str(told)


def test_only_tokenizer_settings_and_safetensors_are_asked_for() -> None:
    files = dict.fromkeys(
        ["config.json", "README.md", "modeling_x.py", "tokenizer.json", "pytorch_model.bin", "onnx/model.safetensors",
         "model-00001-of-00002.safetensors", "model-00002-of-00002.safetensors", "model.safetensors.index.json"], 1
    )  # fmt: skip
    assert hub.wanted_of(REPO, files) == [
        "config.json", "tokenizer.json", "model.safetensors.index.json",
        "model-00001-of-00002.safetensors", "model-00002-of-00002.safetensors",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("files", "code"), [(["pytorch_model.bin"], "weights-pickle"), (["README.md"], "weights-missing")]
)
def test_a_model_without_safetensors_is_refused_before_anything_is_downloaded(files: list[str], code: str) -> None:
    with pytest.raises(ModelError) as error:
        hub.wanted_of(REPO, dict.fromkeys(files, 1))
    assert error.value.code == code


CLIENT = """
import json, sys
from tower.models.errors import ModelError
from tower.models.own import hub, memory

def ask(repo, fits):
    shares = []
    try:
        place = hub.snapshot(repo, lambda step, share: shares.append([step, share]), fits)
    except ModelError as error:
        return {"code": error.code}
    return {"files": sorted(path.name for path in place.iterdir()), "shares": shares}

def tight(numbers):
    memory.check_memory(memory.needed([numbers], [], "float32") + 10**18, "cpu")

easy = lambda numbers: None
print(json.dumps([ask(repo, fits) for repo, fits in zip(sys.argv[1:], (tight, easy, easy, easy, easy))]))
"""


def test_the_hubs_own_client_downloads_what_is_wanted_and_no_more(tmp_path: Path) -> None:
    """The real client, in a process of its own, against a small hub on a port of this machine."""
    folder = model_folder(tmp_path / "model", "small")
    repos = [fake_hub.REPO, fake_hub.REPO, fake_hub.REPO, fake_hub.GATED, "somebody/nobody"]
    with fake_hub.fake_hub(folder) as (address, asked):
        done = subprocess.run(
            [sys.executable, "-c", CLIENT, *repos],
            cwd=Path(__file__).resolve().parents[3],
            env=os.environ | {"HF_ENDPOINT": address, "HF_HOME": str(tmp_path / "home")},
            capture_output=True, text=True, timeout=200, check=True,
        )  # fmt: skip
    tight, first, again, gated, nobody = json.loads(done.stdout)
    assert tight == {"code": "memory-short"}  # before anything large has come
    wanted = ["config.json", "generation_config.json", "model.safetensors", "tokenizer.json"]
    assert first["files"] == wanted == sorted(set(asked))
    assert first["shares"][-1] == ["downloading", 1.0] and len(first["shares"]) > 2
    assert again == {"files": wanted, "shares": []}  # out of the cache
    assert (gated["code"], nobody["code"]) == ("hub-gated", "hub-missing")
