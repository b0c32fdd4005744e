"""Dial workshop: the acceptance rule in the hand, why it is exact, and how the tempting ones go wrong."""

import streamlit as st

from tower.ui import shell
from tower.ui.errors import escaped
from tower.ui.language import t
from tower.ui.workshop import room, state

shell.leave_auto_mode()

st.markdown(t("workshop.lead"))
state.arrive()
if state.ignored():
    st.warning(t("workshop.ignored", names=escaped(", ".join(state.ignored())[:200])))
room.show()
st.caption(t("workshop.notation"))
