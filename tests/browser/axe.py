"""Accessibility by axe-core: what it finds on a page, short enough to read in a failure."""

from __future__ import annotations

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page


def violations(page: Page, *, folded_menu: bool = False) -> list[str]:
    """`rule: first offending elements`, one line a violated rule; empty when the page is clean.

    folded_menu: on a phone Streamlit folds its menu into lists whose items are no list items; that is left out.
    """
    found = Axe().run(page).response["violations"]
    if folded_menu:
        found = [rule for rule in found if rule["id"] not in ("list", "listitem")]
    return [f"{rule['id']}: " + " | ".join(str(node["target"]) for node in rule["nodes"][:4]) for rule in found]
