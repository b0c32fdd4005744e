"""Live tower: a beginning, two real models, every round on the stage."""

import streamlit as st

from tower.ui import address, controls, live, runs, shell
from tower.ui.language import t

shell.leave_auto_mode()

st.title(t("live.title"))
st.markdown(t("live.lead"))

first_visit = not controls.arrived()
if first_visit:
    ignored = controls.arrive(address.read())
    if ignored:
        st.info(t("live.link_ignored", names=", ".join(map(controls.label, ignored))))

controls.draw()
live.start_row(first_visit)
if runs.on_stage() is not None:
    address.write(runs.on_stage().address)
live.stage_and_ledger()
live.archive_and_replay()
