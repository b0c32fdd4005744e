"""Who guesses, told where it is not the small model: the stage's own words speak of Mogu alone."""

from __future__ import annotations

from tower.ui.errors import escaped
from tower.ui.language import named, t
from tower.ui.small_print import small

_PLAIN_WORDS = ("small", "none", "you")  # drafters of which those words are true as they stand


def remark(drafter: str) -> None:
    """drafter: its code, which a saved run may have made up."""
    if drafter not in _PLAIN_WORDS:
        small(t("live.guesses_with", drafter=escaped(named("drafters", drafter))))
