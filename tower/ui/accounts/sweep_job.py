"""One sweep on the screen: it goes on in slices, and what it has measured stays when it is stopped. Knows no widget."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING, Any

from tower.experiments.sweep_settings import SweepSettings
from tower.experiments.sweep_texts import TEXTS, texts

if TYPE_CHECKING:
    from tower.experiments.sweep import Sweep

SLICE = 0.3  # seconds of measuring between two looks at the screen; a run is never cut in two


@dataclass
class SweepJob:
    """running: goes on by itself."""

    sweep: Sweep
    running: bool = True

    def step(self) -> None:
        """Measure for a moment: at least one run."""
        end = perf_counter() + SLICE
        try:
            while not self.sweep.done:
                self.sweep.advance()
                if perf_counter() > end:
                    break
        except BaseException:
            self.running = False
            raise
        if self.sweep.done:
            self.running = False


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
