"""The clock: stepping, scrubbing, keys, waiting for more rounds, another run, another language."""

from __future__ import annotations

import copy

import pytest
from playwright.sync_api import expect

from tower.ui.stage import Options, Place, markup, script

from .conftest import Opener
from .harness import PICTURE, words
from .toy_traces import case


@pytest.mark.parametrize("view", ["line", "tower"])
@pytest.mark.parametrize("name", ["greedy", "sampled", "cut", "plain"])
def test_back_after_forward_is_the_same_picture(open_stage: Opener, name: str, view: str) -> None:
    stage = open_stage(name, "zh-Hant", lane=name != "plain", options=Options(view=view))  # type: ignore[arg-type]
    count = min(stage.last, 30)
    forward, back = stage.page.evaluate(
        """([picture, count]) => {
          const look = new Function('return ' + picture), seen = [[], []];
          for (let i = 0; i < count; i++) { seen[0].push(look()); document.querySelector('[data-icon=next]').click(); }
          for (let i = 0; i < count; i++) { document.querySelector('[data-icon=back]').click(); seen[1].push(look()); }
          return seen;
        }""",
        [PICTURE, count],
    )
    assert len(set(forward)) == count and back == forward[::-1]
    assert stage.page.get_by_role("button", name="上一步").is_disabled()


def test_a_frame_reached_by_scrubbing_equals_one_reached_by_stepping(open_stage: Opener) -> None:
    walked, jumped = open_stage("sampled"), open_stage("sampled")
    walked.page.evaluate("for (let i = 0; i < 31; i++) document.querySelector('[data-icon=next]').click()")
    jumped.go(31)
    assert walked.picture() == jumped.picture()


def test_keys_drive_the_stage(open_stage: Opener) -> None:
    stage = open_stage()
    keys = stage.page.keyboard
    keys.press("ArrowRight")
    keys.press("ArrowRight")
    keys.press("ArrowLeft")
    assert stage.index == 1
    keys.press("End")
    assert stage.index == stage.last
    keys.press("Home")
    assert stage.index == 0
    keys.press(" ")
    assert stage.playing
    keys.press(" ")
    assert not stage.playing
    keys.press("?")
    expect(stage.page.locator(".stage-help")).to_be_visible()
    keys.press("Escape")
    expect(stage.page.locator(".stage-help")).to_be_hidden()


def test_keys_are_not_stolen(open_stage: Opener) -> None:
    fields = (
        '<input id="text" value="ab"><textarea id="area"></textarea>'
        '<div id="free" contenteditable="true">x</div><button id="elsewhere">b</button>'
    )
    stage = open_stage(before=fields)
    for selector in ("#text", "#area", "#free"):
        stage.page.locator(selector).focus()
        for key in (" ", "ArrowRight", "End", "Home", "?"):
            stage.page.keyboard.press(key)
        assert stage.index == 0 and not stage.playing
    assert " " in stage.page.locator("#text").input_value() and "?" in stage.page.locator("#text").input_value()
    stage.page.locator("#elsewhere").focus()
    stage.page.keyboard.press("ArrowRight")
    stage.page.keyboard.press(" ")
    assert stage.index == 0 and not stage.playing
    stage.page.locator(".jump").focus()
    stage.page.keyboard.press("ArrowRight")
    stage.page.keyboard.press("End")
    stage.page.locator(".control-main").focus()
    stage.page.keyboard.press("Control+ArrowRight")
    assert stage.index == 0


def test_the_slider_moves_by_keyboard_and_tells_where_it_is(open_stage: Opener) -> None:
    stage = open_stage()
    slider = stage.page.get_by_role("slider", name="Timeline")
    slider.focus()
    stage.page.keyboard.press("ArrowRight")
    assert stage.index == 1
    expect(slider).to_have_attribute("aria-valuetext", "Round 1 of 9, Draft")


def test_jump_to_a_round(open_stage: Opener) -> None:
    stage = open_stage()
    stage.page.locator(".jump").fill("4")
    stage.page.locator(".jump").press("Enter")
    assert stage.caption.startswith("Slip 1 of 4") and stage.page.locator(".counters dd").first.inner_text() == "3"


