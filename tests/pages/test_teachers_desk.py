"""The form that makes a link: what it says is what the page then does."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import parse_qsl, urlsplit

import pytest
from streamlit.testing.v1 import AppTest

from tower.ui import shell, words
from tower.ui.desk import fields


@pytest.fixture
def language() -> str:
    """One language is enough but where a test says otherwise; every page in both: test_every_page.py."""
    return "zh-Hant"


def made(app: AppTest) -> dict[str, str]:
    """Parameters of the link on the page."""
    assert not app.exception
    (code,) = app.code
    return dict(parse_qsl(urlsplit(code.value).query, keep_blank_values=True))


@pytest.mark.parametrize("page", [*fields.PAGES[:5], "floor_3", "own_pair"])
def test_every_pages_usual_link_opens_it_without_complaint(visit: Callable[..., AppTest], page: str) -> None:
    app = visit("teachers_desk")
    app.session_state["desk/link/page"] = page
    app.run()
    parameters = made(app)
    opened = visit(page, **{name: text for name, text in parameters.items() if name != "lang"})
    assert not opened.warning and not opened.info and not opened.error


def test_settings_fixed_hidden_and_switches_arrive(visit: Callable[..., AppTest], language: str) -> None:
    app = visit("teachers_desk")
    app.number_input(key="desk/link/live_tower/k/").set_value(7).run()
    app.segmented_control(key="desk/link/live_tower/k//state").set_value("fixed").run()
    app.segmented_control(key="desk/link/live_tower/seed//state").set_value("hidden").run()
    app.toggle(key="desk/link/hold").set_value(True).run()
    parameters = made(app)
    assert (parameters["k"], parameters["fixed"], parameters["hidden"], parameters["hold"]) == ("7", "k", "seed", "1")
    assert {"temperature", "top_k", "top_p", "drafter", "rule", "seed", "prompt"} <= set(parameters)
    opened = visit("live_tower", **{name: text for name, text in parameters.items() if name != "lang"})
    assert opened.slider(key="live/k").value == 7 and opened.slider(key="live/k").disabled


def test_a_rules_own_parameter_comes_with_it(visit: Callable[..., AppTest]) -> None:
    app = visit("teachers_desk")
    assert not any(name.startswith("rule.") for name in made(app))
    app.session_state["desk/link/live_tower/rule/"] = "threshold"
    app.run()
    assert made(app)["rule.t"] == "0.3"


def test_no_server_no_link(visit: Callable[..., AppTest], language: str) -> None:
    app = visit("teachers_desk")
    app.text_input(key="desk/base").set_value("javascript:alert(1)").run()
    assert not app.code and words.text(language, "desk.link.base_wrong") in [one.value for one in app.warning]
    app.text_input(key="desk/base").set_value("https://tower.example.org").run()
    assert app.code[0].value.startswith("https://tower.example.org/live_tower?")


def test_too_long_a_beginning_is_told(visit: Callable[..., AppTest], language: str) -> None:
    app = visit("teachers_desk")
    app.text_input(key=f"desk/link/live_tower/prompt//{language}").set_value("鐘" * 1000).run()
    assert not app.code and len(app.warning) == 1


@pytest.mark.parametrize("language", list(words.LANGUAGES))
def test_a_run_at_hand_goes_home(visit: Callable[..., AppTest], language: str) -> None:
    app = visit("live_tower", k="3")
    app.switch_page("pages/teachers_desk.py")
    app.session_state["desk/section"] = "runs"
    app.run()
    assert not app.exception and app.query_params["section"] == "runs"
    (chosen,) = app.selectbox
    assert len(chosen.options) == 3  # two recordings and the one on the stage
    chosen.set_value("on-stage").run()
    assert not app.exception and not app.error
    labels = {one.proto.label for one in app.get("download_button")}
    assert {words.text(language, key) for key in ("travel.save", "ledger.json", "ledger.csv")} <= labels


def test_every_room_of_this_server_can_be_linked_and_no_other(
    visit: Callable[..., AppTest], monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    def offered() -> list[str]:
        (pages,) = (one for one in visit("teachers_desk").selectbox if str(one.key).startswith("desk/link/page"))
        return list(pages.options)

    rooms = [room.code for room in shell.ROOMS if room.code not in ("teachers_desk", "class_room")]
    titles = {code: words.text(language, f"pages.{code}.title") for code in rooms}
    assert sorted(offered()) == sorted(titles.values())
    monkeypatch.setenv("TOWER_PUBLIC", "1")
    assert sorted(offered()) == sorted(title for code, title in titles.items() if code != "own_pair")
