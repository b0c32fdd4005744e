"""The drafter shelf without a browser: cards, the recorded race, a real one, its trace, links, both languages."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from tower.experiments.race_settings import PLAIN
from tower.ui import words
from tower.ui.measured import measured
from tower.ui.numbers import two
from tower.ui.shelf import settings
from tower.ui.shelf.cards import CARDS
from tower.ui.shelf.race_job import RaceJob

Visit = Callable[..., AppTest]


def everything(app: AppTest) -> str:
    return "\n".join(entry.value for entry in (*app.markdown, *app.subheader, *app.header))


def job(app: AppTest) -> RaceJob:
    found: RaceJob = app.session_state["shelf/job"]
    return found


def address_of(app: AppTest) -> dict[str, str]:
    return {name: value[0] if isinstance(value, list) else value for name, value in app.query_params.items()}


def go_to(app: AppTest, room: str) -> None:
    next(one for one in app.segmented_control if one.key == "shelf/room/choice").set_value(room).run()


def test_first_visit_shows_the_cards(visit: Visit, language: str) -> None:
    app = visit("drafter_shelf")
    text = everything(app)
    for code in CARDS:
        assert words.text(language, f"shelf.cards.{code}.name") in text
    assert not app.get("plotly_chart") and "{" not in text


@pytest.mark.parametrize("room", settings.ROOMS)
def test_each_part_is_reached_by_its_button_and_by_its_link(visit: Visit, language: str, room: str) -> None:
    app = visit("drafter_shelf")
    go_to(app, room)
    by_link = visit("drafter_shelf", room=room)
    for one in (app, by_link):
        assert not one.exception
        assert [header.value for header in one.header] == [words.text(language, f"shelf.{room}.title")]
        assert address_of(one)["room"] == room
    assert everything(app) == everything(by_link)


def test_links_of_old_open_what_they_are_about(visit: Visit) -> None:
    for asked, room in (({"racers": "small.mtp", "stage": "mtp"}, "race"), ({"stage": "medusa-tree"}, "stage")):
        app = visit("drafter_shelf", **asked)
        assert address_of(app)["room"] == room and asked.items() <= address_of(app).items()


def test_a_race_and_what_it_was_set_to_stay_while_another_part_is_looked_at(visit: Visit, language: str) -> None:
    app = visit("drafter_shelf", room="race", k="6", words="24")
    for room in ("cards", "stage", "race"):
        go_to(app, room)
    assert (address_of(app)["k"], address_of(app)["words"]) == ("6", "24")
    assert next(one for one in app.slider if one.key == "shelf/k").value == 6


def test_the_recorded_race_is_there_before_a_race_is_run(visit: Visit, language: str) -> None:
    app = visit("drafter_shelf", room="race")
    text = everything(app)
    race = measured("shelf").figures["races"][language]
    for lane in race["lanes"]:
        assert two(lane["words"] / lane["hauls"]) in text
    assert measured("shelf").recorded in text
    assert len(app.get("plotly_chart")) == 2
    for chart in app.get("plotly_chart"):
        assert words.text(language, "shelf.race.mark_recorded") in chart.proto.alt
    assert "{" not in text


def test_the_best_and_the_quickest_are_named_rightly(visit: Visit) -> None:
    text = everything(visit("drafter_shelf", lang="en", room="race"))
    lanes = [lane for lane in measured("shelf").figures["races"]["en"]["lanes"] if lane["drafter"] != PLAIN]
    best = max(lanes, key=lambda lane: lane["words"] / lane["hauls"])
    quickest = max(lanes, key=lambda lane: lane["words_a_second"])
    sentence = next(line for line in text.split("\n") if line.startswith("Most words a haul"))
    assert words.text("en", f"shelf.short.{best['drafter']}") in sentence
    assert words.text("en", f"shelf.short.{quickest['drafter']}") in sentence
    mogu = next(lane for lane in lanes if lane["drafter"] == "small")
    slower = [lane for lane in lanes if lane["words_a_second"] < mogu["words_a_second"]]
    told = next((line for line in text.split("\n") if line.startswith("Slower than the small model")), "")
    assert all(words.text("en", f"shelf.short.{lane['drafter']}") in told for lane in slower)


def test_a_race_is_run_here_and_its_trees_go_on_the_stage(visit: Visit, language: str) -> None:
    app = visit("drafter_shelf", racers="small.eagle-tree", words="24", repeats="1", k="3", stage="eagle-tree")
    assert words.text(language, "shelf.race.planned", runs=6, warm=3) in everything(app)
    next(b for b in app.button if b.label == words.text(language, "shelf.race.start")).click().run()
    assert not app.exception
    for _ in range(30):
        if not job(app).running:
            break
        app.run()
    race = job(app).race
    assert race.done and set(race.traces) == {PLAIN, "small", "eagle-tree"}
    assert race.settings.k == 3 and race.settings.words == 24
    app.run()
    (bar,) = app.get("progress")
    assert bar.proto.text == words.text(language, "shelf.race.progress.done", all=6)
    assert all(two(lane.words_per_haul) in everything(app) for lane in job(app).lanes())
    go_to(app, "stage")
    assert words.text(language, "shelf.stage.here") in everything(app)
    (shown,) = [box for box in app.selectbox if box.key and box.key.startswith("shelf/stage")]
    assert shown.value == "eagle-tree"


def test_the_address_holds_the_race_in_codes(visit: Visit) -> None:
    app = visit("drafter_shelf", racers="medusa-tree.small", k="6", temperature="0.7", seed="11")
    address = address_of(app)
    assert address["racers"] == "small.medusa-tree" and address["k"] == "6" and address["temperature"] == "0.7"
    found, ignored = settings.read({name: value for name, value in address.items() if name != "lang"})
    assert not ignored and settings.write(found) == {n: v for n, v in address.items() if n != "lang"}


def test_nonsense_in_a_link_is_told(visit: Visit, language: str) -> None:
    asked: dict[str, Any] = {"racers": "small.nobody", "k": "99", "<b>x": "1"}
    app = visit("drafter_shelf", **asked)
    (warning,) = app.warning
    assert "racers" in warning.value and "<b>" not in warning.value.replace("\\<", "")


def test_nobody_to_run_is_told_and_changes_nothing(visit: Visit, language: str) -> None:
    app = visit("drafter_shelf", room="race")
    app.session_state["shelf/racers"] = []
    app.run()
    next(b for b in app.button if b.label == words.text(language, "shelf.race.start")).click().run()
    assert [error.value for error in app.error] == [words.text(language, "errors.race-nobody")]
    assert "shelf/job" not in app.session_state