def test_playing_reaches_the_end_and_reports_once(open_stage: Opener) -> None:
    stage = open_stage("all", options=Options(speed=4))
    stage.go(stage.last - 3)
    stage.page.locator(".control-main").click()
    expect(stage.page.get_by_role("button", name="Play", exact=True)).to_be_visible(timeout=10_000)
    assert stage.index == stage.last
    at_end = [place for place in stage.reports("position") if place["beat"] == "end"]
    assert at_end == [{"run": "page", "round": 3, "beat": "end"}]
    stage.page.locator(".control-main").click()  # at the end, play starts over
    assert stage.index == 0 and stage.playing


def test_nothing_is_reported_while_playing_and_the_place_on_pause(open_stage: Opener) -> None:
    stage = open_stage(options=Options(speed=4))
    stage.page.locator(".control-main").click()
    stage.page.wait_for_timeout(1200)
    assert stage.index > 1 and stage.reports("position") == []
    stage.page.locator(".control-main").click()
    (place,) = stage.reports("position")
    assert place["run"] == "page" and place["round"] >= 0


def test_playback_waits_for_rounds_asks_for_them_and_goes_on(open_stage: Opener) -> None:
    stage = open_stage("running", complete=False, options=Options(speed=4))
    assert stage.reports("need") == [{"run": "page", "have": 2}]
    stage.go(stage.last)
    stage.page.locator(".control-main").click()
    expect(stage.page.locator(".stage")).to_have_attribute("data-waiting", "true")
    assert stage.caption == words("en")["captions"]["waiting"] and stage.playing
    had = stage.last
    stage.update(run={"id": "page", "trace": case("greedy"), "complete": True})
    assert stage.last > had
    expect(stage.page.locator(".stage")).not_to_have_attribute("data-waiting", "true")
    stage.page.wait_for_function("i => Number(document.querySelector('.scrub').value) > i", arg=had, timeout=5000)
    assert stage.playing and stage.reports("need") == [{"run": "page", "have": 2}]


def test_rounds_that_are_held_need_not_be_sent_again(open_stage: Opener) -> None:
    whole = case("greedy")
    stage = open_stage("running", complete=False)
    here, had = stage.index, stage.last
    stage.update(run={"id": "page", "trace": {**whole, "held": 2, "rounds": whole["rounds"][2:]}, "complete": True})
    assert stage.index == here and stage.last > had
    in_pieces = stage.walk("document.querySelector('.stage-caption').textContent")
    at_once = open_stage("greedy").walk("document.querySelector('.stage-caption').textContent")
    assert in_pieces == at_once
    # a stage that holds fewer than it is taken to hold keeps what it has and asks for all of them
    short = open_stage("running", complete=False)
    had = short.last
    short.update(run={"id": "page", "trace": {**whole, "held": 3, "rounds": whole["rounds"][3:]}, "complete": True})
    assert short.last == had and short.reports("need")[-1] == {"run": "page", "have": 0}
    short.update(run={"id": "page", "trace": whole, "complete": True})
    assert short.last == stage.last


def test_another_language_keeps_run_place_and_playing(open_stage: Opener) -> None:
    stage = open_stage("sampled", options=Options(speed=0.5))
    stage.go(12)
    stage.page.locator(".control-main").click()
    stage.update(words=words("zh-Hant"))
    assert stage.index == 12 and stage.playing
    expect(stage.page.get_by_role("button", name="暫停")).to_be_visible()
    assert "Slip" not in stage.picture()


def test_another_run_starts_over_and_the_same_run_does_not(open_stage: Opener) -> None:
    stage = open_stage("sampled")
    stage.go(9)
    stage.update(run={**stage.data["run"], "trace": copy.deepcopy(stage.trace)})
    assert stage.index == 9
    stage.update(run={"id": "another", "trace": case("greedy"), "complete": True})
    assert stage.index == 0 and not stage.playing


def test_a_position_is_gone_to_once(open_stage: Opener) -> None:
    stage = open_stage(options=Options(position=Place(2, "stamp")))
    assert stage.page.locator(".jump").input_value() == "3"
    options = {**stage.data["options"], "position": {"round": 5, "beat": None}}
    stage.update(options=options)
    assert stage.page.locator(".jump").input_value() == "6"
    stage.go(0)
    stage.update(options={**options, "speed": 2})
    assert stage.index == 0


def test_autoplay_moves_but_not_for_those_who_asked_for_stillness(open_stage: Opener) -> None:
    moving = open_stage(still=False, options=Options(autoplay=True))
    assert moving.playing
    assert not open_stage(still=True, options=Options(autoplay=True)).playing


