"""The frame of the floors: how far one has climbed, the presenter's switches, and what a link may say."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from tests.pages.reading import components
from tower.ui import words


def choose(app: AppTest, path: str, language: str, code: str) -> None:
    app.radio(key=f"{path}/{language}").set_value(code).run()
    assert not app.exception


def test_prediction_waits_for_a_choice_and_then_explains_it(visit: Callable[..., AppTest], language: str) -> None:
    app = visit("floor_1")
    assert app.button(key="floor_1.predict.hundred/look").disabled
    choose(app, "floor_1.predict.hundred", language, "ten")
    app.button(key="floor_1.predict.hundred/look").click().run()
    assert words.text(language, "floor_1.predict.hundred.after.ten") in [entry.value for entry in app.info]
    said = " ".join(entry.value for entry in app.markdown)
    assert words.text(language, "floor_1.predict.hundred.choices.hundred") in said


def test_quiz_explains_a_wrong_answer_and_the_right_one_climbs(visit: Callable[..., AppTest], language: str) -> None:
    app = visit("floor_1")
    choose(app, "floor_1.quiz", language, "slow")
    app.button(key="floor_1.quiz/check").click().run()
    assert words.text(language, "floor_1.quiz.why.slow") in app.warning[0].value
    assert "climbed" not in app.query_params
    choose(app, "floor_1.quiz", language, "input")
    assert not app.warning  # the old explanation goes with the old choice
    app.button(key="floor_1.quiz/check").click().run()
    assert words.text(language, "floor_1.quiz.why.input") in app.success[0].value
    assert app.query_params["climbed"] == "1"
    assert words.text(language, "floors.log") in " ".join(entry.value for entry in app.markdown)


def test_the_other_language_keeps_choices_and_climb(visit: Callable[..., AppTest], language: str) -> None:
    app = visit("floor_1")
    choose(app, "floor_1.quiz", language, "input")
    app.button(key="floor_1.quiz/check").click().run()
    other = next(name for name in words.LANGUAGES if name != language)
    app.segmented_control(key="language/choice").set_value(other).run()
    assert not app.exception
    assert app.radio(key=f"floor_1.quiz/{other}").value == "input"
    assert words.text(other, "floor_1.quiz.why.input") in app.success[0].value


def test_held_reveals_need_no_choice_but_the_key(visit: Callable[..., AppTest], language: str) -> None:
    app = visit("floor_1", hold="1", present="1")
    look = app.button(key="floor_1.predict.hundred/look")
    assert look.label == words.text(language, "floors.reveal") and not look.disabled
    choose(app, "floor_1.quiz", language, "input")
    assert not app.success  # chosen, not told
    app.button(key="floor_1.quiz/check").click().run()
    assert app.success
    assert (app.query_params["hold"], app.query_params["present"]) == ("1", "1")


@pytest.mark.parametrize("link", ["9-1-x", "1-1-1", "-1-"])
def test_a_link_is_read_with_care(visit: Callable[..., AppTest], link: str) -> None:
    app = visit("floor_1", climbed=link, hold="yes", nonsense="<b>")

    assert app.query_params["climbed"] == "1" and "hold" not in app.query_params


def test_words_come_one_a_haul_and_two_at_once_do_not(visit: Callable[..., AppTest], language: str) -> None:
    app = visit("floor_1")
    assert components(app, "loop")[0]["hauls"] == 1 == len(components(app, "loop")[0]["written"])
    for hauls in (2, 3):
        app.button(key="floor-1-one").click().run()
        assert not app.exception
        assert components(app, "loop")[0]["hauls"] == hauls == len(components(app, "loop")[0]["written"])
    app.button(key="floor-1-two").click().run()
    guesses = components(app, "loop")[0]["two"]
    assert len(guesses) == 3 and components(app, "loop")[0]["hauls"] == 3
    assert all(0 < guess["share"] <= 1 and len(guess["then"]) == 4 for guess in guesses)
    app.button(key="floor-1-again").click().run()
    assert components(app, "loop")[0]["hauls"] == 1 and components(app, "loop")[0]["two"] is None
