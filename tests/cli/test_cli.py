"""The command line from outside: what it prints, what it writes, and how it refuses."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tower.cli.main import main
from tower.decoding.trace_schema import load

ROOT = Path(__file__).resolve().parents[2]
PROMPT = "風從北方來，"


def tower(*arguments: str, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "tower", *arguments],
        cwd=ROOT,
        input=stdin,
        capture_output=True,
        timeout=300,
        check=False,
    )


def test_text_is_marked_and_summed_up() -> None:
    done = tower("decode", "--prompt", PROMPT, "--max-new-tokens", "24")
    assert done.returncode == 0 and done.stderr == b""
    text, _, summary = done.stdout.decode().rstrip("\n").rpartition("\n\n")
    assert text.startswith(PROMPT) and "\x1b" not in text
    assert "[" in text or "{" in text  # some word was corrected or won
    assert "words in" in summary and "hauls" in summary and "end: " in summary


def test_marks_say_what_the_trace_says() -> None:
    arguments = ["decode", "--prompt", "The bell", "--max-new-tokens", "20", "--temperature", "0.8", "--seed", "4"]
    shown = tower(*arguments).stdout.decode()
    trace = json.loads(tower(*arguments, "--json", "-").stdout)
    load(trace)
    kinds = [a_round["emitted"]["kind"] for a_round in trace["rounds"] if a_round["emitted"]]
    text = shown.rpartition("\n\n")[0]
    assert text.count("{") == kinds.count("bonus")
    assert text.count("[") == kinds.count("residual")
    bare = text.replace("⏎]\n", "]\n").replace("⏎}\n", "}\n")
    for mark in "[]{}":
        bare = bare.replace(mark, "")
    written = "".join(token["raw"] for a_round in trace["rounds"] for token in a_round["tokens"])
    assert bare == "The bell" + written


def test_a_tree_is_marked_where_a_younger_sibling_was_kept() -> None:
    """The same words as plain decoding writes, and a mark wherever the draft's first choice was not the one."""
    arguments = ["decode", "--prompt", "The bell", "--max-new-tokens", "60"]
    trees = [*arguments, "--drafter", "eagle-tree"]
    trace = json.loads(tower(*trees, "--json", "-").stdout)
    plain = json.loads(tower(*arguments, "--drafter", "none", "--json", "-").stdout)
    words = [[token["id"] for a_round in run["rounds"] for token in a_round["tokens"]] for run in (trace, plain)]
    assert words[0] == words[1]
    younger = 0
    for a_round in load(trace).trace.rounds:
        slips = a_round.drafts
        for place, slip in enumerate(slips):
            elders = [elder for elder in slips[:place] if elder.parent == slip.parent]
            younger += slip.verdict == "accepted" and any(elder.verdict == "rejected" for elder in elders)
    shown = tower(*trees).stdout.decode()
    text, _, summary = shown.rstrip("\n").rpartition("\n\n")
    assert younger > 0 and text.count("<") == text.count(">") == younger
    assert f"<branch> {younger}" in summary


def test_a_trace_goes_to_a_file_and_repeats(tmp_path: Path) -> None:
    places = [tmp_path / "one.json", tmp_path / "two.json"]
    for place in places:
        done = tower(
            "decode", "--prompt", PROMPT, "--temperature", "1", "--seed", "9", "--k", "3", "--json", str(place)
        )
        assert done.returncode == 0 and done.stdout == b""
    one, two = (load(place.read_bytes()) for place in places)
    assert one.trace == two.trace
    settings = one.document["settings"]
    assert settings["pair"] == "tower" and settings["k"] == 3 and settings["seed"] == 9
    assert one.document["made_with"]["threads"] >= 1


def test_every_option_reaches_the_run(tmp_path: Path) -> None:
    place = tmp_path / "trace.json"
    (tmp_path / "prompt.txt").write_text(PROMPT + "\n", encoding="utf-8")
    code = main(
        ["decode", "--pair", "tower", "--drafter", "prompt-lookup", "--rule", "threshold", "--rule-parameter", "t=0.4",
         "--prompt-file", str(tmp_path / "prompt.txt"), "--k", "2", "--temperature", "0.7", "--top-k", "9", "--top-p",
         "0.8", "--seed", "11", "--max-new-tokens", "5", "--json", str(place)]
    )  # fmt: skip
    document = load(place.read_bytes()).document
    expected = {
        "pair": "tower", "drafter": "prompt-lookup", "rule": "threshold", "rule_parameters": {"t": 0.4}, "k": 2,
        "temperature": 0.7, "top_k": 9, "top_p": 0.8, "seed": 11, "max_new_tokens": 5,
    }  # fmt: skip
    assert code == 0
    assert expected.items() <= document["settings"].items()
    assert document["prompt"]["text"] == PROMPT


def test_plain_decoding() -> None:
    done = tower("decode", "--prompt-file", "-", "--drafter", "none", "--max-new-tokens", "4", stdin=PROMPT.encode())
    assert done.returncode == 0
    assert "4 words in 4 hauls (1.00 a haul)" in done.stdout.decode()


