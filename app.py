"""The Oracle Tower: run with `streamlit run app.py`."""

from tower.ui import shell

shell.leave_auto_mode()
shell.open_door()
