"""Under a moving finger the workshop shows its own arithmetic: it is the engine's, number for number."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Browser, Page

from tower.decoding.distribution import Warp
from tower.decoding.rulebook import RULES, parameters_of
from tower.ui.workshop.component import source
from tower.ui.workshop.dials import PRESETS, Dials, shares_of
from tower.ui.workshop.payload import plain
from tower.ui.workshop.settings import SCOPES, Settings
from tower.ui.workshop.workings import workings

PREVIEW = source(("rules.js", "shares.js", "nodes.js", "layout.js"))
WARPS = (Warp(), Warp(0.7), Warp(1.6, 2), Warp(1, 0, 0.75), Warp(0.5, 3, 0.9), Warp(0))


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    page = chromium.new_page()
    yield page
    page.close()


def some_dials() -> Iterator[Dials]:
    yield from PRESETS.values()
    rng = np.random.default_rng(7)
    for size in range(3, 9):
        weights = rng.dirichlet(np.full(size, 0.7), size=2)
        yield Dials(*(shares_of(tuple(law), (100, 1000)[size % 2]) for law in weights))


def test_the_preview_agrees_with_the_engine_for_every_rule(page: Page) -> None:
    cases = [
        Settings(dials=dials, rule=code, warp=warp, scope=scope)
        for dials in some_dials() for code in RULES for warp in WARPS
        for scope in (SCOPES if not warp.plain else SCOPES[:1])
    ]  # fmt: skip
    assert len(cases) > 2500
    asked = [
        {"dials": {"p": case.dials.p, "q": case.dials.q}, "total": case.dials.total, "warp": asdict(case.warp),
         "scope": case.scope, "rule": {"code": case.rule, "parameters": parameters_of(case.rule_object())}}
        for case in cases
    ]  # fmt: skip
    run = (
        "(cases) => {"
        + PREVIEW
        + "\nreturn cases.map((c) => workingsOf(lawsOf(c.dials, c.total, c.warp, c.scope), c.rule)); }"
    )
    for case, shown in zip(cases, page.evaluate(run, asked), strict=True):
        engine = plain(workings(case))
        assert set(shown) == set(engine)
        worst = max(abs(a - b) for name in engine for a, b in zip(flat(shown[name]), flat(engine[name]), strict=True))
        assert worst <= 1e-9, case


def flat(values: Any) -> list[float]:
    return [number for value in values for number in flat(value)] if isinstance(values, list) else [values]


def moved(page: Page, *moves: tuple[list[int], int, float, list[int]]) -> list[list[int]]:
    run = "(moves) => {" + PREVIEW + "\nreturn moves.map(([s, i, v, locked]) => moved(s, i, v, new Set(locked))); }"
    found: list[list[int]] = page.evaluate(run, [list(move) for move in moves])
    return found


def test_moving_one_share_rescales_the_others_and_locks_hold(page: Page) -> None:
    found = moved(
        page,
        ([80, 10, 10], 0, 60, []),  # the others share the rest as they shared it before
        ([50, 30, 20], 1, 0, []),
        ([50, 30, 20], 0, 90, [1]),  # the locked one leaves no room for 90
        ([100, 0, 0], 0, 40, []),  # from nothing: equally
        ([34, 33, 33], 0, 35, []),
        ([50, 30, 20], 0, 10, [1, 2]),  # nobody can make room
        ([503, 301, 196], 2, 500.4, []),
    )
    assert found == [
        [60, 20, 20], [71, 0, 29], [70, 30, 0], [40, 30, 30], [35, 33, 32], [50, 30, 20], [313, 187, 500],
    ]  # fmt: skip


def test_shares_always_sum_to_the_total(page: Page) -> None:
    rng = np.random.default_rng(3)
    moves: list[Any] = []
    for _ in range(400):
        size, total = int(rng.integers(3, 9)), int(rng.choice([100, 1000]))
        shares = shares_of(tuple(rng.dirichlet(np.full(size, 0.5))), total)
        locked = [i for i in range(size) if rng.random() < 0.3]
        moves.append((list(shares), int(rng.integers(size)), float(rng.uniform(-10, total + 10)), locked))
    for (before, index, _, locked), after in zip(moves, moved(page, *moves), strict=True):
        assert sum(after) == sum(before) and min(after) >= 0
        assert all(after[i] == before[i] for i in locked if i != index)


def test_cut_pieces_fill_the_moulds_exactly(page: Page) -> None:
    """The picture's own geometry: under the exact rule the last piece in each mould ends at p."""
    run = "(work) => {" + PREVIEW + "\nreturn piecesOf(work); }"
    for dials in some_dials():
        work = workings(Settings(dials=dials))
        tops = work.accepted.copy()
        for piece in page.evaluate(run, plain(work)):
            assert piece["start"] + piece["mass"] <= work.drawn[piece["from"]] + 1e-9
            tops[piece["to"]] = max(tops[piece["to"]], piece["end"] + piece["mass"])
        np.testing.assert_allclose(tops, work.p, atol=8 * 4e-4)
