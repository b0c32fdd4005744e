"""Floors 2 and 3 as a learner walks through them: recorded first, predict, look, wrong and right answers, live."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from time import monotonic
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from tests.pages.reading import components
from tower.experiments.hardware import description
from tower.ui import here, words
from tower.ui.floors.figures_2 import figures as figures_2
from tower.ui.floors.figures_3 import figures as figures_3
from tower.ui.measured import measured


@pytest.fixture(autouse=True)
def nothing_measured() -> Iterator[None]:
    here.bench.clear()
    yield
    here.bench.clear()


def radio(app: AppTest, path: str, language: str) -> Any:
    return app.radio(key=f"{path}/{language}")


def solve(app: AppTest, floor: str, language: str, wrong: str, right: str, told: dict[str, str]) -> None:
    path = f"{floor}.quiz"
    radio(app, path, language).set_value(wrong).run()
    app.button(key=f"{path}/check").click().run()
    why = words.text(language, f"{path}.why.{wrong}", **told)
    assert any(why in box.value for box in app.warning)
    radio(app, path, language).set_value(right).run()
    app.button(key=f"{path}/check").click().run()
    assert not app.exception
    assert any(words.text(language, f"{path}.why.{right}", **told) in box.value for box in app.success)
    assert any(words.text(language, f"{floor}.ledger", **told) in box.value for box in app.markdown)


def predict(app: AppTest, path: str, language: str, choice: str) -> None:
    radio(app, path, language).set_value(choice).run()
    app.button(key=f"{path}/look").click().run()
    assert not app.exception


def test_floor_2(visit: Callable[..., AppTest], language: str) -> None:
    app = visit("floor_2")
    told = figures_2(language)
    assert app.metric[0].value == told["gb"]
    assert not components(app, "hourglass")
    predict(app, "floor_2.predict.share", language, "most")
    assert components(app, "hourglass")[0]["share"] < 0.2
    now, *pace = [metric.value for metric in app.metric][4:]
    assert float(now) == pytest.approx(1 / measured("machine").figures["block"]["seconds"], rel=0.01)
    assert pace[0] == pace[1] and pace[2] == "1.00×"
    app.select_slider(key="floor-2-gears").set_value(16).run()
    assert app.metric[7].value == "1.00×"
    app.select_slider(key="floor-2-shaft").set_value(2).run()
    assert app.metric[7].value == "2.00×"
    app.segmented_control(key="floor-2-tome").set_value("home").run()
    assert not app.exception and app.get("plotly_chart")
    solve(app, "floor_2", language, "gears", "shaft", told)


def test_floor_3(visit: Callable[..., AppTest], language: str) -> None:
    app = visit("floor_3")
    told = figures_3(language)
    row = measured("prints").figures[language]
    assert components(app, "tray")[0]["slips"] == row["slips"]
    shown = components(app, "mask")[0]
    assert len(shown["prints"]) == len(shown["slips"]) + 1
    predict(app, "floor_3.predict.swap", language, "all")
    swapped = components(app, "tray")[1]
    assert swapped["changed"] == [place > 1 for place in range(len(row["prints"]))]
    predict(app, "floor_3.predict.price", language, "five")
    assert app.get("plotly_chart")
    solve(app, "floor_3", language, "agree", "idle", told)


def test_slips_of_ones_own(visit: Callable[..., AppTest], language: str) -> None:
    app = visit("floor_3")
    slips = {"en": "has crossed the seventh bridge", "zh-Hant": "吹過第七座橋"}[language]
    app.text_input(key=f"floor-3-slips-{language}").set_value(slips)
    app.button[_pull(app, language)].click().run()
    assert not app.exception
    shown = components(app, "tray")[0]
    assert "".join(shown["slips"]).replace("␣", " ").strip() == slips
    app.text_input(key=f"floor-3-slips-{language}").set_value("")
    app.button[_pull(app, language)].click().run()
    assert not app.exception and app.error
    assert components(app, "tray")[0] == shown


def _pull(app: AppTest, language: str) -> int:
    label = words.text(language, "floor_3.haul")
    return next(number for number, button in enumerate(app.button) if button.label == label)


def test_a_measurement_is_shown_to_all(visit: Callable[..., AppTest], language: str) -> None:
    mine = dict(measured("machine").figures, gb_per_s=12.5)
    here.bench()._found["machine"] = here.Here(mine, description(), datetime.now(UTC), monotonic())
    app = visit("floor_2")
    assert app.metric[0].value == "12.5"
    app.button(key="floor-2-measure").click().run()  # too soon after the last one: nothing is measured
    assert not app.exception and app.metric[0].value == "12.5"


def test_measuring_here_works(visit: Callable[..., AppTest], language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    made = []
    monkeypatch.setattr(here, "machine_figures", lambda: made.append(1) or dict(measured("machine").figures))
    app = visit("floor_2")
    app.button(key="floor-2-measure").click().run()
    assert not app.exception and made == [1]
    time = f"{here.bench().latest('machine').at:%H:%M}"  # type: ignore[union-attr]
    assert any(time in box.value for box in app.markdown)
