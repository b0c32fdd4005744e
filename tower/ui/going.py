"""Work that goes on by itself while its page is open, until a button stops it; what was done stays and is gone on from.

The work is done in slices inside a fragment. Between two slices the progress is told, and Streamlit can turn to a
click; only after some of them is everything else drawn anew, as browsers need longer for charts than a slice lasts,
and one that is busy drawing takes no click. A click, or another language, begins a new run of the page while the one
before is still at its slice: the two take turns. Knows nothing of what is done.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Lock
from time import perf_counter
from typing import Protocol

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from tower.ui.errors import told

SLICE = 0.3  # seconds of work between two looks
LOOKS = 6  # slices between two drawings
PAUSE = 0.15  # seconds until the fragment comes again


@dataclass
class Going(ABC):
    """running: goes on by itself; false once it is done or has failed."""

    running: bool = field(default=True, kw_only=True)
    _turn: Lock = field(default_factory=Lock, init=False, repr=False, compare=False)

    @property
    @abstractmethod
    def done(self) -> bool:
        """Nothing is left to do."""

    @abstractmethod
    def work(self, seconds: float) -> None:
        """Go on for about so long: at least one piece. May raise a DecodingError, what was done before stays."""

    def step(self) -> None:
        """One slice, unless it was done or stopped while another run of the page was at it. Raises as `work`."""
        with self._turn:
            if self.running and not self.done:
                try:
                    self.work(SLICE)
                except BaseException:
                    self.running = False
                    raise
            if self.done:
                self.running = False

    def turn(self, running: bool) -> None:
        """Stop or go on."""
        self.running = running


class Pieces(Protocol):
    """Work that cannot be cut but between its pieces."""

    @property
    def done(self) -> bool: ...

    def advance(self) -> None: ...


def for_a_while(pieces: Pieces, seconds: float) -> None:
    """At least one piece, and no other once so long has passed."""
    end = perf_counter() + seconds
    while not pieces.done:
        pieces.advance()
        if perf_counter() > end:
            return


def switch(place: DeltaGenerator, job: Going, *, stop: str, go_on: str, key: str) -> None:
    """The button, while there is something to stop or to go on with. It does what it says, however often it is
    pressed."""
    if not job.done:
        place.button(stop if job.running else go_on, on_click=job.turn, args=(not job.running,), key=key)


def again_and_again(draw: Callable[[], None], job: Going) -> None:
    """Draw, and draw again by itself while the job is running."""
    st.fragment(draw, run_every=PAUSE if job.running else None)()


def go_on(job: Going, progress: Callable[[DeltaGenerator], None]) -> bool:
    """The next slices, told on a bar made here; whether the job came to its end, or failed, in them."""
    bar = st.empty()
    was_running = job.running
    for _ in range(LOOKS):
        progress(bar)
        if not job.running:
            break
        with told():
            job.step()
    else:
        progress(bar)
    return was_running and not job.running