def test_before_anything_is_decoded_the_stage_stands_and_waits(open_stage: Opener) -> None:
    stage = open_stage()
    stage.update(run={"id": "none", "trace": None, "complete": False})
    assert stage.caption == words("en")["captions"]["empty"]
    for name in ("Play", "Step forward", "To the last frame"):
        stage.page.get_by_role("button", name=name, exact=True).click(force=True)
    stage.page.keyboard.press("End")
    assert not stage.playing
    stage.update(run={"id": "some", "trace": case("greedy"), "complete": True})
    assert stage.index == 0 and stage.last > 10


MOUNT = """async ([script, markup, data]) => {
  const url = URL.createObjectURL(new Blob([script], {type: 'text/javascript'}));
  const mount = (await import(url)).default;
  window.place = (run) => {
    const parent = document.createElement('div');
    document.body.append(parent);
    parent.append(document.createRange().createContextualFragment(markup));
    const leave = mount({parentElement: parent, data: {...data, run: {...data.run, id: run}},
                         setStateValue() {}, setTriggerValue() {}});
    return {parent, leave};
  };
}"""


def test_a_stage_built_anew_for_the_same_run_stands_where_it_stood_and_plays_on(open_stage: Opener) -> None:
    """The host tears a component down when elements around it come and go."""
    stage = open_stage()
    stage.page.evaluate(MOUNT, [script(), markup(), stage.data])
    places = stage.page.evaluate(
        """() => {
          const where = ({parent}) => [Number(parent.querySelector('.scrub').value),
                                       parent.querySelector('.stage').dataset.playing === 'true'];
          const first = window.place('one');
          for (let i = 0; i < 7; i++) first.parent.querySelector('[data-icon=next]').click();
          first.parent.querySelector('.control-main').click();
          first.leave(); first.parent.remove();
          const again = window.place('one'), other = window.place('two');
          return [where(again), where(other)];
        }"""
    )
    assert places == [[7, True], [0, False]]


def test_of_two_stages_on_a_page_the_one_last_used_has_the_keys(open_stage: Opener) -> None:
    stage = open_stage()
    stage.page.evaluate(MOUNT, [script(), markup(), stage.data])
    stage.page.evaluate(
        "document.querySelector('main').remove(); window.both = [window.place('one'), window.place('two')]"
    )
    where = "window.both.map(({parent}) => Number(parent.querySelector('.scrub').value))"
    for used, expected in ((0, [1, 0]), (1, [1, 1])):
        stage.page.evaluate(
            """(i) => {
              const {parent} = window.both[i];
              parent.scrollIntoView();
              parent.querySelector('.stage').dispatchEvent(new PointerEvent('pointerdown', {bubbles: true}));
            }""",
            used,
        )
        stage.page.keyboard.press("ArrowRight")
        assert stage.page.evaluate(where) == expected


def test_reduced_motion_cuts(open_stage: Opener) -> None:
    count = "document.querySelector('.stage').getAnimations({subtree: true}).length"
    for still, expected in ((True, False), (False, True)):
        stage = open_stage(still=still)
        stage.go_to(0, "haul")
        stage.page.get_by_role("button", name="Step forward").click()
        assert bool(stage.page.evaluate(count)) is expected


def test_both_lanes_run_on_one_clock_of_hauls(open_stage: Opener) -> None:
    stage = open_stage(lane=True)
    for round_number in (0, 3, 6):
        stage.go_to(round_number, "write")
        assert stage.page.locator(".page-lane .word[data-mark=plain]").count() == round_number + 1
        kept = sum(len(round_["tokens"]) for round_ in stage.trace["rounds"][: round_number + 1])
        assert stage.page.locator(".page-main .prose .word:not([data-mark=prompt])").count() == kept


@pytest.mark.parametrize("language", ["en", "zh-Hant"])
def test_a_served_target_reads_nothing_beforehand_and_keeps_no_notes(open_stage: Opener, language: str) -> None:
    trace, answer = case("greedy", language), {"hauls": 1, "recomputed": 9, "received": 99}
    served = {**trace, "rounds": [{**one, "served": answer} for one in trace["rounds"]]}
    tower = Options(view="tower")
    there = open_stage(language=language, trace=served, options=tower)
    here = open_stage(language=language, trace=trace, options=tower)
    assert there.caption == words(language)["captions"]["start_served"] != here.caption
    for notes in (".stage-notes", ".scene-notes"):
        assert here.page.locator(notes).is_visible()
        assert not there.page.locator(notes).is_visible()
