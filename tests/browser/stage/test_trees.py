"""Rounds whose slips have siblings: what each frame shows, and that both views draw them as trees."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.axe import violations
from tower.ui.stage import Options, View

from .conftest import Opener
from .harness import views
from .toy_traces import case
from .tree_traces import tree_trace

RUNS = [("en", 0.0), ("zh-Hant", 1.0)]


def depths(drafts: list[dict[str, Any]]) -> list[int]:
    found: list[int] = []
    for draft in drafts:
        found.append(0 if draft["parent"] < 0 else found[draft["parent"]] + 1)
    return found


@pytest.mark.parametrize(("language", "temperature"), RUNS)
def test_levels_are_laid_one_by_one_and_siblings_are_stamped_one_by_one(
    tab: Page, language: str, temperature: float
) -> None:
    trace = tree_trace(language, temperature)
    assert any(draft["parent"] != i - 1 for a_round in trace["rounds"] for i, draft in enumerate(a_round["drafts"]))
    seen = views(tab, trace)
    for number, a_round in enumerate(trace["rounds"]):
        drafts, level = a_round["drafts"], depths(a_round["drafts"])
        frames = [view for view in seen if view["round"] == number]
        laid = [view["fresh"]["slips"] for view in frames if view["beat"] == "draft"]
        assert laid == [[i for i, depth in enumerate(level) if depth == d] for d in range(max(level, default=-1) + 1)]
        tested = [i for i, draft in enumerate(drafts) if draft["verdict"] in ("accepted", "rejected")]
        stamps = [view["fresh"]["stamped"] for view in frames if view["beat"] == "stamp" and view["fresh"]["stamped"]]
        torn = [i for i in range(len(drafts)) if i not in tested]
        assert stamps == [*([i] for i in tested), *([torn] if torn else [])]
        for view in frames:
            assert [slip["depth"] for slip in view["slips"]] == level


@pytest.mark.parametrize(("language", "temperature"), RUNS)
def test_a_print_belongs_to_its_word_and_judges_what_hangs_from_it(
    tab: Page, language: str, temperature: float
) -> None:
    trace = tree_trace(language, temperature)
    for view in views(tab, trace):
        if view["round"] < 0 or view["beat"] != "write":
            continue
        a_round = trace["rounds"][view["round"]]
        drafts, own = a_round["drafts"], a_round["emitted"]
        path = [i for i, draft in enumerate(drafts) if draft["verdict"] == "accepted"]
        for print_ in view["prints"]:
            children = [i for i, draft in enumerate(drafts) if draft["parent"] == print_["index"] - 1]
            assert print_["children"] == children
            tip = print_["index"] == (path[-1] + 1 if path else 0)
            on_path = print_["index"] == 0 or print_["index"] - 1 in path
            assert (print_["state"] == "used") == (tip or (on_path and bool(children)))
            if tip:
                assert (print_["id"], print_["kind"]) == (own["id"], own["kind"])
            elif children:
                assert print_["id"] == drafts[children[0]]["p_top"][0][0]
            elif print_["index"] < len(drafts):
                assert print_["text"] == "" and print_["prob"] is None  # no trace tells what it said


def test_no_two_words_share_a_place_and_children_stand_behind_their_parents(tab: Page) -> None:
    shapes = [
        [a_round["drafts"] for a_round in tree_trace(language, temperature)["rounds"]] for language, temperature in RUNS
    ]
    toy = [[{"parent": parent} for parent in (-1, -1, 0, 0, 1, 1, 2, 3, 5)]]
    for drafts in [draft for shape in [*shapes, toy] for draft in shape]:
        found = tab.evaluate("slips => treePlaces(slips)", drafts)
        places = found["places"]
        assert len({(place["depth"], place["row"]) for place in places}) == len(places) == len(drafts) + 1
        assert sorted(place["order"] for place in places) == list(range(len(places)))
        assert found["rows"] == 1 + max(place["row"] for place in places)
        for index, draft in enumerate(drafts):
            parent, own = places[draft["parent"] + 1], places[index + 1]
            assert own["depth"] == parent["depth"] + 1
            assert own["row"] >= parent["row"] and own["order"] > parent["order"]


def test_a_chain_is_the_tree_without_siblings(tab: Page) -> None:
    seen = views(tab, case("sampled"))
    assert all(view["tree"] is None for view in seen)
    assert all(view["fresh"]["slips"] == [view["step"]] for view in seen if view["beat"] == "draft")


@pytest.mark.parametrize(
    ("language", "temperature", "view", "dark", "width"),
    [("en", 0.0, "line", False, 1280), ("zh-Hant", 1.0, "line", True, 390),
     ("en", 0.0, "tower", True, 390), ("zh-Hant", 1.0, "tower", False, 1280)],
)  # fmt: skip
def test_both_views_draw_the_tree_with_its_kept_path(
    open_stage: Opener, language: str, temperature: float, view: View, dark: bool, width: int
) -> None:
    trace = tree_trace(language, temperature)
    stage = open_stage(trace=trace, language=language, dark=dark, width=width, options=Options(view=view))
    page = stage.page
    number = next(i for i, a in enumerate(trace["rounds"]) if len(a["tokens"]) > 1 and len(a["drafts"]) > 4)
    drafts = trace["rounds"][number]["drafts"]
    end = 0
    for a_round in trace["rounds"][: number + 1]:
        tested = sum(draft["verdict"] in ("accepted", "rejected") for draft in a_round["drafts"])
        levels = max(depths(a_round["drafts"]), default=-1) + 1
        stamps = tested + bool(a_round["drafts"] and a_round["emitted"]) + (len(a_round["drafts"]) > tested)
        end += levels + 2 + stamps + 1
    stage.go(end)
    assert page.locator(".stage").get_attribute("data-beat") == "write"
    slips = page.locator(".grove .slip[data-index]:visible" if view == "line" else ".scene-slip[data-index]:visible")
    # the last written word has no index of a slip
    assert slips.count() == len(drafts)
    kept = sum(draft["verdict"] == "accepted" for draft in drafts)
    boughs = page.locator(".joint[data-slip]" if view == "line" else ".scene-bough")
    assert boughs.count() == len(drafts)
    fates = boughs.evaluate_all("nodes => nodes.map((node) => node.dataset.fate)")
    assert sum(fate in ("same", "passed") for fate in fates) == kept > 0
    boxes = slips.evaluate_all("nodes => nodes.map((n) => { const b = n.getBoundingClientRect(); return [b.x, b.y]; })")
    assert len({tuple(map(round, box)) for box in boxes}) == len(drafts)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert violations(page) == []


def test_a_slip_tells_what_its_elder_siblings_left_of_p(open_stage: Opener) -> None:
    trace = tree_trace("zh-Hant", 1.0)
    number, index = next(
        (r, i)
        for r, a_round in enumerate(trace["rounds"])
        for i, draft in enumerate(a_round["drafts"])
        if draft["accept"] is not None and any(other["parent"] == draft["parent"] for other in a_round["drafts"][:i])
    )
    draft = trace["rounds"][number]["drafts"][index]
    assert draft["accept"] > draft["p"]  # siblings that went leave a larger share
    stage = open_stage(trace=trace, language="zh-Hant")
    stage.go(stage.last)
    stage.page.locator(".jump").fill(str(number + 1))
    stage.page.locator(".jump").press("Enter")
    while stage.page.locator(f".grove .slip[data-index='{index}'][data-verdict]").count() == 0:
        stage.page.get_by_role("button", name="下一步").click()
    elder = next(o for o in trace["rounds"][number]["drafts"][:index] if o["parent"] == draft["parent"])
    stage.page.locator(f".grove .slip[data-index='{index}']").click()
    detail = stage.page.locator(".stage-inspector").inner_text()
    assert elder["text"] in detail and f"{draft['accept']:.2f}"[:3] in detail


# What is wrong with the words on slips and plates of the tower's tray: cut, or under a stamp.
SPOILT = """[...document.querySelectorAll('.scene-slip:not([hidden]), .scene-plate:not([hidden])')].flatMap((paper) => {
  const word = paper.querySelector('.scene-word'), letters = document.createRange();
  letters.selectNodeContents(word);
  const [text, seal] = [letters, paper.querySelector('.scene-seal > *')].map((one) => one?.getBoundingClientRect());
  const cut = word.scrollWidth > word.clientWidth + 1 ? [word.textContent + ' is cut'] : [];
  const torn = paper.dataset.state === 'torn';
  const under = !torn && seal?.width && text.right > seal.left + 1 && text.left < seal.right ? [word.textContent + ' is under a stamp'] : [];
  return [...cut, ...under];
})"""  # noqa: E501


@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.parametrize("drafter", ["eagle-tree", "medusa-tree"])
@pytest.mark.parametrize(("language", "temperature"), [("en", 1.0), ("zh-Hant", 0.0)])
def test_in_the_tower_every_word_of_a_tree_can_be_read(
    open_stage: Opener, language: str, temperature: float, drafter: str, width: int
) -> None:
    trace = tree_trace(language, temperature, drafter)
    stage = open_stage(trace=trace, language=language, width=width, options=Options(view="tower"))
    spoilt = stage.walk(SPOILT)
    assert len(spoilt) > 20 and not [found for found in spoilt if found], [found for found in spoilt if found][:5]
