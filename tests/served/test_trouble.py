"""Servers that are away, busy, locked, or not up to it: each is told as what it is, and what was written stays."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.served.fake import Fake, serving
from tests.served.runs import begun, close, written
from tower.decoding.errors import DecodingError
from tower.models.errors import ModelError
from tower.models.loading import load_pair
from tower.models.pairs import all_pairs
from tower.models.served import client

Point = Callable[[Fake], None]


def refusal(code: str, **settings: object) -> ModelError:
    with pytest.raises(ModelError) as caught:
        written("served", **settings)
    assert caught.value.code == code
    return caught.value


def test_without_an_address_there_is_no_such_pair(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TOWER_SERVED_URL", raising=False)
    assert "served" not in all_pairs()
    with pytest.raises(DecodingError, match="served"):
        begun("served")


def test_nobody_is_there(point: Point) -> None:
    with serving(Fake()) as fake:
        point(fake)
    refusal("served-unreachable")


def test_an_address_that_is_none(monkeypatch: pytest.MonkeyPatch, server: Fake) -> None:
    monkeypatch.setenv("TOWER_SERVED_URL", "not an address")
    refusal("served-unreachable")


def test_it_is_asked_again_before_it_is_given_up(server: Fake) -> None:
    quiet = written("served")
    run = begun("served")
    for status in (503, 429):
        server.failures = [status] * len(client.PAUSES)
        next(run)
    for _ in run:
        pass
    close(quiet, run.trace(), 1e-6)
    again = begun("served")
    server.failures = [500] * (len(client.PAUSES) + 1)
    with pytest.raises(ModelError) as caught:
        next(again)
    assert caught.value.code == "served-busy" and caught.value.values["status"] == 500


@pytest.mark.parametrize("temperature", [0.0, 1.0])
def test_gone_in_mid_run_and_back_again(point: Point, temperature: float) -> None:
    fake = Fake()
    with serving(fake):
        point(fake)
        undisturbed = written("served", temperature=temperature, seed=6)
        run = begun("served", temperature=temperature, seed=6)
        for _ in range(2):
            next(run)
        before = run.trace()
    with pytest.raises(ModelError) as caught:
        next(run)
    assert caught.value.code == "served-unreachable"
    assert run.trace() == before and before.finish == "running" and len(before.tokens) > 0
    with serving(fake):
        for _ in run:
            pass
    close(undisturbed, run.trace(), 1e-6)


def test_gone_between_the_two_questions_of_a_round(server: Fake) -> None:
    run = begun("served", temperature=1.0, seed=2)
    while True:
        known = len(server.asked)
        next(run)
        if len(server.asked) - known == 2:  # a residual; its round again, with a failure at the second question
            break
    words = run.trace().tokens

    again = begun("served", temperature=1.0, seed=2)
    for _ in run.rounds[:-1]:
        next(again)
    cut = again.trace()
    server.lasts = 1
    with pytest.raises(ModelError):
        next(again)
    assert again.trace() == cut
    server.lasts = None
    next(again)
    assert again.trace().tokens == words


def test_a_locked_server(point: Point, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    with serving(Fake(key="open sesame")) as fake:
        point(fake)
        trace = written("served", max_new_tokens=4)
        assert len(trace.tokens) == 4 and "sesame" not in repr(trace) + repr(load_pair("served").spec)
        monkeypatch.setenv("TOWER_SERVED_KEY", "guess")
        error = refusal("served-key")
        assert "guess" not in str(error)


def test_likeliest_words_only(point: Point) -> None:
    """A vLLM that nobody told to return more: greedy and top-k sampling are exact, the rest is refused in words."""
    with serving(Fake(max_logprobs=20)) as fake:
        point(fake)
        for settings in ({}, {"temperature": 0.8, "top_k": 20, "seed": 3}):
            close(written("tower", **settings), written("served", **settings), 1e-5)
        for settings in ({"temperature": 1.0}, {"temperature": 0.8, "top_k": 21}, {"temperature": 0.8, "top_p": 0.9}):
            assert refusal("served-greedy-only", **settings).values["likeliest"] == 20


def test_a_single_likeliest_word_is_enough_for_greedy(point: Point) -> None:
    with serving(Fake(max_logprobs=1)) as fake:
        point(fake)
        ours, theirs = written("tower"), written("served")
        assert theirs.tokens == ours.tokens
        assert all(len(slip.p_top) == 1 for a_round in theirs.rounds for slip in a_round.drafts)


@pytest.mark.parametrize("fake", [Fake(max_logprobs=0), Fake(echoes=False)])
def test_a_server_that_says_nothing_of_prompts(point: Point, fake: Fake) -> None:
    with serving(fake):
        point(fake)
        refusal("served-insufficient")


def test_what_was_named_must_be_there(server: Fake, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TOWER_SERVED_MODEL", "giant")
    assert refusal("served-model").values["known"] == "oracle, other"
    monkeypatch.setenv("TOWER_SERVED_MODEL", "")
    assert written("served", max_new_tokens=2).tokens
    monkeypatch.setenv("TOWER_SERVED_DRAFT", str(tmp_path))
    refusal("tokenizer-missing")
    monkeypatch.setenv("TOWER_SERVED_DRAFT", "")
    refusal("draft-missing")
    assert written("served", drafter="prompt-lookup", max_new_tokens=2).tokens
    monkeypatch.setenv("TOWER_SERVED_TOKENIZER", str(tmp_path))
    refusal("tokenizer-missing")
    monkeypatch.setenv("TOWER_SERVED_TOKENIZER", "")
    refusal("served-tokenizer")


def test_another_tokenizer_is_noticed(point: Point) -> None:
    with serving(Fake(reads=[1, 2, 3])) as fake:
        point(fake)
        refusal("served-words")


def test_a_server_that_never_answers_is_not_asked_again(server: Fake, monkeypatch: pytest.MonkeyPatch) -> None:
    run = begun("served")
    next(run)
    words, asked, answer = run.trace().tokens, [], server.answer

    def sleeping(path: str, body: dict[str, object] | None, key: str) -> object:
        asked.append(path)
        time.sleep(0.6)
        return answer(path, body, key)

    server.answer = sleeping  # type: ignore[method-assign]
    monkeypatch.setattr(client, "PATIENCE", (5.0, 0.1))
    with pytest.raises(ModelError) as caught:
        next(run)
    assert caught.value.code == "served-silent" and len(asked) == 1 and run.trace().tokens == words


@pytest.mark.parametrize("answers", [["garbage"], [302]])
def test_something_else_answers(server: Fake, answers: list[int | str]) -> None:
    run = begun("served")
    next(run)
    server.failures = answers * 3
    with pytest.raises(ModelError) as caught:
        next(run)
    assert caught.value.code == "served-answer"


def test_a_tree_is_not_asked_of_a_server(server: Fake) -> None:
    with pytest.raises(ModelError) as caught:
        load_pair("served").new_target().score([0, 5, 6], [-1, 0, 0])
    assert caught.value.code == "served-tree"


def test_json_of_what_was_written(server: Fake, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The command line, too, gives away what it has when the server goes."""
    from tower.cli.main import main

    place = tmp_path / "run.json"
    ask = ["decode", "--pair", "served", "--prompt", "The bell", "--max-new-tokens", "30"]
    assert main([*ask, "--json", str(place)]) == 0
    full = [token["id"] for entry in json.loads(place.read_text())["rounds"] for token in entry["tokens"]]
    server.lasts = 3
    assert main([*ask, "--json", str(place)]) == 2
    assert "502" in capsys.readouterr().err
    document = json.loads(place.read_text())
    cut = [token["id"] for entry in document["rounds"] for token in entry["tokens"]]
    assert document["finish"] == "running" and 0 < len(cut) < len(full) and cut == full[: len(cut)]


def test_the_command_line_names_the_server_and_keeps_its_key(
    server: Fake, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    from tower.cli.main import main

    monkeypatch.setenv("TOWER_SERVED_KEY", "open sesame")
    assert main(["pairs"]) == 0
    told = capsys.readouterr().out
    assert f"oracle at {server.address}" in told and "mogu" in told.split("served:")[1]
    assert main(["pairs", "--json", str(tmp_path / "pairs.json")]) == 0
    document = {entry["code"]: entry for entry in json.loads((tmp_path / "pairs.json").read_text())}
    assert document["served"]["ready"] and document["served"]["target"]["model"] == "oracle"
    assert "sesame" not in told + json.dumps(document)
    monkeypatch.delenv("TOWER_SERVED_URL")
    assert main(["pairs"]) == 0 and "TOWER_SERVED_URL" in capsys.readouterr().out


def test_there_is_nothing_to_compare_with_transformers(server: Fake, capsys: pytest.CaptureFixture[str]) -> None:
    from tower.cli.main import main

    assert main(["bench", "--pair", "served", "--prompts", "1", "--repeats", "1"]) == 2
    assert "transformers" in capsys.readouterr().err
