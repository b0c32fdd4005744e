"""Both laws of the real pair after a text: recorded examples first, the reader's own text when asked for."""

from __future__ import annotations

from html import escape
from typing import Any

import plotly.graph_objects as go
import streamlit as st

from tower.ui import shell
from tower.ui.errors import told
from tower.ui.floors.frame import Floor
from tower.ui.language import t
from tower.ui.measured import measured
from tower.ui.palette import palette
from tower.ui.workshop.dials import shares_of
from tower.ui.workshop.reading import PAIR, TOTAL
from tower.ui.workshop.settings import LONGEST_CONTEXT, joined
from tower.ui.workshop.table import percent


@st.cache_data(max_entries=128, show_spinner=False)
def _read(context: str) -> dict[str, Any]:
    """Raises PromptError, ModelError."""
    # torch takes seconds to import: not before somebody asks
    from tower.experiments.next_words import next_words
    from tower.models.loading import load_pair

    return next_words(load_pair(PAIR), context)


@st.fragment
def two_laws(floor: Floor) -> None:
    recorded = measured("next_words")
    examples = {one["context"]: one for one in recorded.figures[floor.language]}
    kept, widget = f"context/{floor.language}", f"floor-5-context-{floor.language}"
    st.session_state.setdefault(widget, floor.state(kept, next(iter(examples))))

    def take() -> None:
        floor.remember(kept, st.session_state[widget])

    def take_example(context: str) -> None:
        st.session_state[widget] = context
        floor.remember(kept, context)

    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.text_input(floor.t("pair.context"), key=widget, max_chars=LONGEST_CONTEXT, on_change=take)
        st.button(floor.t("pair.ask"), type="primary", key="floor-5-ask")
    with st.container(horizontal=True, vertical_alignment="center"):
        st.caption(floor.t("pair.examples"), width="content")
        for number, context in enumerate(examples):
            st.button(context, key=f"floor-5-example-{number}", on_click=take_example, args=(context,), type="tertiary")
    context = st.session_state[widget]
    found, note = examples.get(context), floor.t("pair.recorded", date=recorded.recorded)
    with told():
        if found is None:
            with st.spinner(t("live.waking"), show_time=False):
                found = _read(context)
            note = floor.t("pair.live")
    if found is not None:
        _chart(floor, found)
        st.caption(note)
        _onward(floor, found)


def _chart(floor: Floor, found: dict[str, Any]) -> None:
    colours = palette()
    words = [*found["words"], floor.t("pair.rest")]
    shared = percent(found["shared"])
    st.markdown(floor.t("pair.shared", shared=shared, back=percent(1 - found["shared"]), words=found["vocabulary"]))
    figure = go.Figure()
    for name, shade, shape in (("p", colours.target, ""), ("q", colours.draft, "/")):
        figure.add_bar(
            y=list(range(len(words))), x=found[name], name=floor.t(f"pair.names.{name}"), orientation="h",
            marker={"color": shade, "pattern": {"shape": shape, "fillmode": "overlay", "fgcolor": colours.line}},
            text=[percent(value) for value in found[name]], textposition="outside", cliponaxis=False,
            hoverinfo="skip", textfont={"color": colours.ink},
        )  # fmt: skip
    axis = {"color": colours.ink, "gridcolor": colours.line, "zeroline": False, "fixedrange": True}
    most = max(*found["p"], *found["q"])
    figure.update_layout(
        height=70 + 44 * len(words),
        margin={"l": 8, "r": 8, "t": 30, "b": 36},
        paper_bgcolor="rgba(0,0,0,0)",
        plot_bgcolor="rgba(0,0,0,0)",
        font={"color": colours.ink},
        bargap=0.25,
        legend={"orientation": "h", "x": 0, "y": 1.02, "yanchor": "bottom"},
        xaxis={**axis, "tickformat": ".0%", "range": [0, min(1.18, most * 1.2)]},
        yaxis={
            **axis, "autorange": "reversed", "tickvals": list(range(len(words))), "automargin": True,
            "ticktext": [escape(word) for word in words], "tickfont": {"size": 15},
        },
    )  # fmt: skip
    told_words = "; ".join(
        floor.t("pair.alt_word", word=word, p=percent(p), q=percent(q))
        for word, p, q in zip(words, found["p"], found["q"], strict=True)
    )
    alt = floor.t("pair.alt", context=found["context"], shared=shared, words=told_words)
    st.plotly_chart(figure, key="floor-5-laws", alt=alt, theme=None, config={"displayModeBar": False})


def _onward(floor: Floor, found: dict[str, Any]) -> None:
    """The same two dials in the workshop."""
    p, q = (joined(shares_of(tuple(found[name]), TOTAL)) for name in ("p", "q"))
    st.page_link(
        shell.page("dial_workshop"), label=floor.t("pair.workshop"),
        query_params={"p": p, "q": q, "context": found["context"]},
    )  # fmt: skip
