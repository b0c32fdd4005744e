"""What a teacher's link puts away is not to be seen, what it fixes is seen and does not move."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.axe import violations
from tests.browser.conftest import Server


def test_hidden_and_fixed_controls(server: Server, window: Callable[..., Page]) -> None:
    page = window(f"{server.url}/live_tower?lang=en&k=7&hidden=k~seed&fixed=temperature~rule", reduced_motion="reduce")
    temperature = page.locator(".st-key-live-temperature")
    expect(temperature).to_be_visible(timeout=60_000)
    expect(page.locator(".st-key-live-k")).to_be_hidden()
    slider = temperature.get_by_role("slider")
    expect(slider).to_be_disabled()
    page.locator(".stage .control-main").wait_for(timeout=60_000)
    assert "k=7" in page.url and "hidden=k~seed" in page.url
    assert not violations(page)


def test_fixed_dials_can_be_read_and_not_turned(server: Server, window: Callable[..., Page]) -> None:
    page = window(f"{server.url}/dial_workshop?lang=en&p=50-30-20&q=20-30-50&fixed=p", reduced_motion="reduce")
    expect(page.locator(".range")).to_have_count(6, timeout=60_000)
    expect(page.locator(".range:enabled")).to_have_count(0)
    expect(page.locator(".lock:enabled, .step:visible")).to_have_count(0)
    assert page.locator(".grip").count() == 0
    assert page.locator(".range").evaluate_all("nodes => nodes.map((node) => Number(node.value))") == [
        20,
        50,
        30,
        30,
        50,
        20,
    ]
    expect(page.locator(".scrubber input")).to_be_enabled()


def test_the_class_draws_and_the_wall_shows_it(server: Server, window: Callable[..., Page]) -> None:
    teacher = window(f"{server.url}/teachers_desk?lang=en&section=rooms", reduced_motion="reduce")
    teacher.get_by_role("button", name="Open a class room").click(timeout=60_000)
    expect(teacher.get_by_role("button", name="Start")).to_be_visible(timeout=30_000)
    code = teacher.url.split("room=")[1][:5]
    student = window(f"{server.url}/class_room?lang=zh-Hant&room={code}", width=390, reduced_motion="reduce")
    student.get_by_role("button", name="進教室").click(timeout=60_000)
    teacher.get_by_role("button", name="Start").click()
    draw = student.get_by_role("button", name="抽 20 張")
    expect(draw).to_be_enabled(timeout=30_000)  # the page notices by itself
    draw.click()
    expect(student.locator(".slips li").first).to_be_visible(timeout=30_000)
    wall = window(f"{server.url}/class_room?lang=en&room={code}&show=1&present=1", reduced_motion="reduce")
    expect(wall.get_by_test_id("stMetricValue").nth(2)).to_have_text("20", timeout=60_000)
    assert code in wall.locator(".big-code").inner_text() and wall.locator("img[src^='data:image/svg']").is_visible()
    for page, folded in ((teacher, False), (student, True), (wall, False)):
        assert not violations(page, folded_menu=folded)
    student.reload()
    expect(student.locator(".slips li").first).to_be_visible(timeout=60_000)
