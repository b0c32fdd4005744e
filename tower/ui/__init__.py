"""The screen: the only package that knows Streamlit and Plotly. It shows what the decoder decided and decides nothing."""
