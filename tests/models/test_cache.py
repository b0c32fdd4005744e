"""A cached folder is whole or absent, whatever interrupts its making."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from tower.models.cache import check_room, made_whole, models_folder
from tower.models.errors import ModelError


def entries(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_folder_appears_when_its_making_ends_well(tmp_path: Path) -> None:
    with made_whole(tmp_path / "cache" / "model") as workshop:
        (workshop / "a").write_text("1")
        assert not (tmp_path / "cache" / "model").exists()
    assert entries(tmp_path / "cache") == ["model"] and entries(tmp_path / "cache" / "model") == ["a"]


@pytest.mark.parametrize("trouble", [KeyboardInterrupt, RuntimeError, ModelError("fetch-broken", "")])
def test_a_stop_in_the_middle_leaves_nothing(tmp_path: Path, trouble: BaseException | type[BaseException]) -> None:
    with (
        pytest.raises(type(trouble) if isinstance(trouble, BaseException) else trouble),
        made_whole(tmp_path / "m") as w,
    ):
        (w / "a").write_text("1")
        raise trouble
    assert entries(tmp_path) == []


def test_whoever_is_second_uses_what_is_there(tmp_path: Path) -> None:
    with made_whole(tmp_path / "m") as slow:
        (slow / "a").write_text("slow")
        with made_whole(tmp_path / "m") as quick:
            (quick / "a").write_text("quick")
    assert (tmp_path / "m" / "a").read_text() == "quick" and entries(tmp_path) == ["m"]


def test_what_a_killed_process_left_is_cleared_after_a_while(tmp_path: Path) -> None:
    for name, age in (("old", 86400), ("new", 60)):
        (folder := tmp_path / f".unfinished-{name}").mkdir()
        os.utime(folder, (time.time() - age,) * 2)
    with made_whole(tmp_path / "m"):
        pass
    assert entries(tmp_path) == [".unfinished-new", "m"]


def test_a_disk_that_is_too_small_or_closed_is_told(tmp_path: Path) -> None:
    with pytest.raises(ModelError) as full:
        check_room(tmp_path / "not" / "yet", 10**18)
    assert full.value.code == "disk-full" and full.value.values["needed"] == "1000000000.00 GB"
    check_room(tmp_path, 1)
    (tmp_path / "file").write_text("")
    with pytest.raises(ModelError) as closed, made_whole(tmp_path / "file" / "m"):
        pass
    assert closed.value.code == "cache-unwritable"


def test_the_place_can_be_chosen(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TOWER_CACHE", str(tmp_path))
    assert models_folder() == tmp_path / "models"
    monkeypatch.delenv("TOWER_CACHE")
    assert "oracle-tower" in models_folder().parts
