"""Which text suits whom, and the rules that buy speed with the law: recorded figures as small tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import streamlit as st

from tower.ui import shell
from tower.ui.language import t
from tower.ui.measured import Measured, measured
from tower.ui.numbers import two
from tower.ui.shelf import state
from tower.ui.small_print import small, table

KINDS = ("repetitive", "easy", "archaic")
LOSSY = ("lenience", "typical")


def show() -> None:
    found = measured("shelf")
    suits: Mapping[str, Mapping[str, float]] = found.figures["suits"]
    best = {kind: [code for code in row if two(row[code]) == two(max(row.values()))] for kind, row in suits.items()}
    heads = [t("shelf.race.columns.who"), *(t(f"shelf.suits.{kind}") for kind in KINDS)]
    rows = []
    for code in suits[KINDS[0]]:
        cells = [two(suits[kind][code]) for kind in KINDS]
        bold = [f"**{cell}**" if code in best[kind] else cell for kind, cell in zip(KINDS, cells, strict=True)]
        rows.append((state.name_of(code), *bold))
    table(heads, rows)
    small(t("shelf.suits.note", date=found.recorded))
    st.markdown(_said(suits, best))


def _said(suits: Mapping[str, Mapping[str, float]], best: Mapping[str, list[str]]) -> str:
    lines = []
    for kind in KINDS:
        words = two(suits[kind][best[kind][0]])
        names = t("shelf.said.and").join(map(state.name_of, best[kind]))
        lines.append(t("shelf.suits.best", kind=t(f"shelf.suits.{kind}"), name=names, words=words))
    lookup = {kind: suits[kind]["prompt-lookup"] for kind in KINDS}
    favourite = max(lookup, key=lambda kind: lookup[kind])
    lines.append(
        t("shelf.suits.lookup", kind=t(f"shelf.suits.{favourite}"), words=two(lookup[favourite]),
          least=two(min(lookup.values())))
    )  # fmt: skip
    return " ".join(lines)


def lossy() -> None:
    found = measured("shelf")
    with st.grid(2, min_column_width=280):
        for rule in LOSSY:
            with st.container(border=True, key=f"shelf-lossy-{rule}"):
                st.subheader(f"{t(f'rules.{rule}.name')}{t('shelf.lossy.badge')}", anchor=False)
                st.markdown(t(f"shelf.lossy.{rule}"))
                _distance(found, rule)
    small(t("shelf.lossy.note", places=int(found.figures["lossy"]["easy"]["places"]["count"])))
    st.page_link(shell.page("dial_workshop"), label=t("shelf.lossy.workshop"))


def _distance(found: Measured, rule: str) -> None:
    texts: Mapping[str, Mapping[str, Any]] = found.figures["lossy"]
    for kind in ("easy", "archaic"):
        one, exact = texts[kind][rule], texts[kind]["speculative"]
        small(
            t("shelf.lossy.distance", kind=t(f"shelf.suits.{kind}"), mean=f"{one['mean']:.3f}", most=two(one["most"]),
              kept=f"{one['kept']:.0%}", exact=f"{exact['kept']:.0%}")
        )  # fmt: skip
