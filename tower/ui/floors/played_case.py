"""The case of a quiz on the stage, once it is solved: scripted words, the decoder's own trace."""

from __future__ import annotations

import streamlit as st

from tower.experiments.scripted import scene
from tower.ui.floors.frame import Floor
from tower.ui.language import branch
from tower.ui.stage import Options, stage


def played_case(floor: Floor, name: str) -> None:
    """name: of a scene. The floor's text `play_question` leads to it."""
    with st.expander(floor.t("play_question")):
        stage(
            f"{floor.code}-question/{floor.language}",
            scene(name, floor.language, rounds=1),
            complete=True,
            words=branch("stage"),
            options=Options(view="line", lane=False, presenter=floor.presenter),
            key=f"{floor.code}-question",
        )