@pytest.mark.parametrize(
    ("arguments", "about"),
    [
        (["decode"], "--prompt"),
        (["decode", "--prompt", ""], "empty"),
        (["decode", "--prompt", "   "], "empty"),
        (["decode", "--prompt", "the bell " * 400], "511"),
        (["decode", "--prompt", "x", "--k", "0"], "k must be"),
        (["decode", "--prompt", "x", "--k", "two"], "--k"),
        (["decode", "--prompt", "x", "--pair", "nobody"], "nobody"),
        (["decode", "--prompt", "x", "--temperature", "-1"], "temperature"),
        (["decode", "--prompt", "x", "--temperature", "nan"], "temperature"),
        (["decode", "--prompt", "x", "--drafter", "nobody"], "nobody"),
        (["decode", "--prompt", "x", "--rule", "nobody"], "nobody"),
        (["decode", "--prompt", "x", "--rule-parameter", "t=1"], "no parameter"),
        (["decode", "--prompt", "x", "--rule", "threshold", "--rule-parameter", "t"], "NAME=VALUE"),
        (["decode", "--prompt", "x", "--rule", "threshold", "--rule-parameter", "t=high"], "t of rule"),
        (["decode", "--prompt", "x", "--top-p", "0"], "top-p"),
        (["decode", "--prompt", "x", "--top-p", "1.5"], "top-p"),
        (["decode", "--prompt", "x", "--top-k", "-3"], "top-k"),
        (["decode", "--prompt", "x", "--seed", "-1"], "seed"),
        (["decode", "--prompt", "x", "--max-new-tokens", "0"], "max-new-tokens"),
        (["decode", "--prompt-file", "/no/such/file"], "cannot read"),
        (["decode", "--prompt", "x", "--json", "/no/such/folder/trace.json"], "cannot write"),
        (["decode", "--prompt", "x", "--unheard-of"], "--unheard-of"),
        (["decode", "--prompt", "x", "--prompt-file", "y"], "not allowed"),
        (["bench", "--repeats", "0"], "--repeats"),
        (["bench", "--pair", "nobody"], "nobody"),
        (["bench", "--drafter", "nobody"], "--drafter"),
        (["nothing"], "nothing"),
        ([], "COMMAND"),
    ],
)
def test_bad_input_is_one_line_and_code_2(arguments: list[str], about: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 2
    out, err = capfd.readouterr()
    assert out == ""
    assert err.count("\n") == 1 and err.startswith("tower: ") and about in err


def test_bad_input_from_outside_needs_no_model() -> None:
    done = tower("decode", "--prompt", "x", "--k", "-2")
    assert done.returncode == 2 and done.stdout == b""
    assert done.stderr.decode().splitlines() == ["tower: k must be 1 to 64, not -2"]


def test_a_file_that_is_no_text(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "prompt").write_bytes(b"\xff\xfe\x00bell")
    assert main(["decode", "--prompt-file", str(tmp_path / "prompt")]) == 2
    assert "UTF-8" in capfd.readouterr().err


@pytest.mark.skipif(os.name == "nt", reason="pipes and signals of another kind")
def test_a_reader_that_leaves_early_is_no_accident() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "tower", "decode", "--prompt", PROMPT, "--drafter", "none", "--max-new-tokens", "120"],
        cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    ) as process:  # fmt: skip
        assert process.stdout is not None and process.stderr is not None
        process.stdout.read(3)
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(120) == 141


@pytest.mark.skipif(os.name == "nt", reason="pipes and signals of another kind")
def test_interrupting_is_quiet() -> None:
    import signal

    with subprocess.Popen(
        [sys.executable, "-m", "tower", "decode", "--prompt", PROMPT, "--drafter", "none", "--max-new-tokens", "400",
         "--temperature", "1"],
        cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # a job in the background ignores it
    ) as process:  # fmt: skip
        assert process.stdout is not None and process.stderr is not None
        process.stdout.read(20)  # it is writing
        process.send_signal(signal.SIGINT)
        assert process.wait(120) == 130
        assert process.stderr.read() == b""


def test_pairs_names_the_weights() -> None:
    shown = tower("pairs").stdout.decode()
    assert "tower" in shown and "oracle" in shown and "mogu" in shown and "sha256" in shown
    document = json.loads(tower("pairs", "--json", "-").stdout)
    trace = json.loads(tower("decode", "--prompt", "x", "--max-new-tokens", "1", "--json", "-").stdout)
    weights = {role: document[0][role]["fingerprint"] for role in ("target", "draft")}
    assert weights == trace["made_with"]["weights"]


def test_decoding_imports_no_transformers() -> None:
    script = (
        "import sys; from tower.cli.main import main; "
        "code = main(['decode', '--prompt', 'x', '--max-new-tokens', '2']); "
        "sys.exit(code or 'transformers' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", script], cwd=ROOT, timeout=300, check=False).returncode == 0


def test_bench_tells_all_figures() -> None:
    done = tower("bench", "--prompts", "2", "--repeats", "1", "--max-new-tokens", "12", "--json", "-")
    assert done.returncode == 0, done.stderr.decode()
    figures = json.loads(done.stdout)
    speed, ratios = figures["tokens_per_second"], figures["ratios"]
    assert set(speed) == {"plain", "speculative", "hf_plain", "hf_assisted"} and min(speed.values()) > 0
    for rival in ("plain", "hf_plain", "hf_assisted"):
        assert ratios[f"vs_{rival}"] == pytest.approx(speed["speculative"] / speed[rival])
    assert list(figures["pass_ratio"]) == [str(rows) for rows in range(1, 17)] and figures["pass_ratio"]["1"] == 1.0
    floor = figures["floor"]
    assert floor["floor_ms"] == pytest.approx(floor["bytes"] / floor["gb_per_s"] / 1e6)
    assert floor["pass_ms"] > 0 and 0 <= figures["other_share"] < 1 and 0 <= figures["alpha"] <= 1
    assert figures["c"] > 0 and figures["threads"] >= 1 and "torch" in figures["versions"]
