"""Which drafters live on trained heads, and on which. Plain data; imports no torch."""

from __future__ import annotations

from collections.abc import Mapping

KIND_OF: Mapping[str, str] = {
    "early-exit": "early-exit",
    "medusa": "medusa",
    "medusa-tree": "medusa",
    "mtp": "mtp",
    "eagle": "eagle",
    "eagle-tree": "eagle",
}
"""The kind of head, also its folder's name, by the drafter's code: a chain and a tree share one head."""

KINDS = tuple(dict.fromkeys(KIND_OF.values()))

TREES = tuple(code for code in KIND_OF if code.endswith("-tree"))
"""Drafters whose slips branch."""
