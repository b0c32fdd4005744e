"""First come, first served; and nobody is lost."""

from __future__ import annotations

import threading
import time

from tower.models.fair_lock import FairLock


def test_turns_come_in_the_order_of_asking() -> None:
    lock, order = FairLock(), list[int]()
    threads = []

    def wait(number: int) -> None:
        with lock:
            order.append(number)

    with lock:
        for number in range(8):
            thread = threading.Thread(target=wait, args=(number,))
            threads.append(thread)
            thread.start()
            while len(lock._waiting) <= number:
                time.sleep(0.001)
    for thread in threads:
        thread.join(5)
    assert order == list(range(8))


def test_only_one_holds_it_and_an_error_hands_it_on() -> None:
    lock = FairLock()
    inside, most = 0, 0

    def work() -> None:
        nonlocal inside, most
        for turn in range(50):
            try:
                with lock:
                    inside += 1
                    most = max(most, inside)
                    inside -= 1
                    if turn % 5 == 0:
                        raise ValueError
            except ValueError:
                pass

    threads = [threading.Thread(target=work) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(10)
    assert most == 1
    with lock:
        assert not lock._waiting
