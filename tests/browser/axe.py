"""Accessibility by axe-core: what it finds on a page, short enough to read in a failure."""

from __future__ import annotations

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page


def violations(page: Page) -> list[str]:
    """`rule: first offending elements`, one line a violated rule; empty when the page is clean."""
    found = Axe().run(page).response["violations"]
    return [f"{rule['id']}: " + " | ".join(str(node["target"]) for node in rule["nodes"][:4]) for rule in found]
