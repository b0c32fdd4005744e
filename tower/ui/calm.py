"""Pages that are drawn anew again and again, a race or a class room, stay as they are in the meantime."""

from __future__ import annotations

CALM = '<style>[data-stale="true"] { opacity: 1 !important; }</style>'  # Streamlit would fade what it waits for
