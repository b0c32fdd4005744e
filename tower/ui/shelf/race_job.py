"""One race on the screen: from the controls' values to measuring by slices. Knows no widget."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tower.ui.going import Going, for_a_while
from tower.ui.shelf.settings import settings_of

if TYPE_CHECKING:
    from tower.experiments.race import Race
    from tower.experiments.race_settings import Lane


@dataclass
class RaceJob(Going):
    """A run is never cut in two."""

    race: Race

    @property
    def done(self) -> bool:
        return self.race.done

    def work(self, seconds: float) -> None:
        for_a_while(self.race, seconds)

    def lanes(self) -> list[Lane]:
        from tower.experiments.race import lanes

        return lanes(self.race)


def begin(values: Mapping[str, Any]) -> RaceJob:
    """Stand ready. Loads the pair. Raises DecodingError."""
    settings = settings_of(values)
    # torch takes seconds to import: only now
    from tower.experiments.race import Race
    from tower.models.loading import load_pair

    return RaceJob(Race(settings, load_pair(settings.pair)))
