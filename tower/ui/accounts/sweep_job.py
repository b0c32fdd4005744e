"""One sweep on the screen: from the controls' values to measuring by slices. Knows no widget."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tower.experiments.sweep_settings import SweepSettings
from tower.experiments.sweep_texts import TEXTS, texts
from tower.ui.going import Going, for_a_while

if TYPE_CHECKING:
    from tower.experiments.sweep import Sweep


@dataclass
class SweepJob(Going):
    """A run is never cut in two."""

    sweep: Sweep

    @property
    def done(self) -> bool:
        return self.sweep.done

    def work(self, seconds: float) -> None:
        for_a_while(self.sweep, seconds)


def settings_of(values: Mapping[str, Any]) -> SweepSettings:
    """The controls' values as a checked sweep. Raises DecodingError."""
    kind = values["texts"]
    return SweepSettings(
        prompts=texts(kind) if kind in TEXTS else (values["prompt"],),
        texts=kind,
        pair=values["pair"],
        drafter=values["drafter"],
        ks=tuple(sorted(int(k) for k in values["ks"])),
        temperatures=tuple(sorted(float(heat) for heat in values["temperatures"])),
        words=int(values["words"]),
        repeats=int(values["repeats"]),
        seed=int(values["seed"]),
    )


def begin(values: Mapping[str, Any]) -> SweepJob:
    """Stand ready. Loads the pair. Raises DecodingError."""
    settings = settings_of(values)
    # torch takes seconds to import: only now
    from tower.experiments.sweep import Sweep
    from tower.models.loading import load_pair

    return SweepJob(Sweep(settings, load_pair(settings.pair)))
