"""What was imported is taken out of the collector's sight, once; what comes later is still collected."""

from __future__ import annotations

import gc
import sys
import types
import weakref

import pytest

from tower.ui import settle


class Knot:
    """Something that only the collector can free."""

    def __init__(self) -> None:
        self.self = self


def test_a_new_module_is_taken_out_of_sight_once(monkeypatch: pytest.MonkeyPatch) -> None:
    settle.settle()
    monkeypatch.setitem(sys.modules, "brought_along", types.ModuleType("brought_along"))
    kept = [[n] for n in range(1000)]
    before = gc.get_freeze_count()
    settle.settle()
    after = gc.get_freeze_count()
    assert after >= before + len(kept)
    kept += [[n] for n in range(1000)]
    settle.settle()
    assert gc.get_freeze_count() <= after


def test_garbage_that_comes_later_is_collected() -> None:
    settle.settle()
    knot = weakref.ref(Knot())
    gc.collect()
    assert knot() is None
