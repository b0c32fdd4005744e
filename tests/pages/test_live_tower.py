"""The live tower without a browser: controls, runs, address, errors, replay."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from tower.ui import ledger, words


def stage(app: AppTest) -> dict[str, Any]:
    """What the page handed to the stage."""
    nodes = [node for node in app.get("bidi_component") if node.proto.component_name == "oracle_tower.stage"]
    assert len(nodes) == 1
    data: dict[str, Any] = json.loads(nodes[0].proto.json)
    return data


def press_start(app: AppTest, language: str) -> None:
    label = words.text(language, "live.start")
    next(button for button in app.button if button.label == label).click().run()
    assert not app.exception


def test_first_visit_has_a_run_on_the_stage(visit: Callable[..., AppTest]) -> None:
    data = stage(visit("live_tower"))
    trace = data["run"]["trace"]
    assert len(trace["rounds"]) == 5 and not data["run"]["complete"]
    assert len(data["plain"]["rounds"]) == 5  # the plain lane keeps the same clock of hauls


def test_link_decides_the_run_and_says_what_it_ignored(visit: Callable[..., AppTest]) -> None:
    app = visit(
        "live_tower", k="3", temperature="0.7", seed="5", rule="threshold", **{"rule.t": "0.2"}, drafter="nobody"
    )
    settings = stage(app)["run"]["trace"]["settings"]
    assert (settings["k"], settings["temperature"], settings["seed"]) == (3, 0.7, 5)
    assert (settings["rule"], settings["rule_parameters"]) == ("threshold", {"t": 0.2})
    assert settings["drafter"] == "small" and len(app.info) == 1
    assert app.query_params["rule.t"] == "0.2" and app.query_params["drafter"] == "small"


def test_unknown_names_in_a_link_are_shown_as_text(visit: Callable[..., AppTest]) -> None:
    app = visit("live_tower", **{"**bold**": "1"})
    assert r"\*\*bold\*\*" in app.info[0].value


def test_same_link_gives_the_same_words(visit: Callable[..., AppTest]) -> None:
    link = {"temperature": "1", "seed": "11", "prompt": "The bell"}
    first, second = (stage(visit("live_tower", **link))["run"]["trace"] for _ in range(2))
    assert [entry["tokens"] for entry in first["rounds"]] == [entry["tokens"] for entry in second["rounds"]]


def test_turning_a_dial_keeps_the_run_and_says_so(visit: Callable[..., AppTest], language: str) -> None:
    app = visit("live_tower")
    before = stage(app)["run"]
    app.slider(key="live/k").set_value(7).run()
    assert stage(app)["run"]["id"] == before["id"] and len(app.info) == 1
    press_start(app, language)
    after = stage(app)["run"]
    assert after["id"] != before["id"] and after["trace"]["settings"]["k"] == 7 and not app.info
    put_back = next(button for button in app.button if button.label == words.text(language, "live.archive_show"))
    put_back.click().run()
    assert stage(app)["run"]["id"] == before["id"]


def test_empty_beginning_is_a_message_and_loses_nothing(visit: Callable[..., AppTest], language: str) -> None:
    app = visit("live_tower")
    before = stage(app)["run"]["id"]
    app.text_area(key="live/prompt").set_value("   ").run()
    press_start(app, language)
    assert [error.value for error in app.error] == [words.text(language, "errors.prompt-empty")]
    assert stage(app)["run"]["id"] == before


def test_too_long_beginning_is_a_message(visit: Callable[..., AppTest], language: str) -> None:
    app = visit("live_tower")
    app.text_area(key="live/prompt").set_value("bell " * 700).run()
    press_start(app, language)
    assert len(app.error) == 1 and "511" in app.error[0].value


def test_run_can_be_written_to_its_end(visit: Callable[..., AppTest], language: str) -> None:
    app = visit("live_tower", max_new_tokens="40")  # more than the first five rounds can write
    next(button for button in app.button if button.label == words.text(language, "live.to_end")).click().run()
    data = stage(app)
    assert data["run"]["complete"] and data["run"]["trace"]["totals"]["tokens"] <= 40
    spoken, plain = (
        [token["id"] for entry in trace["rounds"] for token in entry["tokens"]]
        for trace in (data["run"]["trace"], data["plain"])
    )
    assert spoken == plain  # greedy: with and without the draft, the same words


def test_language_switch_keeps_run_and_place(visit: Callable[..., AppTest], language: str) -> None:
    app = visit("live_tower", k="6")
    before = stage(app)["run"]
    other = "en" if language == "zh-Hant" else "zh-Hant"
    app.segmented_control(key="language/choice").set_value(other).run()
    assert stage(app)["run"] == before
    assert app.slider(key="live/k").value == 6


def replay(app: AppTest, language: str, body: str) -> None:
    app.file_uploader[0].upload("run.json", body.encode(), "application/json").run()
    label = words.text(language, "live.replay_button")
    next(button for button in app.button if button.label == label).click().run()
    assert not app.exception


def test_saved_run_replays(visit: Callable[..., AppTest], language: str) -> None:
    app = visit("live_tower", k="2")
    saved = stage(app)["run"]["trace"]
    other = visit("live_tower")
    replay(other, language, json.dumps(saved))
    shown = stage(other)["run"]
    assert shown["complete"] and shown["trace"] == saved and not other.error
    pair = words.text(language, "pairs.tower.name")
    assert any(pair in info.value.replace("\\", "") for info in other.info)


def test_another_drafter_than_the_small_model_is_named(visit: Callable[..., AppTest], language: str) -> None:
    def told(drafter: str) -> bool:
        app = visit("live_tower", drafter=drafter)
        name = words.text(language, f"drafters.{drafter}.name")
        return words.text(language, "live.guesses_with", drafter=name) in "\n".join(one.value for one in app.markdown)

    assert told("eagle-tree") and not told("small")


@pytest.mark.parametrize("body", ["{", '{"schema": "<b>"}', "[]"])
def test_broken_file_is_told_and_loses_nothing(visit: Callable[..., AppTest], language: str, body: str) -> None:
    app = visit("live_tower")
    before = stage(app)["run"]["id"]
    replay(app, language, body)
    assert len(app.error) == 1 and stage(app)["run"]["id"] == before


def test_a_disturbed_clock_is_told() -> None:
    def run(*seconds: float) -> dict[str, Any]:
        return {"rounds": [{"seconds": {"verify": spent}} for spent in seconds]}

    assert not ledger.disturbed(run(1.1, 1.2, 1.0), run(1.0, 1.0, 1.1))
    assert ledger.disturbed(run(1.1, 1.2, 1.0), run(1.0, 1.0, 9.0))  # one pass waited for a core
    assert ledger.disturbed(run(1.1, 9.0, 1.0), run(1.0, 1.0, 1.0))
    assert ledger.disturbed(run(1.1, 1.2, 1.0), run(4.0, 4.1, 4.0))  # one word cannot cost more than a row
    assert not ledger.disturbed(run(), run())
