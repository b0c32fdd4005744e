"""Several runs at once, each in a thread of its own."""

from __future__ import annotations

import threading
from collections.abc import Sequence

from tower.decoding.trace import Trace
from tower.models.loading import Pair
from tower.models.runs import start
from tower.models.settings import RunSettings


def alone_and_together(settings: Sequence[RunSettings], pair: Pair) -> tuple[list[Trace], list[Trace]]:
    """What each run writes by itself, and what it writes while the others run."""
    alone = [start(one, pair) for one in settings]
    for run in alone:
        for _ in run:
            pass
    together = [start(one, pair) for one in settings]
    threads = [threading.Thread(target=lambda run=run: [None for _ in run]) for run in together]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    return [run.trace() for run in alone], [run.trace() for run in together]
