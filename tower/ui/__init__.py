"""The screen: all that knows Streamlit and Plotly. It shows what the decoder decided and decides nothing."""
