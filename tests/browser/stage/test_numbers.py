"""What the stage says is what the trace holds: captions, slip detail, and tokens as text."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tower.ui.stage import Options

from .conftest import Opener
from .toy_traces import CASES, case

NUMBER = re.compile(r"\d*\.?\d+")


def figures(stage_page: object) -> dict[str, str]:
    rows = stage_page.locator(".figures div").evaluate_all(  # type: ignore[attr-defined]
        "rows => rows.map((row) => [row.children[0].textContent, row.children[1].textContent])"
    )
    return dict(rows)


def close(shown: str, value: float) -> bool:
    digits = len(shown.split(".")[1]) if "." in shown else 0
    return abs(float(shown) - value) <= 0.5 * 10**-digits + 1e-9


def test_slip_detail_shows_the_numbers_of_the_trace(open_stage: Opener) -> None:
    stage = open_stage("sampled")
    tested = 0
    for number, round_ in enumerate(stage.trace["rounds"][:4]):
        stage.go_to(number, "write")
        for i, draft in enumerate(round_["drafts"]):
            stage.page.locator(f".slip[data-index='{i}']:not([data-state=last])").click()
            shown = figures(stage.page)
            assert close(shown["q, the draft's probability"], draft["q"])
            assert close(shown["p, the Oracle's probability"], draft["p"])
            if draft["accept"] is None:
                assert "accept probability" not in shown and "the draw u" not in shown
                expect(stage.page.locator(".verdict")).to_contain_text("Not tested")
                continue
            tested += 1
            assert close(shown["ratio p/q"], draft["p"] / draft["q"])
            assert close(shown["accept probability"], draft["accept"])
            assert close(shown["the draw u"], draft["u"])
            marker = stage.page.locator(".marker-line").get_attribute("x1")
            width = stage.page.locator(".zone-pass").get_attribute("width")
            assert marker and width
            assert float(marker) == pytest.approx(10 + draft["u"] * 380, abs=0.01)
            assert float(width) == pytest.approx(draft["accept"] * 380, abs=0.01)
            assert stage.page.locator(".dials").count() == (2 if draft["residual_top"] else 1)
    assert tested > 6


def test_the_inspected_word_is_among_the_bars_even_when_it_is_unlikely(open_stage: Opener) -> None:
    trace = case("sampled")
    draft = trace["rounds"][0]["drafts"][0]
    for name in ("q_top", "p_top"):
        draft[name] = [entry for entry in draft[name] if entry[0] != draft["id"]]
    stage = open_stage(trace=trace)
    stage.go_to(0, "write")
    stage.page.locator(".slip[data-index='0']").click()
    row = stage.page.locator(".dials tr[data-marked]")
    expect(row.locator("th")).to_have_text(draft["text"])
    shown = row.locator(".dial-number").all_inner_texts()
    assert close(shown[0], draft["q"]) and close(shown[1], draft["p"])


def test_residual_bars_are_the_residual(open_stage: Opener) -> None:
    stage = open_stage("sampled")
    stage.go_to(0, "write")
    (index,) = (i for i, draft in enumerate(stage.trace["rounds"][0]["drafts"]) if draft["verdict"] == "rejected")
    stage.page.locator(f".slip[data-index='{index}']").click()
    rows = stage.page.locator(".bars").last.locator("tbody tr").evaluate_all(
        "rows => rows.map((row) => [row.children[0].textContent, row.querySelector('.dial-number').textContent])"
    )  # fmt: skip
    residual = stage.trace["rounds"][0]["drafts"][index]["residual_top"]
    assert [text for text, _ in rows] == [text for _, text, _ in residual]
    assert all(close(shown, prob) for (_, shown), (_, _, prob) in zip(rows, residual, strict=True))
    drawn = stage.page.locator(".bars").last.locator("tr[data-marked] th").inner_text()
    assert drawn == stage.trace["rounds"][0]["emitted"]["text"]


def test_at_temperature_zero_the_question_is_equality(open_stage: Opener) -> None:
    stage = open_stage("greedy")
    stage.go_to(1, "write")
    for i, draft in enumerate(stage.trace["rounds"][1]["drafts"]):
        stage.page.locator(f".slip[data-index='{i}']").click()
        sign = stage.page.locator(".equal-sign")
        expect(sign).to_contain_text("=" if draft["verdict"] == "accepted" else "≠")
        assert stage.page.locator(".draw-line").count() == 0
        assert "ratio p/q" not in figures(stage.page)


def test_detail_by_keyboard_opens_focuses_and_gives_the_focus_back(open_stage: Opener) -> None:
    stage = open_stage("sampled")
    stage.go_to(0, "write")
    stage.page.locator(".slip[data-index='1']").focus()
    stage.page.keyboard.press("Enter")
    expect(stage.page.get_by_role("heading", name="Slip 2 of round 1")).to_be_focused()
    assert stage.reports("selected") == [{"run": "page", "round": 0, "slip": 1}]
    stage.page.keyboard.press("Escape")
    expect(stage.page.locator(".stage-inspector")).to_be_hidden()
    expect(stage.page.locator(".slip[data-index='1']")).to_be_focused()


def test_detail_tells_nothing_before_its_beat(open_stage: Opener) -> None:
    stage = open_stage("sampled")
    stage.go_to(0, "draft", step=1)
    stage.page.locator(".slip[data-index='0']").click()
    assert list(figures(stage.page)) == ["q, the draft's probability"]
    stage.go_to(0, "haul", step=1)
    assert list(figures(stage.page)) == ["q, the draft's probability", "p, the Oracle's probability"]
    stage.go_to(0, "stamp")
    assert "the draw u" in figures(stage.page)


def test_the_oracles_own_word_has_a_detail_too(open_stage: Opener) -> None:
    stage = open_stage("sampled")
    stage.go_to(3, "write")
    emitted = stage.trace["rounds"][3]["emitted"]
    assert emitted["kind"] == "bonus"
    stage.page.locator(".own-plate:visible").click()
    shown = figures(stage.page)
    assert close(shown["p, the Oracle's probability"], emitted["p"]) and close(shown["the draw u"], emitted["u"])
    assert stage.reports("selected")[-1]["slip"] == -1


@pytest.mark.parametrize("language", ["en", "zh-Hant"])
def test_every_frame_has_a_caption_with_all_its_numbers(open_stage: Opener, language: str) -> None:
    stage = open_stage("greedy", language, lane=True)
    for name in sorted(CASES):
        stage.update(run={"id": name, "trace": case(name, language), "complete": True})
        texts = "[document.querySelector('.caption-now').innerText, document.querySelector('.stage').innerText]"
        seen = stage.walk(texts, frames=45)
        for index, (caption, text) in enumerate(seen):
            assert caption and not re.search(r"\{\w+\}|undefined|NaN|null|\[object", text), (name, index, text)
        assert len({caption for caption, _ in seen}) > len(seen) / 3, name


def test_stamp_captions_carry_u_and_the_ratio(open_stage: Opener) -> None:
    stage = open_stage("sampled")
    round_ = stage.trace["rounds"][0]
    (draft,) = (draft for draft in round_["drafts"] if draft["verdict"] == "rejected")
    stage.go_to(0, "stamp", step=round_["drafts"].index(draft))
    shown = [float(number) for number in NUMBER.findall(stage.caption)]
    for value in (draft["p"], draft["q"], draft["accept"], draft["u"]):
        assert any(abs(number - value) < 0.006 for number in shown), (value, stage.caption)


def test_tokens_are_text_never_markup(open_stage: Opener) -> None:
    trace = case("sampled")
    hostile = '<img src=x onerror="window.hacked=1"></script><script>window.hacked=1</script>'
    for token in trace["prompt"]["tokens"][:1]:
        token["text"] = token["raw"] = hostile
    for round_ in trace["rounds"]:
        for item in (*round_["drafts"], *round_["tokens"], round_["emitted"]):
            item["text"] = item["raw"] = hostile
        for draft in round_["drafts"]:
            for name in ("q_top", "p_top", "residual_top"):
                for entry in draft[name] or []:
                    entry[1] = hostile
    for view in ("line", "tower"):
        stage = open_stage(trace=trace, lane=True, options=Options(view=view))  # type: ignore[arg-type]
        stage.go_to(0, "write")
        stage.page.locator(".stage button[data-index='0']").click()
        stage.page.wait_for_timeout(100)
        assert stage.page.evaluate("window.hacked") is None
        assert stage.page.locator(".stage img, .stage script").count() == 0
        assert hostile in stage.page.locator(".stage-inspector").inner_text()
        assert hostile in (stage.page.locator(".stage-view").text_content() or "")


def test_a_figure_that_is_only_bounded_is_not_said_to_be_equal(open_stage: Opener) -> None:
    trace = case("sampled")
    trace["rounds"][0]["drafts"][0]["q"] = 0.99999
    stage = open_stage("sampled", trace=trace)
    stage.go_to(0, "draft")
    assert "q > 0.999" in stage.caption and "=" not in stage.caption
