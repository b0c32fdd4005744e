"""The dial workshop as its server side draws it, in both languages; a component's data are what a learner sees."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import parse_qsl

import pytest
from streamlit.testing.v1 import AppTest

from tower.decoding.rulebook import RULES
from tower.ui import words
from tower.ui.sampling import settings as sampling
from tower.ui.shell import ROOT

LANGUAGES = list(words.LANGUAGES)


def open_page(language: str, **address: str) -> AppTest:
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
    app.query_params["lang"] = language
    for name, value in address.items():
        app.query_params[name] = value
    app.switch_page("pages/dial_workshop.py")
    app.run()
    assert not app.exception
    return app


def data_of(app: AppTest, name: str) -> dict[str, Any]:
    nodes = [node for node in app.get("bidi_component") if node.proto.component_name == name]
    assert len(nodes) == 1
    found: dict[str, Any] = json.loads(nodes[0].proto.json)
    return found


def bench(app: AppTest) -> dict[str, Any]:
    return data_of(app, "oracle_tower.dials")


def table(app: AppTest, language: str) -> dict[str, list[str]]:
    shown = data_of(app, "oracle_tower.dial_account")
    codes = {name: code for code, name in words.branch(language, "workshop.table").items()}
    columns = zip(*shown["rows"], strict=True)
    return {
        codes[name].removesuffix("_difference").removesuffix("_target"): list(column)
        for name, column in zip(shown["columns"], columns, strict=True)
    }


def pick(app: AppTest, label: str, code: str) -> AppTest:
    next(box for box in app.selectbox if box.label == label).set_value(code).run()
    assert not app.exception
    return app


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_opens_on_the_moon_with_the_whole_account(language: str) -> None:
    app = open_page(language)
    assert app.title[0].value == words.text(language, "pages.dial_workshop.heading")
    shown = bench(app)
    assert shown["dials"] == {"p": [50, 30, 20], "q": [80, 10, 10], "locked": []}
    assert shown["words"][0] == words.text(language, "workshop.words.w1")
    assert shown["workings"]["flows"][0] == pytest.approx([0, 0.2, 0.1])
    account = table(app, language)
    assert account["drawn"] == ["80%", "10%", "10%", "100%"]
    assert account["accept"] == ["5/8 (62.5%)", "100%", "100%", ""]
    assert account["rejected"] == ["30%", "0%", "0%", "30%"]
    assert account["replacement"] == ["0%", "2/3 (66.7%)", "1/3 (33.3%)", "100%"]
    assert account["law"] == account["target"] == ["50%", "30%", "20%", "100%"]
    assert account["gap"] == ["0", "0", "0", "0"]
    assert [metric.value for metric in app.metric] == ["0", "70%"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("code", RULES)
def test_every_rule_shows_its_law_and_says_why(code: str, language: str) -> None:
    app = pick(open_page(language), words.text(language, "workshop.controls.rule"), code)
    shown = bench(app)
    assert shown["rule"]["code"] == code
    said = " ".join(entry.value for entry in app.markdown)
    assert words.text(language, f"workshop.why.{code}") in said
    verdict = "exact" if RULES[code].exact else "wrong"
    name = words.text(language, f"rules.{code}.name")
    assert app.header[0].value == f"{name} · {words.text(language, f'workshop.verdict.{verdict}')}"
    assert (shown["workings"]["distance"] > 1e-9) == (not RULES[code].exact)
    assert (app.metric[0].value == "0") == RULES[code].exact
    assert len(table(app, language)["law"]) == 4
    assert app.query_params.get("rule") == (None if code == "speculative" else code)


def test_re_drawing_from_p_gives_65_19_16() -> None:
    app = open_page("en", rule="resample-from-p")
    assert table(app, "en")["law"][:3] == ["65%", "19%", "16%"]
    assert app.metric[0].value == "15%"


@pytest.mark.parametrize(
    ("address", "key"),
    [
        ({"p": "50-30-20", "q": "50-30-20"}, "equal"),
        ({"p": "100-0-0", "q": "80-10-10"}, "target_hot"),
        ({"p": "50-30-20", "q": "0-0-100"}, "draft_hot"),
    ],
)
def test_a_wrong_rule_that_happens_to_be_right_says_so(address: dict[str, str], key: str) -> None:
    rule = "argmax-soft-q" if key == "draft_hot" else "resample-from-p"
    app = open_page("en", rule=rule, **address)
    assert bench(app)["workings"]["distance"] == pytest.approx(0, abs=1e-12)
    assert words.text("en", f"workshop.verdict.{key}") in " ".join(entry.value for entry in app.markdown)


def test_a_ratio_that_does_not_know_the_warp_is_no_longer_exact() -> None:
    app = open_page("en", temperature="0.5", on="ratio")
    assert words.text("en", "workshop.verdict.ratio_why") in " ".join(entry.value for entry in app.markdown)
    assert float(app.metric[0].value.rstrip("%")) > 1
    honest = open_page("en", temperature="0.5")
    assert honest.metric[0].value == "0"


def test_sliders_of_the_warp_reach_the_picture_and_the_address() -> None:
    app = open_page("en")
    labels = words.branch("en", "workshop.controls")
    next(slider for slider in app.slider if slider.label == labels["temperature"]).set_value(0.5).run()
    next(slider for slider in app.slider if slider.label == labels["top_k"]).set_value(2).run()
    assert not app.exception
    assert bench(app)["warp"] == {"temperature": 0.5, "top_k": 2, "top_p": 1.0}
    assert bench(app)["workings"]["p"] == pytest.approx([25 / 34, 9 / 34, 0])
    assert (app.query_params["temperature"], app.query_params["top_k"]) == ("0.5", "2")


def test_rule_parameters_have_sliders_and_travel() -> None:
    app = open_page("en", rule="threshold", t="0.15")
    assert bench(app)["rule"]["parameters"] == {"t": 0.15}
    next(slider for slider in app.slider if slider.label == words.text("en", "workshop.controls.t")).set_value(
        0.6
    ).run()
    assert bench(app)["rule"]["parameters"] == {"t": 0.6}
    assert app.query_params["t"] == "0.6"


def test_presets_are_handed_to_the_component_anew() -> None:
    app = open_page("en")
    before = bench(app)
    pick(app, words.text("en", "workshop.controls.preset"), "zipf")
    after = bench(app)
    assert len(after["dials"]["p"]) == 8 and after["revision"] > before["revision"]
    assert data_of(app, "oracle_tower.dial_motion")["run"] != ""


def test_the_other_language_keeps_everything() -> None:
    app = open_page("en", p="60-40-0-0", q="0-0-70-30", rule="lenience", l="0.25", seed="7", lock="1")
    english, motion = bench(app), data_of(app, "oracle_tower.dial_motion")
    next(group for group in app.get("button_group") if "繁體中文" in group.options).set_value("zh-Hant").run()
    assert not app.exception
    chinese = bench(app)
    assert chinese["dials"] == english["dials"] == {"p": [60, 40, 0, 0], "q": [0, 0, 70, 30], "locked": [1]}
    assert chinese["rule"] == english["rule"] == {"code": "lenience", "parameters": {"l": 0.25}}
    assert chinese["words"][0] == "圓" and chinese["revision"] == english["revision"]
    assert data_of(app, "oracle_tower.dial_motion")["series"] == motion["series"]
    assert app.query_params["lang"] == "zh-Hant"


def test_the_way_to_the_sampling_room_takes_dials_and_rule_along() -> None:
    app = open_page("en", p="60-40-0-0", q="0-0-70-30", rule="threshold", t="0.15", lock="1")
    [link] = app.get("page_link")
    asked = dict(parse_qsl(link.proto.query_string))
    found, ignored = sampling.read(asked, sampling.RoomSettings())
    assert not ignored
    assert (found.dials.p, found.dials.q) == ((60, 40, 0, 0), (0, 0, 70, 30))
    assert (found.wrong, found.parameters) == ("threshold", (("t", 0.15),))
    exact = open_page("en", rule="sample-match").get("page_link")[0].proto.query_string
    assert sampling.read(dict(parse_qsl(exact)), sampling.RoomSettings())[0].exact == "sample-match"
    assert not open_page("en", temperature="0.5").get("page_link")  # there the dials would be others


def test_a_link_with_nonsense_is_answered_in_words() -> None:
    app = open_page("en", p="1-2-3", q="80-10-10", rule="magic")
    assert app.warning[0].value == words.text("en", "workshop.ignored", names="p, q, rule")
    assert bench(app)["dials"]["p"] == [50, 30, 20]


@pytest.mark.parametrize("language", LANGUAGES)
def test_dials_can_be_taken_from_the_live_models(language: str) -> None:
    app = open_page(language)
    text = words.text(language, "workshop.reading.example")
    app.button[0].click().run()
    assert not app.exception and not app.error
    shown = bench(app)
    dials = shown["dials"]
    assert sum(dials["p"]) == sum(dials["q"]) == 1000 and len(dials["p"]) == len(shown["words"]) == 8
    assert shown["words"][-1] == words.text(language, "workshop.words.rest") and not shown["resizable"]
    assert shown["sentence"]["before"] == text and app.query_params["context"] == text
    assert shown["workings"]["distance"] == pytest.approx(0, abs=1e-12)

    link = {name: app.query_params[name] for name in ("p", "q", "context")}
    again = bench(open_page(language, **link))  # the link alone brings the same words and dials
    assert (again["dials"], again["words"]) == (dials, shown["words"])


def test_a_context_that_cannot_be_read_leaves_ordinary_dials() -> None:
    app = open_page("en", p="34-33-33", q="33-34-33", context="When the north wind")
    assert bench(app)["words"][0] == words.text("en", "workshop.words.w1")
    assert "context" not in app.query_params


def test_reports_of_the_component_are_checked() -> None:
    def script() -> None:
        import streamlit as st

        from tower.ui.workshop import state
        from tower.ui.workshop.settings import Settings

        state.put(Settings())
        for told in (
            None,
            {"p": [1, 2]},
            {"p": [200, -50, -50], "q": [80, 10, 10], "locked": []},
            {"p": "abc", "q": 1},
        ):
            state.take_dials(told)
        st.text(repr(state.get() == Settings()))
        state.take_dials({"p": [40, 40, 20], "q": [80, 10, 10], "locked": [2]})
        st.text(repr((state.get().dials.p, sorted(state.get().dials.locked))))
        state.keep_played({"run": "abc", "count": 70})
        state.keep_played({"run": "abc", "count": "many"})
        st.text(repr((state.played("abc"), state.played("xyz"))))

    app = AppTest.from_function(script).run(timeout=30)
    assert not app.exception
    assert [entry.value for entry in app.text] == ["True", "((40, 40, 20), [2])", "(70, 0)"]
