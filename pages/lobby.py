"""Lobby: what this is in three sentences, one living stage, the ways in."""

import streamlit as st

from tower.ui import shell
from tower.ui.language import t

shell.leave_auto_mode()

st.title(t("lobby.title"))
st.markdown(t("lobby.lead"))
