"""The slow motion shows what the engine itself would have decided with the same luck, and its counts follow the law."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import chisquare

from tower.decoding.distribution import one_hot
from tower.decoding.drafters.base import Draft, OneHot
from tower.decoding.draws import Draws
from tower.decoding.rulebook import RULES
from tower.decoding.verify import verify
from tower.ui.workshop.dials import PRESETS
from tower.ui.workshop.luck import series
from tower.ui.workshop.settings import Settings
from tower.ui.workshop.workings import workings


@pytest.mark.parametrize("preset", ["moon", "zipf"])
@pytest.mark.parametrize("code", RULES)
def test_each_draw_is_what_the_engine_decides(code: str, preset: str) -> None:
    settings = Settings(dials=PRESETS[preset], rule=code)
    work = workings(settings)
    drawn = series(work, seed=5, count=60)
    for position in range(60):
        slip = int(drawn.slip[position])
        q = OneHot(slip) if code == "argmax-draft" else work.q
        draft = Draft(ids=(slip,), q=(q,), parents=(-1,), u=(float(drawn.spin[position]),), logits=(None,))
        rows = np.stack([work.p, one_hot(0, len(work.p), work.p.dtype)])
        judged = verify(
            rows, draft, settings.rule_object(), Draws(5), position,
            greedy=False, ended=lambda ids: None,
        )  # fmt: skip
        kept = judged.verdicts[0] == "accepted"
        assert kept == drawn.kept[position]
        assert (slip if kept else judged.emitted) == drawn.word[position]


@pytest.mark.parametrize("code", RULES)
def test_counts_follow_the_computed_law(code: str) -> None:
    work = workings(Settings(rule=code))
    count = 20_000
    words = np.bincount(series(work, seed=11, count=count).word, minlength=3)
    possible = work.law > 0
    assert words[~possible].sum() == 0
    assert chisquare(words[possible], work.law[possible] / work.law[possible].sum() * count).pvalue > 1e-4
    assert series(work, seed=11, count=count).kept.mean() == pytest.approx(float(work.alpha), abs=0.02)


def test_a_longer_series_begins_like_a_shorter_one() -> None:
    work = workings(Settings())
    assert (series(work, 3, 40).word == series(work, 3, 90).word[:40]).all()
    assert (series(work, 4, 40).word != series(work, 3, 40).word).any()
