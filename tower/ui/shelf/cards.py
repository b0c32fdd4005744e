"""The cards: how each drafter guesses, what it costs, what it needs from the Oracle, how it was trained."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import streamlit as st

from tower.ui.language import t
from tower.ui.measured import measured
from tower.ui.numbers import two
from tower.ui.shelf import state
from tower.ui.shelf.facts import Facts, facts, millions, stamp
from tower.ui.shelf.picture import picture
from tower.ui.small_print import small

CARDS = ("small", "prompt-lookup", "early-exit", "medusa", "mtp", "eagle")


def draw() -> None:
    present = state.racers()
    scored: Mapping[str, int] = measured("shelf").figures["scored"]
    with st.grid(3, min_column_width=270):
        for code in CARDS:
            found = facts(code, scored["words"], stamp(code)) if code in present else None
            with st.container(border=True, key=f"shelf-card-{code}"):
                picture(code)
                st.subheader(t(f"shelf.cards.{code}.name"), anchor=False)
                st.markdown(t(f"shelf.cards.{code}.how"))
                if found is None:
                    small(t("shelf.cards.absent"))
                else:
                    _numbers(code, found)


def _numbers(code: str, found: Facts) -> None:
    costs = t("shelf.cards.nothing")
    if found.parameters:
        costs = t("shelf.cards.numbers", own=millions(found.parameters), kib=f"{found.bytes / 1024:,.0f}",
                  step=millions(found.step))  # fmt: skip
    told = {
        "needs": t(f"shelf.cards.{code}.needs"),
        "costs": costs,
        "trained": t(f"shelf.cards.{code}.trained", **_training(found.config)),
        "published": t(f"shelf.cards.{code}.published"),
    }
    for name, text in told.items():
        small(f"**{t(f'shelf.cards.{name}')}** {text}")


def _training(config: Mapping[str, Any]) -> dict[str, object]:
    """Placeholders of a card's training line, from the head's own configuration."""
    trained, found = config.get("trained", {}), config.get("measured", {})
    best = [found[name]["tokens_per_haul"] for name in ("prophecy-zh-T0", "prophecy-en-T0") if name in found]
    return {
        "steps": f"{trained.get('steps', 0):,}",
        "tokens": f"{trained.get('tokens', 0):,}",
        "layer": config.get("layer", 0),
        "heads": config.get("heads", 0),
        "words": two(sum(best) / len(best)) if best else "–",
    }
