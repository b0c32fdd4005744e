"""The room where models come in: fetched by name, brought from a folder, refused in words, taken to the other rooms."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from tests.models.own.folders import model_folder
from tests.pages.reading import components, said
from tower.models import fetching as fetched
from tower.models import loading, pairs
from tower.models.errors import ModelError
from tower.ui import words
from tower.ui.own_pair import fetching
from tower.ui.own_pair.jobs import Job

OPEN, JOB = "own-open", "own/job"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("models")
    sizes = {"llama": 300, "small": 300, "padded": 290}  # the last one speaks another vocabulary
    return {name: model_folder(folder / name, name, words=size) for name, size in sizes.items()}


def open_pair(app: AppTest, target: Path | str, draft: Path | str = "") -> AppTest:
    app.text_input(key="own/target").set_value(str(target))
    app.text_input(key="own/draft").set_value(str(draft))
    app.button(key=OPEN).click().run()
    assert app.session_state[JOB].wait(60)
    app.run()
    assert not app.exception
    return app


def test_a_pair_from_folders_is_checked_and_plays_in_the_live_tower(
    visit: Callable[..., AppTest], language: str, made: dict[str, Path]
) -> None:
    app = open_pair(visit("own_pair"), made["llama"], made["small"])
    assert not app.error and len(app.success) == 1 and "llama" in app.success[0].value
    assert "LlamaForCausalLM" in said(app)
    code = app.session_state[JOB].result.spec.code
    app.button(key=f"own-live/{code}").click().run()
    assert [title.value for title in app.title] == [words.text(language, "pages.live_tower.heading")]
    app.switch_page("pages/live_tower.py").run()
    app.button(key="live-start").click().run()
    assert not app.exception and not app.error
    trace = components(app, "stage")[0]["run"]["trace"]
    assert trace["settings"]["pair"] == code and len(trace["rounds"]) == 5
    assert app.query_params["pair"] == code
    # a link to it is followed as long as the process knows the pair; other rooms offer it too
    other = visit("live_tower", pair=code, k="2")
    assert components(other, "stage")[0]["run"]["trace"]["settings"]["pair"] == code
    accounts = visit("speed_accounts", room="measured", pair=code)
    assert accounts.session_state["accounts/pair"] == code


@pytest.mark.parametrize("draft", ["padded", "nowhere"])
def test_a_pair_that_does_not_pass_is_refused_in_words(
    visit: Callable[..., AppTest], language: str, made: dict[str, Path], draft: str
) -> None:
    known = set(pairs.all_pairs())
    app = open_pair(visit("own_pair"), made["llama"], made.get(draft, made["llama"].parent / draft))
    assert len(app.error) == 1 and not app.success
    if draft == "padded":
        assert "300" in app.error[0].value and "290" in app.error[0].value
        assert words.text(language, "own.differing") in said(app) and "| 290 |" in said(app)
    assert set(pairs.all_pairs()) == known
    assert app.text_input(key="own/target").value == str(made["llama"])  # nothing that was typed is lost


def test_a_suggestion_fills_both_names(visit: Callable[..., AppTest], language: str) -> None:
    app = visit("own_pair")
    chosen = next(box for box in app.selectbox if box.key == f"own/suggestion/{language}")
    chosen.set_value("1").run()
    assert app.text_input(key="own/target").value == "HuggingFaceTB/SmolLM2-360M-Instruct"
    assert app.text_input(key="own/draft").value == "HuggingFaceTB/SmolLM2-135M-Instruct"
    app.text_input(key="own/draft").set_value("").run()
    chosen = next(box for box in app.selectbox if box.key == f"own/suggestion/{language}")
    assert chosen.value == "own"


def test_what_is_typed_is_shown_as_text(visit: Callable[..., AppTest]) -> None:
    app = open_pair(visit("own_pair"), "/no/**bold** <b>")
    assert r"\*\*bold\*\*" in app.error[0].value and r"\<b\>" in app.error[0].value


@pytest.fixture
def unfetched(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """SmolLM2 as on a machine that does not have it; its fetch takes no time."""
    folder = tmp_path / "smollm2"
    spec = replace(pairs.PAIRS["smollm2"], target=folder)
    monkeypatch.setattr(pairs, "PAIRS", {**pairs.PAIRS, "smollm2": spec})
    monkeypatch.setattr("tower.ui.pair_names.PAIRS", pairs.PAIRS)
    monkeypatch.setattr(fetching, "_jobs", {})
    monkeypatch.setattr(loading, "_loaded", {code: pair for code, pair in loading._loaded.items() if code != "smollm2"})
    return folder


def begin_fetch(app: AppTest, monkeypatch: pytest.MonkeyPatch, work: Callable[[Any], Path]) -> None:
    monkeypatch.setattr(fetched, "FETCHED", {"smollm2": work})
    app.button(key="fetch-start/smollm2").click().run()
    job: Job[object] = fetching._jobs["smollm2"]
    assert job.wait(60)
    app.run()
    assert not app.exception


def test_a_pair_that_is_not_here_is_offered_and_fetched(
    visit: Callable[..., AppTest], language: str, unfetched: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = visit("live_tower", pair="smollm2")
    assert not app.error and not components(app, "stage")
    chosen = next(box for box in app.selectbox if box.key == f"live/pair/{language}")
    name = words.text(language, "pairs.smollm2.name")
    assert words.text(language, "own.waiting", name=name) in chosen.options

    def work(tell: Any) -> Path:
        tell("downloading", 0.5)
        return model_folder(unfetched, "llama")

    begin_fetch(app, monkeypatch, work)
    assert "fetch-start/smollm2" not in [button.key for button in app.button]
    app.button(key="live-start").click().run()
    settings = components(app, "stage")[0]["run"]["trace"]["settings"]
    assert (settings["pair"], settings["drafter"]) == ("smollm2", "prompt-lookup")


@pytest.mark.parametrize("code", ["fetch-no-index", "disk-full", "fetch-broken"])
def test_a_fetch_that_fails_says_why_and_can_be_tried_again(
    visit: Callable[..., AppTest], language: str, unfetched: Path, monkeypatch: pytest.MonkeyPatch, code: str
) -> None:
    values = {"package": "p", "needed": "2 GB", "free": "1 GB", "file": "f", "found": "00"}

    def work(tell: Any) -> Path:
        raise ModelError(code, "", **values)

    app = visit("own_pair")
    begin_fetch(app, monkeypatch, work)
    start = words.text(language, f"errors.{code}", **values)[:12]
    assert len(app.error) == 1 and app.error[0].value.replace("\\", "").startswith(start)
    assert "fetch-start/smollm2" in [button.key for button in app.button]


def test_a_fetch_can_be_stopped(
    visit: Callable[..., AppTest], language: str, unfetched: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def work(tell: Any) -> Path:
        while True:
            tell("downloading", 0.25)

    monkeypatch.setattr(fetched, "FETCHED", {"smollm2": work})
    app = visit("own_pair")
    app.button(key="fetch-start/smollm2").click().run()
    job = fetching._jobs["smollm2"]
    assert job.running and (job.step, job.share) == ("downloading", 0.25)
    app.button(key="fetch-stop/smollm2").click().run()
    assert job.wait(60)
    app.run()
    assert words.text(language, "own.stopped") in said(app)


def test_a_public_server_has_no_such_room(
    visit: Callable[..., AppTest], language: str, unfetched: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TOWER_PUBLIC", "1")
    assert words.text(language, "ways.own_pair") not in said(visit("lobby"))
    app = visit("live_tower", pair="smollm2")
    assert "fetch-start/smollm2" not in [button.key for button in app.button]
    chosen = next(box for box in app.selectbox if box.key == f"live/pair/{language}")
    assert len(chosen.options) == len([code for code in pairs.all_pairs() if code != "smollm2"])
    assert not any(words.text(language, "own.bring") in str(link.proto) for link in app.get("page_link"))
    assert not app.exception


def test_the_words_are_kept_while_pairs_change(
    visit: Callable[..., AppTest], language: str, made: dict[str, Path]
) -> None:
    app = open_pair(visit("own_pair"), made["llama"])
    code = app.session_state[JOB].result.spec.code
    live = visit("live_tower", prompt="my own words")
    box = next(box for box in live.selectbox if box.key == f"live/pair/{language}")
    box.set_value(code).run()
    assert live.text_area(key="live/prompt").value == "my own words"
    assert live.session_state["live/drafter"] == "prompt-lookup"
    offered = visit("live_tower")
    box = next(box for box in offered.selectbox if box.key == f"live/pair/{language}")
    box.set_value(code).run()
    asks = json.dumps([entry["prompt"] for entry in words.branch(language, "own.asks").values()])
    assert json.dumps(offered.text_area(key="live/prompt").value) in asks  # a prophecy would puzzle it
