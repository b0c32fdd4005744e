"""A lock that is handed on in the order of asking, so that no visitor waits behind the same neighbour twice."""

from __future__ import annotations

from collections import deque
from threading import Lock
from types import TracebackType


class FairLock:
    """First come, first served; not reentrant. `with lock: ...`"""

    def __init__(self) -> None:
        self._guard = Lock()
        self._held = False
        self._waiting: deque[Lock] = deque()

    def __enter__(self) -> None:
        with self._guard:
            if not self._held:
                self._held = True
                return
            turn = Lock()
            turn.acquire()
            self._waiting.append(turn)
        try:
            turn.acquire()
        except BaseException:  # interrupted while waiting: leave the queue, or pass on a turn that has just come
            with self._guard:
                if turn in self._waiting:
                    self._waiting.remove(turn)
                    raise
            self._release()
            raise

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._release()

    def _release(self) -> None:
        with self._guard:
            if self._waiting:
                self._waiting.popleft().release()  # the lock stays held, by the next in line
            else:
                self._held = False
