"""Small print and small tables, as every room sets them."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st


def small(text: str) -> None:
    """A note in small letters of full contrast; Streamlit's own captions are too pale on parchment."""
    st.markdown(f":small[{text}]")


def table(heads: Sequence[str], rows: Sequence[Sequence[str]], words: int = 1) -> None:
    """A small table in Markdown. words: columns that hold words; the others are numbers, set to the right."""
    lines = ["| " + " | ".join(heads) + " |"]
    lines.append("|" + "---|" * words + "--:|" * (len(heads) - words))
    lines += ["| " + " | ".join(row) + " |" for row in rows]
    st.markdown("\n".join(lines))
