"""The speed accounts without a browser: every section in both languages, a sweep stopped and gone on with, links."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from tower.experiments.sweep_report import SCHEMA
from tower.theory.accounts import gain, tokens_per_haul
from tower.ui import going, words
from tower.ui.accounts import reports, settings
from tower.ui.accounts.formula import recorded
from tower.ui.accounts.sweep_job import SweepJob
from tower.ui.measured import measured
from tower.ui.numbers import two

Visit = Callable[..., AppTest]
SHORT = {"room": "measured", "ks": "1-3", "temperatures": "0-1", "words": "16", "repeats": "1", "texts": "easy"}


def text(language: str, key: str, **values: object) -> str:
    return words.text(language, f"accounts.{key}", **values)


def everything(app: AppTest) -> str:
    return " ".join(entry.value for entry in (*app.markdown, *app.subheader, *app.caption))


def press(app: AppTest, key: str) -> AppTest:
    app.button(key=key).click().run()
    assert not app.exception
    return app


def job(app: AppTest) -> SweepJob:
    found: SweepJob = app.session_state["accounts/sweep-job"]
    return found


def metrics(app: AppTest) -> dict[str, str]:
    return {entry.label: entry.value for entry in app.metric}


@pytest.mark.parametrize("section", settings.SECTIONS)
def test_every_section_opens_and_says_where_its_figures_come_from(visit: Visit, language: str, section: str) -> None:
    app = visit("speed_accounts", room=section)
    assert len(app.error) == (section == "vocabulary") and not app.warning  # there, the engine's refusal is shown
    assert text(language, f"{section}.lead") in everything(app)
    assert app.query_params["room"] in (section, [section])
    charts = app.get("plotly_chart")
    assert len(charts) == {"formula": 2, "papers": 1, "measured": 3, "batch": 1, "machine": 1, "vocabulary": 0}[section]
    assert all(chart.proto.alt for chart in charts)


def test_the_formula_is_the_theorys(visit: Visit, language: str) -> None:
    app = visit("speed_accounts", alpha="0.8", k="4", c="0.1", slip="0")
    shown = metrics(app)
    assert shown[text(language, "formula.tokens")] == "3.36"
    assert shown[text(language, "formula.gain")] == f"{gain(0.8, 4, 0.1):.2f}×" == "2.40×"
    assert text(language, "formula.begins", alpha="0.10") in everything(app)
    app.slider(key="accounts/k").set_value(8).run()
    assert metrics(app)[text(language, "formula.tokens")] == "4.33"
    assert metrics(app)[text(language, "formula.gain")] == "2.40×"
    app.slider(key="accounts/alpha").set_value(0.05).run()
    assert text(language, "formula.never") in everything(app)


def test_a_recorded_tray_in_the_formula(visit: Visit, language: str) -> None:
    app = visit("speed_accounts", tray="recorded", k="4", alpha="0.8", c="0.05")
    v = measured("gain_by_k").figures["v"]["4"]
    assert recorded()(4) == pytest.approx(v) and recorded()(0) == 1
    assert metrics(app)[text(language, "formula.gain")] == f"{two(gain(0.8, 4, 0.05, v))}×"
    assert measured("gain_by_k").recorded in everything(app)


@pytest.mark.parametrize(
    ("table", "published", "ours"),
    [("t5", "**3.4**", two(gain(0.75, 7, 0.02))), ("formula", "6.86", two(tokens_per_haul(0.9, 10))),
     ("chinchilla", "**2.46**", "0.13"), ("alphas", "0.88", two(tokens_per_haul(0.88, 4)))],
)  # fmt: skip
def test_papers_stand_beside_the_formula(visit: Visit, table: str, published: str, ours: str) -> None:
    app = visit("speed_accounts", room="papers")
    app.segmented_control(key="accounts/table/choice").set_value(table).run()
    assert not app.exception
    assert published in everything(app) and ours in everything(app)


def test_a_sweep_runs_to_its_end_and_replaces_the_recorded_one(visit: Visit, language: str) -> None:
    app = visit("speed_accounts", **SHORT)
    assert text(language, "marks.recorded") in everything(app)
    press(app, "accounts-start")
    while not job(app).sweep.done:
        app.run()
    app.run()
    assert not app.exception and not job(app).running
    sweep = job(app).sweep
    assert len(sweep.trials) == sweep.settings.runs == 24
    assert text(language, "marks.here") in everything(app)
    bars = [entry.proto.text for entry in app.get("progress")]
    assert text(language, "measured.progress.done", all=sweep.planned, counted=24) in bars
    report = json.loads(reports.report(job(app)))
    assert report["schema"] == SCHEMA and report["complete"]
    assert len(app.get("plotly_chart")) == 3 and "--texts easy" in app.code[0].value
    other = next(name for name in words.LANGUAGES if name != language)
    app.segmented_control(key="language/choice").set_value(other).run()
    assert not app.exception and job(app).sweep is sweep
    assert text(other, "marks.here") in everything(app)


def test_stopped_in_the_middle_it_keeps_what_it_has(
    visit: Visit, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(going, "SLICE", 0.0)  # one run a look
    monkeypatch.setattr(going, "LOOKS", 1)
    app = press(visit("speed_accounts", **SHORT), "accounts-start")
    while len(job(app).sweep.trials) < 4:
        app.run()
    press(app, "accounts-stop")
    run = job(app).sweep.run
    app.run()
    assert job(app).sweep.run == run and not job(app).running
    report = json.loads(reports.report(job(app)))
    assert not report["complete"] and report["runs"]["measured"] == len(job(app).sweep.trials)
    assert report["machine"]["cores"] >= 1 and report["threads"] >= 1 and "torch" in report["versions"]
    rows = list(csv.DictReader(io.StringIO(reports.table(job(app)))))
    assert [float(row["gain"]) for row in rows] == [cell["gain"] for cell in report["cells"]] != []
    press(app, "accounts-stop")  # now it says: go on
    assert job(app).running and job(app).sweep.run > run


def test_nothing_to_measure_is_told(visit: Visit, language: str) -> None:
    app = visit("speed_accounts", room="measured", texts="own", prompt=" ")
    assert text(language, "measured.not_yet") in everything(app)
    press(app, "accounts-start")
    assert [entry.value for entry in app.error] == [words.text(language, "errors.prompt-empty")]
    assert "accounts/sweep-job" not in app.session_state


def test_links_are_codes_and_nonsense_is_named(visit: Visit) -> None:
    app = visit("speed_accounts", room="measured", ks="2-7", drafter="prompt-lookup", temperatures="0.3", shoe="42")
    address = {name: value[0] if isinstance(value, list) else value for name, value in app.query_params.items()}
    assert address["drafter"] == "prompt-lookup" and address["temperatures"] == "0.3" and address["ks"] == "1-2-4-8"
    assert "prompt" not in address
    assert "ks" in app.warning[0].value and "shoe" in app.warning[0].value
    found, ignored = settings.read({name: value for name, value in address.items() if name != "lang"})
    assert not ignored and settings.write(settings.usual() | found) == {
        name: value for name, value in address.items() if name != "lang"
    }


def test_every_setting_survives_its_way_through_an_address() -> None:
    for section in settings.SECTIONS:
        before = settings.usual() | {"room": section, "texts": "own", "prompt": "When", "sentence": "a, b & c"}
        found, ignored = settings.read(settings.write(before))
        assert not ignored and settings.usual() | before == settings.usual() | before | found


def test_a_machine_of_ones_own(visit: Visit, language: str) -> None:
    app = visit(
        "speed_accounts", room="machine", gb="100", tflop="1", billions="5", bytes="2", alpha="0.8", k="4", c="0.1"
    )
    shown = metrics(app)
    assert shown[text(language, "machine.plain")] == "10.0"  # 10 GB at 100 GB/s
    assert shown[text(language, "machine.gain")] == f"{gain(0.8, 4, 0.1):.2f}×"
    press(app, "accounts-server")
    assert metrics(app)[text(language, "machine.plain")] == "335"
    assert all(name in everything(app) for name in ("RTX 4090", "M1 Max", "H100"))


def test_two_vocabularies_side_by_side(visit: Visit, language: str) -> None:
    app = visit("speed_accounts", room="vocabulary", sentence="The north wind")
    assert len(app.error) == 1 and app.error[0].value.startswith(text(language, "vocabulary.refused"))
    cuts = next(entry.proto.body for entry in app.get("html") if 'class="cuts"' in entry.proto.body)
    assert cuts.count('class="cut"') == 3 and cuts.count("<small>") == 3 + len("The north wind")
    app.segmented_control(key="accounts/second/choice").set_value("own").run()
    assert [entry.value for entry in app.info] == [text(language, "vocabulary.bring")]
