"""Long work in a thread of its own, looked at from the page: which step it is at, how far, and how it ended.

A page that is left, or run again, does not end it. Knows no widget.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import Thread
from typing import Generic, TypeVar

from tower.models.progress import Stopped, Tell

Result = TypeVar("Result")


class Job(Generic[Result]):
    """step: a code, share: 0 to 1 of it. result or error once it is not `running` any more; error is Stopped where
    `stop` was asked for."""

    def __init__(self, work: Callable[[Tell], Result]) -> None:
        self.step, self.share = "", 0.0
        self.result: Result | None = None
        self.error: Exception | None = None
        self._work, self._wanted = work, True
        self._thread = Thread(target=self._run, daemon=True, name="job")
        self._thread.start()

    @property
    def running(self) -> bool:
        return self._thread.is_alive()

    def stop(self) -> None:
        """Ask it to end at its next word about itself."""
        self._wanted = False

    def wait(self, seconds: float) -> bool:
        """Whether it has ended within so many seconds."""
        self._thread.join(seconds)
        return not self.running

    def _tell(self, step: str, share: float) -> None:
        self.step, self.share = step, share
        if not self._wanted:
            raise Stopped

    def _run(self) -> None:
        try:
            self.result = self._work(self._tell)
        except Exception as error:
            self.error = error
