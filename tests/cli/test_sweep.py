"""`python -m tower sweep`: its report, its refusals, and what is left of it when it is interrupted."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from tests.cli.test_cli import tower
from tower.cli.main import main
from tower.experiments.sweep import Sweep
from tower.experiments.sweep_report import SCHEMA

SMALL = ["sweep", "--k", "1,3", "--temperatures", "0,0.7", "--prompt", "When the north wind", "--max-new-tokens", "6"]


def test_the_report_goes_to_stdout_and_to_a_table(tmp_path: Path) -> None:
    done = tower(*SMALL, "--repeats", "2", "--json", "-", "--csv", str(tmp_path / "cells.csv"))
    assert done.returncode == 0 and done.stderr == b""
    report = json.loads(done.stdout)
    assert report["schema"] == SCHEMA and report["complete"]
    assert report["runs"] == {"measured": 12, "planned": 12} and len(report["trials"]) == 12
    assert [(cell["temperature"], cell["k"]) for cell in report["cells"]] == [(0, 1), (0, 3), (0.7, 1), (0.7, 3)]
    assert report["threads"] >= 1 and report["machine"]["cores"] >= 1 and "torch" in report["versions"]
    rows = list(csv.DictReader((tmp_path / "cells.csv").read_text(encoding="utf-8").splitlines()))
    assert [float(row["gain"]) for row in rows] == [cell["gain"] for cell in report["cells"]]


def test_for_reading() -> None:
    shown = tower(*SMALL, "--repeats", "1").stdout.decode().splitlines()
    assert len(shown) == 6 and "words/haul" in shown[0] and "6 of 6 runs" in shown[-1]


@pytest.mark.parametrize(
    ("arguments", "about"),
    [
        (["--k", "0"], "k must be"),
        (["--k", "65"], "k must be"),
        (["--k", "2,two"], "--k"),
        (["--k", ""], "--k"),
        (["--k", "2,2"], "only once"),
        (["--temperatures", "-1"], "temperature"),
        (["--temperatures", "warm"], "--temperatures"),
        (["--repeats", "0"], "repeats"),
        (["--max-new-tokens", "0"], "max-new-tokens"),
        (["--pair", "nobody"], "nobody"),
        (["--drafter", "nobody"], "nobody"),
        (["--drafter", "none"], "drafter"),
        (["--texts", "dull"], "--texts"),
        (["--prompt", " "], "empty"),
        (["--prompt", "the bell " * 400], "511"),
        (["--repeats", "100", "--k", ",".join(map(str, range(1, 62)))], "runs are more"),
        (["--k", "40"], "32 words deep"),
        (["--json", "/no/such/folder/report.json"], "cannot write"),
        (["--unheard-of"], "--unheard-of"),
    ],
)
def test_bad_input_is_one_line_and_code_2(arguments: list[str], about: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["sweep", *arguments]) == 2
    out, err = capfd.readouterr()
    assert out == "" and err.count("\n") == 1 and err.startswith("tower: ") and about in err


def test_interrupted_it_still_writes_what_it_has(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    advance = Sweep.advance

    def interrupted(self: Sweep) -> None:
        if len(self.trials) == 4:
            raise KeyboardInterrupt
        advance(self)

    monkeypatch.setattr(Sweep, "advance", interrupted)
    place = tmp_path / "report.json"
    assert main([*SMALL, "--json", str(place)]) == 130
    report = json.loads(place.read_text(encoding="utf-8"))
    assert not report["complete"] and report["runs"] == {"measured": 4, "planned": 18}
    assert report["cells"] and len(report["trials"]) == 4
