"""Live tower: a beginning, two real models, every round on the stage."""

import streamlit as st

from tower.ui import address, controls, live, runs, shell
from tower.ui.errors import escaped
from tower.ui.language import t

shell.leave_auto_mode()

lead = st.empty()
first_visit = not controls.arrived()
with st.container():
    ignored = controls.arrive(address.read()) if first_visit else []
    if ignored:
        st.info(t("live.link_ignored", names=escaped(", ".join(map(controls.label, ignored))[:200])))

lead.markdown(t("live.lead" if controls.values()["pair"] == "tower" else "own.live_lead"))
live.start(controls.draw(), first_visit)
on_stage = runs.on_stage()
if on_stage is not None and on_stage.live is not None:
    address.write({name: value for name, value in on_stage.address.items() if name != "chat" or not value})
live.stage_and_ledger()
live.archive_and_replay()
