"""The hundred slips as a component: which slip goes where is computed here, the component only moves them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict

import streamlit as st

from tower.ui import sources as assets
from tower.ui.floors.moon import Hundred
from tower.ui.language import branch
from tower.ui.workshop.component import HTML, MOTION, SHARED, source

_slips = st.components.v2.component(
    "oracle_tower.slips",
    html=HTML,
    css=f"{source(('dials.css',))}\n{assets.source('floors/slips.css')}",
    js=f"{source(SHARED)}\n{assets.source('floors/slips.js')}",
)
# the workshop's own slow motion, under a name of this floor's
moving_dials = st.components.v2.component(
    "oracle_tower.floor_dials", html=HTML, css=source(("dials.css", "motion.css")), js=source(MOTION)
)


def slips(name: str, count: Hundred, words: Sequence[str], captions: Sequence[str], *, autoplay: bool) -> None:
    """captions: what is said at each of the five beats, from the pile of blank slips to the written ones."""
    surplus = any(written > wanted for written, wanted in zip(count.written, count.wanted, strict=True))
    data = {
        "run": name,
        "words": list(words),
        **{kind: list(getattr(count, kind)) for kind in ("wanted", "drawn", "kept", "written")},
        "slips": [asdict(slip) for slip in count.slips],
        "surplus": surplus,
        "autoplay": autoplay,
        "text": {**branch("floor_5.slips"), "captions": list(captions)},
    }
    _slips(key=f"floor-5-slips-{name}", data=data)
