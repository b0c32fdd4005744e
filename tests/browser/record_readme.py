"""`python -m tests.browser.record_readme`: the README's pictures, taken anew from the running app.

A screenshot of the live tower and a short animation of one round: real frames of a real run, at the pace of the stage.
"""

from __future__ import annotations

import io
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, sync_playwright

from tests.browser.conftest import QUIET, ROOT, chromium_path, serve

OUT = ROOT / "assets" / "readme"
FRAMES, EVERY_MS, WIDTH = 60, 250, 760


def frame(page: Page) -> Image.Image:
    """The stage as it looks now, scaled for a README."""
    picture = Image.open(io.BytesIO(page.locator(".stage").screenshot())).convert("RGB")
    return picture.resize((WIDTH, round(picture.height * WIDTH / picture.width)), Image.Resampling.LANCZOS)


def main() -> None:
    """Write assets/readme/live_tower.png and round.webp."""
    OUT.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        servers = serve(Path(folder))
        server = next(servers)
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=QUIET)
        page = browser.new_page(viewport={"width": 1280, "height": 1000}, color_scheme="light")
        page.set_default_timeout(120_000)
        page.goto(f"{server.url}/live_tower?lang=en&prompt=When+the+north+wind&max_new_tokens=48")
        page.locator(".stage button").first.wait_for()
        page.get_by_role("button", name="Play").click()
        frames = []
        for number in range(FRAMES):
            frames.append(frame(page))
            if number == FRAMES // 2:
                page.screenshot(path=OUT / "live_tower.png")
            page.wait_for_timeout(EVERY_MS)
        tallest = max(picture.height for picture in frames)
        sheets = [Image.new("RGB", (WIDTH, tallest), frames[0].getpixel((0, 0))) for _ in frames]
        for sheet, picture in zip(sheets, frames, strict=True):
            sheet.paste(picture, (0, 0))
        sheets[0].save(
            OUT / "round.webp", save_all=True, append_images=sheets[1:], duration=EVERY_MS, loop=0, quality=70, method=6
        )
        browser.close()
        servers.close()


if __name__ == "__main__":
    main()
