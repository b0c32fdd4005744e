"""Sampling room: thousands of runs counted against p, beside a rule that only looks right."""

import streamlit as st

from tower.ui import shell
from tower.ui.errors import escaped
from tower.ui.language import t
from tower.ui.sampling import controls, room

shell.leave_auto_mode()

st.markdown(t("sampling.lead"))
start = room.arrive()
if room.ignored():
    st.warning(t("sampling.ignored", names=escaped(", ".join(map(controls.label, room.ignored()))[:200])))
controls.draw()
room.buttons(start)
room.results()
room.details()
