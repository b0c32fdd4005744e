"""The three bad days, each as it was measured: hard text and flat dials, a full house, a foreign vocabulary."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Any

import streamlit as st

from tower.experiments.other_vocabulary import KINDS, characters_of, misread, refusal, shared_text
from tower.models.text import Text
from tower.theory.batches import gains_by_requests
from tower.ui.axes import frame, mark_plain, plot
from tower.ui.errors import escaped, message, told
from tower.ui.floors.frame import Floor
from tower.ui.measured import measured
from tower.ui.numbers import two
from tower.ui.palette import palette

TEXTS = ("easy", "hard")
WAYS = ("both", "target")
LONGEST = 80


def flat_dials(floor: Floor) -> None:
    """Two charts over the temperature: both dials flattened, and the Oracle's alone."""
    recorded = measured("flatter_dials")
    heats, texts = recorded.figures["temperatures"], recorded.figures["texts"]
    colours = palette()
    looks = {"easy": (colours.draft, "circle", "solid"), "hard": (colours.rejected, "diamond", "dash")}
    for column, way in zip(st.columns(2, gap="medium"), WAYS, strict=True):
        figure = frame(floor.t("flat.axis"), floor.t("flat.shared"), title=floor.t(f"flat.ways.{way}"), height=320)
        for kind in TEXTS:
            shade, symbol, dash = looks[kind]
            figure.add_scatter(
                x=heats, y=texts[kind][way], mode="lines+markers", name=floor.t(f"flat.texts.{kind}"),
                line={"color": shade, "dash": dash, "width": 2.5}, marker={"symbol": symbol, "size": 9},
                hovertemplate="T = %{x}<br>%{y:.0%}<extra></extra>",
            )  # fmt: skip
        figure.update_yaxes(range=[0, 1.03], tickformat=".0%")
        figure.update_xaxes(range=[-0.08, heats[-1] + 0.08], dtick=0.5)
        values = {kind: _listed(heats, texts[kind][way]) for kind in TEXTS}
        with column:
            plot(figure, floor.t("flat.alt", way=floor.t(f"flat.ways.{way}"), **values), f"floor-6-flat-{way}")
    st.markdown(_of_flat_dials(floor, heats, texts))
    places = {kind: texts[kind]["places"] for kind in TEXTS}
    st.caption(floor.t("flat.recorded", date=recorded.recorded, **places))


def _listed(heats: list[float], shares: list[float]) -> str:
    return ", ".join(f"{heat:g}: {share:.0%}" for heat, share in zip(heats, shares, strict=True))


def _of_flat_dials(floor: Floor, heats: list[float], texts: Mapping[str, Any]) -> str:
    """What the measurement says, whatever it says: no claim is written before it is looked up."""
    plain, hot = heats.index(1.0), len(heats) - 1
    at = {f"{kind}_{way}_{name}": f"{texts[kind][way][i]:.0%}"
          for kind in TEXTS for way in WAYS for name, i in (("plain", plain), ("hot", hot), ("cold", 0))}  # fmt: skip
    at |= {"hottest": f"{heats[hot]:g}"}
    lines = [floor.t("flat.hard", **at)]
    lines += [floor.t(f"flat.{kind}_{_turn(texts[kind]['both'], plain, hot)}", **at) for kind in TEXTS]
    falls = all(texts[kind]["target"][hot] < texts[kind]["target"][plain] for kind in TEXTS)
    lines.append(floor.t("flat.alone_falls" if falls else "flat.alone_mixed", **at))
    return " ".join(lines) if floor.language == "en" else "".join(lines)


def _turn(series: list[float], plain: int, hot: int) -> str:
    return "rises" if series[hot] > series[plain] else "falls"


def full_house(floor: Floor) -> None:
    """Gain against the number of requests that share a pass, from recorded passes by the formula."""
    recorded, pair = measured("batch"), measured("gain_by_k").figures
    k = recorded.figures["row"] - 1
    passes = {name: recorded.figures[name] for name in ("oracle", "block")}
    series = {name: gains_by_requests(found, pair["alpha"], k, pair["c"]) for name, found in passes.items()}
    colours = palette()
    looks = {"oracle": (colours.target, "circle", "solid"), "block": (colours.ink, "square", "dash")}
    figure = frame(floor.t("house.axis"), floor.t("bill.axis_gain"), height=360)
    for name, gains in series.items():
        shade, symbol, dash = looks[name]
        figure.add_scatter(
            x=list(gains), y=list(gains.values()), mode="lines+markers", name=floor.t(f"house.lines.{name}"),
            line={"color": shade, "dash": dash, "width": 2.5}, marker={"symbol": symbol, "size": 9},
            hovertemplate="%{x}<br>%{y:.2f}×<extra></extra>",
        )  # fmt: skip
    mark_plain(figure, floor.t("bill.plain"))
    requests = recorded.figures["requests"]
    figure.update_xaxes(type="log", tickvals=requests, ticktext=[str(n) for n in requests])
    top = max(value for gains in series.values() for value in gains.values())
    figure.update_yaxes(range=[0, 1.15 * top], ticksuffix="×")
    told_points = {
        name: ", ".join(f"{n}: {two(value)}" for n, value in gains.items()) for name, gains in series.items()
    }
    plot(figure, floor.t("house.alt", **told_points), "floor-6-house")
    st.markdown(of_full_houses(floor, series["block"]))
    values = {"alpha": two(pair["alpha"]), "c": two(pair["c"]), "k": k}
    st.caption(floor.t("house.recorded", date=recorded.recorded, machine=recorded.processor, **values))


