"""Branching off the run on the stage: offered, computed, marked, and no part of the run itself."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from tests.pages.reading import components, said
from tower.ui import words


@pytest.fixture
def language() -> str:
    """One language is enough but where a test says otherwise; every page in both: test_every_page.py."""
    return "zh-Hant"


def opened(visit: Callable[..., AppTest], **link: str) -> AppTest:
    app = visit("live_tower", prompt="One bell,", **link)
    app.session_state["branch/open"] = True
    app.run()
    assert not app.exception
    return app


def branches(app: AppTest) -> list[dict[str, object]]:
    return components(app, "stage")[1:]


@pytest.mark.parametrize("language", list(words.LANGUAGES))
def test_a_word_of_ones_own_is_marked_and_leaves_the_run_alone(visit: Callable[..., AppTest], language: str) -> None:
    app = opened(visit)
    before = components(app, "stage")[0]["run"]
    assert not branches(app)
    app.number_input(key="branch/round").set_value(2).run()
    app.segmented_control(key="branch/slip").set_value(-1).run()
    app.button(key="branch/go").click().run()
    assert not app.exception and not app.error
    (branch,) = branches(app)
    assert branch["run"]["complete"] and components(app, "stage")[0]["run"] == before  # type: ignore[index]
    assert words.text(language, "travel.page.what_if") in said(app)
    assert words.text(language, "travel.branch.as_it_went") in "".join(entry.proto.body for entry in app.get("html"))


@pytest.mark.parametrize("drafter", ["none", "prompt-lookup"])
def test_the_panel_says_who_goes_on(visit: Callable[..., AppTest], drafter: str, language: str) -> None:
    app = opened(visit, drafter=drafter)
    leads = {name: words.text(language, f"travel.branch.{name}") for name in ("lead", "lead_plain")}
    assert [name for name, text in leads.items() if text in said(app)] == [
        "lead_plain" if drafter == "none" else "lead"
    ]


def test_the_other_verdict_of_a_slip_opened_on_the_stage(visit: Callable[..., AppTest], language: str) -> None:
    app = opened(visit, temperature="1", seed="5")
    rounds = components(app, "stage")[0]["run"]["trace"]["rounds"]
    place = next(
        (entry["index"], index)
        for entry in rounds
        for index, slip in enumerate(entry["drafts"])
        if slip["u"] is not None and 0 < slip["accept"] < 1
    )
    app.session_state["branch/round"], app.session_state["branch/slip"] = place[0] + 1, place[1]
    app.run()
    app.button(key="branch/go").click().run()
    (branch,) = branches(app)
    old = rounds[place[0]]["drafts"][place[1]]["verdict"]
    new = branch["run"]["trace"]["rounds"][0]["drafts"][place[1]]["verdict"]  # type: ignore[index]
    assert {old, new} == {"accepted", "rejected"}


def test_a_new_run_has_no_branch_yet(visit: Callable[..., AppTest], language: str) -> None:
    app = opened(visit)
    app.segmented_control(key="branch/slip").set_value(-1).run()
    app.button(key="branch/go").click().run()
    assert branches(app)
    app.slider(key="live/k").set_value(6).run()
    app.button(key="live-start").click().run()
    assert not app.exception and not branches(app)


@pytest.mark.parametrize("language", list(words.LANGUAGES))
def test_a_slip_of_a_tree_is_certain_and_its_head_is_asked_for_its_own_q(
    visit: Callable[..., AppTest], language: str
) -> None:
    app = opened(visit, drafter="eagle-tree")
    slip = components(app, "stage")[0]["run"]["trace"]["rounds"][0]["drafts"][0]
    assert slip["q"] == 1 and slip["q_raw"] < 1
    q = f"{slip['q_raw']:.2f}" if slip["q_raw"] >= 0.1 else f"{slip['q_raw']:.2g}"
    assert words.text(language, "travel.branch.q_tree", q=q) in said(app)
