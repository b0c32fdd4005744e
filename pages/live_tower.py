"""Live tower: a prompt, two real models, every round on the stage."""

import streamlit as st

from tower.ui import shell
from tower.ui.language import t

shell.leave_auto_mode()

st.title(t("live.title"))
st.markdown(t("live.lead"))
st.slider("k", 1, 8, 4)
st.text_area("prompt")
st.button("go", type="primary")
with st.expander("more"):
    st.selectbox("sel", ["a", "b"])
