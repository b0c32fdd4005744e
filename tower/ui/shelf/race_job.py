"""One race on the screen: it goes on in slices, and what it has measured stays when it is stopped. Knows no widget."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING, Any

from tower.ui.shelf.settings import settings_of

if TYPE_CHECKING:
    from tower.experiments.race_settings import Lane
    from tower.experiments.shelf_race import Race

SLICE = 0.3  # seconds of measuring between two looks at the screen; a run is never cut in two


@dataclass
class RaceJob:
    """running: goes on by itself."""

    race: Race
    running: bool = True

    def step(self) -> None:
        """Measure for a moment: at least one run."""
        end = perf_counter() + SLICE
        try:
            while not self.race.done:
                self.race.advance()
                if perf_counter() > end:
                    break
        except BaseException:
            self.running = False
            raise
        if self.race.done:
            self.running = False

    def lanes(self) -> list[Lane]:
        from tower.experiments.shelf_race import lanes

        return lanes(self.race.settings, self.race.heats)


def begin(values: Mapping[str, Any]) -> RaceJob:
    """Stand ready. Loads the pair. Raises DecodingError."""
    settings = settings_of(values)
    # torch takes seconds to import: only now
    from tower.experiments.shelf_race import Race
    from tower.models.loading import load_pair

    return RaceJob(Race(settings, load_pair(settings.pair)))