def of_full_houses(floor: Floor, gains: Mapping[int, float]) -> str:
    """From how many requests on nothing is gained, whatever was measured."""
    requests = list(gains)
    worth = [n for n in requests if gains[n] > 1]
    values = {"one": two(gains[requests[0]]), "most": requests[-1], "last": two(gains[requests[-1]])}
    best = max(requests, key=gains.__getitem__)
    values["peak"] = "" if best == requests[0] else floor.t("house.peak", best=two(gains[best]), at=best)
    if not worth:
        return floor.t("house.never", **values)
    if worth[-1] == requests[-1]:
        return floor.t("house.still", **values)
    return floor.t("house.lost", lost=requests[requests.index(worth[-1]) + 1], **values)


@st.fragment
def foreign_words(floor: Floor) -> None:
    """The engine's own check, on the pair's real tokenizer and on one of single characters."""
    kept, widget = f"sentence/{floor.language}", f"floor-6-sentence-{floor.language}"
    st.session_state.setdefault(widget, floor.state(kept, floor.t("words.example")))
    st.session_state.setdefault("floor-6-kind", floor.state("kind", KINDS[0]))
    with st.container(horizontal=True, vertical_alignment="bottom"):
        sentence = st.text_input(
            floor.t("words.sentence"), key=widget, max_chars=LONGEST,
            on_change=lambda: floor.remember(kept, st.session_state[widget]),
        )  # fmt: skip
        st.segmented_control(
            floor.t("words.kind"), KINDS, format_func=lambda code: floor.t(f"words.kinds.{code}"), key="floor-6-kind",
            required=True, on_change=lambda: floor.remember("kind", st.session_state["floor-6-kind"]),
        )  # fmt: skip
    kind: str = st.session_state["floor-6-kind"]
    with told():
        rows = [(floor.t("words.oracle"), shared_text()), (floor.t("words.mogu"), characters_of(kind=kind))]
        ids = [text.encode(sentence) for _, text in rows]
        st.html(_TOKENS + "".join(_row(name, text, one, ids) for (name, text), one in zip(rows, ids, strict=True)))
        agree = sum(a == b for a, b in zip(*ids, strict=False))
        st.markdown(floor.t("words.agree", ours=len(ids[0]), theirs=len(ids[1]), agree=agree))
        error = refusal(kind=kind)
        if error is not None:
            st.error(f"{floor.t('words.refused')} {message(error)}")
        if not sentence.strip():
            st.info(floor.t("words.empty"))
            return
        read = escaped(misread(sentence, kind=kind))
        st.markdown(floor.t("words.unchecked", sentence=escaped(sentence), misread=read))


_TOKENS = """<style>
.ids { display: flex; flex-wrap: wrap; gap: .3rem; align-items: stretch; margin: 0 0 .6rem; }
.ids b { flex: 0 0 7.5rem; align-self: center; font-weight: 600; }
.ids span { display: inline-grid; justify-items: center; padding: .12rem .4rem; border: 1px solid currentColor;
  border-radius: .25rem; line-height: 1.25; font-family: Georgia, "Noto Serif CJK TC", "Songti TC", PMingLiU, serif; }
.ids small { font-size: .74rem; font-variant-numeric: tabular-nums; font-family: system-ui, sans-serif; }
.ids span[data-same] { border-width: 2.5px; border-style: double; }
@media (max-width: 520px) { .ids b { flex-basis: 100%; } }
</style>"""


def _row(name: str, text: Text, own: list[int], both: list[list[int]]) -> str:
    """Tokens over their ids; those that agree at the same place are framed twice."""
    same = {i for i, (a, b) in enumerate(zip(*both, strict=False)) if a == b}
    pieces = "".join(
        f"<span{' data-same' if i in same else ''}>{escape(text.text(id))}<small>{id}</small></span>"
        for i, id in enumerate(own)
    )
    return f'<div class="ids"><b>{escape(name)}</b>{pieces}</div>'
