"""The sampling room without a browser: what is counted, what is said of it, links, languages, downloads."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from tests.pages.reading import said
from tower.experiments.tally.report import summary, table
from tower.ui import words
from tower.ui.sampling import downloads, room, settings, verdicts
from tower.ui.sampling.job import Job, Preparation
from tower.ui.workshop.dials import PRESETS, Dials

Visit = Callable[..., AppTest]


def job(app: AppTest) -> Job:
    found: Job = app.session_state["sampling/job"]
    return found


def verdict_lines(app: AppTest) -> list[str]:
    return [entry.value for entry in app.subheader][:3]


def press(app: AppTest, language: str, key: str, **values: object) -> AppTest:
    label = words.text(language, key, **values)
    next(button for button in app.button if button.label == label).click().run()
    assert not app.exception
    return app


def numbers(packed: dict[str, str]) -> list[float]:
    """An array as plotly packs it."""
    return np.frombuffer(base64.b64decode(packed["bdata"]), dtype=packed["dtype"]).tolist()


def charts(app: AppTest) -> list[dict[str, Any]]:
    return [json.loads(chart.proto.spec) for chart in app.get("plotly_chart")]


def test_first_visit_has_counted_and_the_wrong_rule_is_caught(visit: Visit, language: str) -> None:
    app = visit("sampling_room")
    assert job(app).done and job(app).tally.board.counted == 100_000
    plain, exact, wrong = verdict_lines(app)
    start = words.text(language, "sampling.verdict.consistent", p_value="|").split("|")[0]
    assert plain.startswith(start) and exact.startswith(start)
    assert wrong.startswith(words.text(language, "sampling.verdict.inconsistent", p_value="|").split("|")[0])
    frequencies, distances = charts(app)
    bars = frequencies["data"][0]
    assert bars["type"] == "bar" and numbers(bars["x"]) == pytest.approx([0.5, 0.3, 0.2])
    assert len(distances["data"]) == 5  # the band's two edges and three tallies
    assert all("100,000" in chart.proto.alt for chart in app.get("plotly_chart"))
    everything = " ".join(entry.value for entry in (*app.markdown, *app.subheader, *app.header))
    assert "roved" not in everything.replace("not a proof", "")


def test_a_link_reproduces_the_count(visit: Visit) -> None:
    link = {"p": "40-35-25", "q": "20-60-20", "wrong": "threshold", "t": "0.36", "runs": "10000", "seed": "7"}
    first, second = (job(visit("sampling_room", **link)) for _ in range(2))
    assert first.settings.dials == Dials((40, 35, 25), (20, 60, 20))
    assert first.settings.parameters == (("t", 0.36),) and first.settings.runs == 10_000
    assert (first.tally.board.counts == second.tally.board.counts).all()
    other = job(visit("sampling_room", **{**link, "seed": "8"}))
    assert (first.tally.board.counts != other.tally.board.counts).any()


def test_the_address_holds_the_count_in_codes(visit: Visit) -> None:
    app = visit("sampling_room", exact="sample-match", wrong="lenience", l="0.8")
    address = {name: value[0] if isinstance(value, list) else value for name, value in app.query_params.items()}
    read, ignored = settings.read({k: v for k, v in address.items() if k != "lang"}, settings.RoomSettings())
    assert not ignored and settings.write(read) == settings.write(job(app).settings)
    assert (address["exact"], address["wrong"], address["l"]) == ("sample-match", "lenience", "0.8")


def test_nonsense_in_a_link_is_named_and_left_out(visit: Visit, language: str) -> None:
    app = visit("sampling_room", runs="7", exact="resample-from-p", q="1-2", t="9", wrong="threshold", shoe="42")
    assert len(app.warning) == 1
    assert words.text(language, "sampling.controls.runs") in app.warning[0].value and "shoe" in app.warning[0].value
    assert job(app).settings.exact == "speculative" and job(app).settings.dials == PRESETS["moon"]
    assert job(app).done


def test_stop_keeps_what_was_counted_until_it_goes_on(
    visit: Visit, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tower.ui.going.SLICE", 0)  # one block a step
    link = {"of": "dials", "runs": "10000000"}
    app = visit("sampling_room", **link)
    while not job(app).tally.board.counted > 0:
        app.run()
    assert not job(app).done
    press(app, language, "sampling.stop")
    counted = job(app).tally.board.counted
    app.run()
    assert job(app).tally.board.counted == counted > 0
    assert verdict_lines(app) == [words.text(language, "sampling.verdict.counting")] * 3
    other = next(name for name in words.LANGUAGES if name != language)
    app.segmented_control(key="language/choice").set_value(other).run()
    assert job(app).tally.board.counted == counted
    assert verdict_lines(app) == [words.text(other, "sampling.verdict.counting")] * 3
    press(app, other, "sampling.resume")
    assert job(app).tally.board.counted > counted


def test_fixing_the_cells_can_be_stopped_too(visit: Visit, language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tower.ui.going.SLICE", 0)
    monkeypatch.setattr("tower.ui.going.LOOKS", 1)
    app = visit("sampling_room", of="models", runs="20000", tokens="3", prompt="春眠不覺曉，")
    preparing = app.session_state["sampling/job"]
    assert isinstance(preparing, Preparation)
    first = preparing.last
    app.run()
    assert preparing.last != first is not None
    press(app, language, "sampling.stop")
    before = preparing.last
    app.run()
    assert preparing.last == before and not app.exception
    press(app, language, "sampling.resume")
    while not isinstance(app.session_state["sampling/job"], Job):
        app.run()
    assert not app.exception and job(app).tally.runs == 20_000 and job(app).running


def test_turning_a_dial_says_so_and_keeps_the_tally(visit: Visit, language: str) -> None:
    app = visit("sampling_room")
    before = job(app)
    box = next(box for box in app.selectbox if box.label == words.text(language, "sampling.controls.wrong"))
    box.set_value("threshold").run()
    assert job(app) is before and len(app.info) == 1
    press(app, language, "sampling.start")
    assert job(app).settings.wrong == "threshold" and not app.info


def test_without_a_wrong_rule_two_tallies_stand_side_by_side(visit: Visit) -> None:
    app = visit("sampling_room", wrong="none")
    assert [arm.code for arm in job(app).tally.arms] == ["plain", "speculative"]
    assert len(charts(app)[1]["data"]) == 4


def test_dials_of_the_workshop_are_counted(visit: Visit) -> None:
    app = visit("sampling_room", p="60-40-0-0", q="0-0-70-30")
    tally = job(app).tally
    assert tally.cells.p.tolist() == pytest.approx([0.6, 0.4, 0])
    assert job(app).done


@pytest.mark.parametrize("drafter", ["small", "prompt-lookup"])
def test_real_models_are_counted_and_their_words_shown(visit: Visit, language: str, drafter: str) -> None:
    app = visit("sampling_room", of="models", runs="1000", tokens="1", drafter=drafter)
    while not job(app).done:
        app.run()
    app.run()
    present = job(app)
    assert present.tally.board.counts.sum(axis=1).tolist() == [1000] * 3
    assert all(code != "counting" for code in verdict_lines(app))
    labels = charts(app)[0]["layout"]["yaxis"]["ticktext"]
    assert len(labels) > 1 and all("%" in label for label in labels)
    told = words.text(language, "live.guesses_with", drafter=words.text(language, f"drafters.{drafter}.name"))
    assert (told in said(app)) == (drafter != "small")
    press(app, language, "sampling.twins.button", runs=room.TWINS)
    assert len(present.twins) == room.TWINS
    assert len(app.table) == 1
    if drafter == "small":
        assert any(twin.plain != twin.speculative for twin in present.twins)
    command = app.code[0].value
    assert command.startswith("python -m tower tally --pair tower") and f"--drafter {drafter}" in command


def test_an_empty_beginning_is_told_and_the_old_count_stays(visit: Visit, language: str) -> None:
    app = visit("sampling_room")
    before = job(app)
    app.segmented_control(key="sampling/of/choice").set_value("models").run()
    app.text_input(key="sampling/prompt").set_value(" ").run()
    press(app, language, "sampling.start")
    assert [entry.value for entry in app.error] == [words.text(language, "errors.prompt-empty")]
    assert job(app) is before


def test_downloads_hold_all_cells_and_the_result(visit: Visit) -> None:
    app = visit("sampling_room")
    present = job(app)
    rows = table(present.tally, lambda cell: [f"w{cell}"]).splitlines()
    arms = ("plain", "speculative", "resample-from-p")
    assert rows[0] == "words,p," + ",".join(f"{arm}_count,{arm}_law" for arm in arms)
    assert len(rows) == 1 + len(present.tally.cells.p)
    assert sum(int(row.split(",")[2]) for row in rows[1:]) == 100_000
    result = summary(present.tally, 2, lambda cell: [f"w{cell}"])
    assert result["verdict"] == "inconsistent" and result["tv"] > result["tv_band"][1]
    assert result["tv_of_rule"] == pytest.approx(0.15)
    assert json.loads(downloads._document(present, lambda cell: ["w"]))["settings"]["seed"] == "0"


def test_numbers_in_words() -> None:
    assert verdicts.p_value(0.0) == "<\u00a010⁻³⁰⁰"
    assert verdicts.p_value(3.21e-45) == "3.2\u00a0×\u00a010⁻⁴⁵"
    assert verdicts.p_value(0.0123) == "0.012"
    assert [verdicts.rounded(n) for n in (7, 123, 98_765)] == ["7", "120", "99,000"]
