"""What the whole class sees: the dial's shared histogram, or how the answers are spread; the truth once revealed."""

from __future__ import annotations

from html import escape

import plotly.graph_objects as go
import streamlit as st

from tower.classroom import together
from tower.classroom.question import Dial, Predict, Question
from tower.classroom.store import Results, Room
from tower.decoding.rulebook import RULES
from tower.ui import lesson
from tower.ui.desk import floor_questions
from tower.ui.language import t
from tower.ui.palette import palette

_BAR = 0.65  # a bar's part of the room it has
HEIGHT, LOW = 380, 230  # pixels; with what stands around it (a question, too), a projector of 1280 x 800 shows all
_FEW = 5  # bars whose labels have room on a telephone in the usual size


def words_of(question: Dial) -> list[str]:
    """What stands on the dial, in the visitor's language."""
    return [t(f"workshop.words.w{n}") for n in range(1, len(question.p) + 1)]


def asked(question: Question) -> None:
    """What a prediction asks; a dial asks nothing."""
    if isinstance(question, Predict):
        st.header(floor_questions.text(question.path, "question"), anchor=False)


def show(room: Room, results: Results, key: str) -> None:
    """What came of it, all one below the other."""
    gathered(room, results, key)
    if room.revealed:
        truth(room, results)


def gathered(room: Room, results: Results, key: str) -> None:
    """What came together."""
    with st.container(horizontal=True):
        st.metric(t("classroom.members"), room.members)
        st.metric(t("classroom.acted"), results.acted)
        if isinstance(room.question, Dial):
            st.metric(t("classroom.slips"), f"{sum(results.counts):,}")
    if isinstance(room.question, Dial):
        _histogram(room.question, results, room.revealed, key)
    else:
        _answers(room.question, results, room.revealed, key)


def truth(room: Room, results: Results) -> None:
    """What is revealed."""
    question = room.question
    if isinstance(question, Dial):
        _verdict(question, results)
        return
    right = floor_questions.text(question.path, f"choices.{question.right}")
    st.success(f"**{right}**\n\n{floor_questions.explanation(question.path, question.right)}")


def _histogram(question: Dial, results: Results, revealed: bool, key: str) -> None:
    total = sum(results.counts)
    shares = [count / total if total else 0.0 for count in results.counts]
    p, _ = question.laws()
    words, colours = words_of(question), palette()
    figure = go.Figure()
    figure.add_bar(
        x=list(range(len(words))), y=shares, marker={"color": colours.ash}, name=t("classroom.counted"),
        hoverinfo="skip",
    )  # fmt: skip
    if revealed:  # a line across each bar, a little wider than the bar
        half = _BAR / 2 + 0.05
        figure.add_scatter(
            x=[x for n in range(len(words)) for x in (n - half, n + half, None)],
            y=[y for share in p.tolist() for y in (share, share, None)],
            mode="lines", name=t("classroom.p"), hoverinfo="skip", line={"width": 5, "color": colours.target},
        )  # fmt: skip
    top = max(0.5, *shares, float(p.max()) if revealed else 0.0)
    names = [
        f"{escape(word)}<br>{share:.1%}<br>({count:,})"
        for word, share, count in zip(words, shares, results.counts, strict=True)
    ]
    _dress(figure, names, top, HEIGHT, legend=revealed)
    told = "; ".join(f"{word} {share:.1%}" for word, share in zip(words, shares, strict=True))
    st.plotly_chart(
        figure, key=f"{key}/chart", theme=None, config={"displayModeBar": False},
        alt=t("classroom.histogram_alt", slips=total, shares=told),
    )  # fmt: skip


def _verdict(question: Dial, results: Results) -> None:
    p, _ = question.laws()
    exact, total = RULES[question.rule].exact, sum(results.counts)
    far = together.distance(results.counts, p)
    st.header(t(f"rules.{question.rule}.name"), anchor=False)
    st.markdown(t(f"rules.{question.rule}.text"))
    long_run = " · ".join(
        f"{word} {share:.1%}"
        for word, share in zip(words_of(question), together.law_in_the_long_run(question), strict=True)
    )
    told = t("classroom.exact" if exact else "classroom.wrong", law=long_run)
    (st.success if exact else st.warning)(told)
    if far is not None:
        usual = together.usual_distance(total, p)
        st.markdown(t("classroom.distance", far=f"{far:.1%}", usual=f"{usual:.1%}", slips=f"{total:,}"))


def _answers(question: Predict, results: Results, revealed: bool, key: str) -> None:
    total = sum(results.answers.values())
    texts = [floor_questions.text(question.path, f"choices.{choice}") for choice in question.choices]
    st.markdown("\n".join(f"{n}. {text}" for n, text in enumerate(texts, 1)))
    counts = [results.answers.get(choice, 0) for choice in question.choices]
    colours = palette()
    shades = [colours.bonus if revealed and choice == question.right else colours.ash for choice in question.choices]
    figure = go.Figure()
    figure.add_bar(
        x=list(range(len(counts))), y=[count / total if total else 0.0 for count in counts],
        marker={"color": shades}, hoverinfo="skip", textposition="outside", cliponaxis=False,
        text=[str(count) for count in counts], textfont={"color": colours.ink, "size": 20},
    )  # fmt: skip
    marks = [
        f"✓ {n}" if revealed and choice == question.right else str(n) for n, choice in enumerate(question.choices, 1)
    ]
    _dress(figure, marks, 1.0, LOW if lesson.present() else HEIGHT, legend=False)
    told = "; ".join(f"{text}: {count}" for text, count in zip(texts, counts, strict=True))
    st.plotly_chart(
        figure, key=f"{key}/chart", theme=None, config={"displayModeBar": False},
        alt=t("classroom.answers_alt", answers=total, shares=told),
    )  # fmt: skip


def _dress(figure: go.Figure, names: list[str], top: float, height: int, *, legend: bool) -> None:
    ink, line = palette().ink, palette().line
    axis = {"color": ink, "gridcolor": line, "zeroline": False, "fixedrange": True}
    size = 20 if lesson.present() else 14 if len(names) <= _FEW else 11
    figure.update_layout(
        height=height, margin={"l": 8, "r": 8, "t": 24, "b": 8},
        paper_bgcolor="rgba(0,0,0,0)",
        plot_bgcolor="rgba(0,0,0,0)", font={"color": ink, "size": 15}, bargap=1 - _BAR, showlegend=legend,
        legend={"orientation": "h", "x": 0, "y": 1.02, "yanchor": "bottom",
                "font": {"size": 16 if lesson.present() else 14}},
        xaxis={**axis, "tickvals": list(range(len(names))), "ticktext": names, "tickfont": {"size": size},
               "tickangle": 0, "automargin": True, "showgrid": False, "range": [-0.5, len(names) - 0.5]},
        yaxis={**axis, "tickformat": ".0%", "range": [0, top * 1.2], "automargin": True,
               "tickvals": [n / 5 for n in range(6)]},
    )  # fmt: skip
