"""The figures in the texts of floor 5, all of them from the rules over the moon's dials."""

from __future__ import annotations

from fractions import Fraction

from tower.decoding.rules import SampleMatch, expected_acceptance
from tower.ui.floors.moon import HUNDRED, MOON, REDRAW, hundred, work_of
from tower.ui.language import t
from tower.ui.workshop.settings import Settings
from tower.ui.workshop.table import percent
from tower.ui.workshop.workings import bare

ROUND, BRIGHT, LOVELY = range(3)


def moon_words() -> list[str]:
    """The three words in the visitor's language."""
    return [t(f"workshop.words.w{n}") for n in (1, 2, 3)]


def figures(language: str) -> dict[str, str]:
    """By placeholder. language: both languages write these the same way."""
    exact, wrong = hundred(MOON), hundred(REDRAW)
    work, redrawn = work_of(MOON), work_of(REDRAW)
    p, q = bare(MOON.dials)
    even = [kept + exact.back // 3 for kept in exact.kept]
    return {
        "q": "/".join(map(str, exact.drawn)),
        "p": "/".join(map(str, exact.wanted)),
        "drawn": str(exact.drawn[ROUND]),
        "kept": str(exact.kept[ROUND]),
        "back": str(exact.back),
        "to_bright": str(exact.refilled[BRIGHT]),
        "to_lovely": str(exact.refilled[LOVELY]),
        "redrawn": "/".join(map(str, wrong.written)),
        "redrawn_round": str(wrong.written[ROUND]),
        "again_round": str(wrong.refilled[ROUND]),
        "even": "/".join(map(str, even)),
        "flavour": percent(float(redrawn.distance)),
        "spread": str(round(float(HUNDRED * q[ROUND] * (1 - q[ROUND])) ** 0.5)),
        "accept_round": percent(float(work.accept[ROUND])),
        "accept_lovely": percent(float(work.accept[LOVELY])),
        "ratio_lovely": f"{float(work.p[LOVELY] / work.q[LOVELY]):g}",
        "product_lovely": percent(float(work.p[LOVELY] * work.q[LOVELY])),
        "half_lovely": percent(float(work.q[LOVELY] / work.p[LOVELY])),
        "p_round": percent(float(work.p[ROUND])),
        "q_round": percent(float(work.q[ROUND])),
        "p_lovely": percent(float(work.p[LOVELY])),
        "q_lovely": percent(float(work.q[LOVELY])),
        "residual": ", ".join(_fraction(share) for share in work.replacement[ROUND]),
        "subtracted": "/".join(map(str, hundred(Settings(rule="subtract-one")).written)),
        "soft_q": "/".join(f"{float(100 * share):g}" for share in work_of(Settings(rule="argmax-soft-q")).law),
        "alpha": percent(float(work.alpha)),
        "alpha_match": percent(float(expected_acceptance(SampleMatch(), p, q))),
    }


def _fraction(share: Fraction) -> str:
    return str(Fraction(share))
