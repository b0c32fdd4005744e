"""Passages of the floors: assets/text/<language>/floors/<floor>.md, cut into sections by lines `<!-- name -->`.

Knows no Streamlit.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from tower.ui.words import TEXTS

_MARK = re.compile(r"^<!-- ([a-z0-9-]+) -->$", re.MULTILINE)


@cache
def sections(language: str, floor: str) -> Mapping[str, str]:
    """The sections of `floor` by name, in their order, {placeholders} unfilled.

    Raises FileNotFoundError where there is no such floor, ValueError where a section comes twice or text stands before
    the first mark.
    """
    text = (TEXTS / language / "floors" / f"{floor}.md").read_text(encoding="utf-8")
    before, *parts = _MARK.split(text)
    names, bodies = parts[::2], parts[1::2]
    if before.strip() or len(set(names)) < len(names):
        raise ValueError(f"{language}/{floor}: text without a section, or a section that comes twice")
    return MappingProxyType({name: body.strip() for name, body in zip(names, bodies, strict=True)})
