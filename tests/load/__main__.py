"""`make load`: whether this machine is up to a class. A server of its own, visited by websocket; figures are printed.

1. SESSIONS tabs open the live tower within ARRIVING seconds, then each steps to the next round every PERIOD seconds:
   seconds from press to picture.
2. As many tabs come and go, twice: what stays in memory.
3. MEMBERS tabs of one class room answer within WINDOW seconds: no answer lost or doubled.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.load.client import Visitor, is_component
from tower.classroom.place import FILE
from tower.classroom.question import Predict
from tower.classroom.store import Store

ROOT = Path(__file__).resolve().parents[2]
PAGE = 4096  # bytes
LOG = "server.log"
AHEAD = 3  # rounds, as in assets/stage


@contextmanager
def server(port: int, data: Path) -> Iterator[subprocess.Popen[bytes]]:
    """The app on this port, with class rooms in `data`."""
    command = [sys.executable, "-m", "streamlit", "run", "app.py", "--server.port", str(port),
               "--server.address", "127.0.0.1", "--server.disconnectedSessionTTL", "5"]  # fmt: skip
    log = (data / LOG).open("wb")
    process = subprocess.Popen(
        command, cwd=ROOT, stdout=log, stderr=subprocess.STDOUT, env={**os.environ, "TOWER_DATA": str(data)}
    )
    try:
        for _ in range(300):
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{port}/_stcore/health", timeout=2).close()
                break
            except OSError:
                assert process.poll() is None, "the server did not start"
                time.sleep(0.2)
        yield process
    finally:
        process.terminate()
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()


def resident(process: subprocess.Popen[bytes]) -> float | None:
    """MiB in memory; None where the system does not tell."""
    try:
        return int(Path(f"/proc/{process.pid}/statm").read_text(encoding="ascii").split()[1]) * PAGE / 2**20
    except OSError:
        return None


def quantile(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(share * len(values)))] if values else float("nan")


def said(title: str, seconds: list[float]) -> None:
    shares = "  ".join(f"p{round(100 * share)} {quantile(seconds, share):.3f} s" for share in (0.5, 0.95, 0.99))
    print(f"{title}: {len(seconds)} presses  {shares}  worst {max(seconds, default=float('nan')):.3f} s", flush=True)


@dataclass
class Class:
    """What students saw, in seconds: `opened` their page; `waited` from press to picture; `asked` from asking the
    server for rounds, mostly ahead of their time, to their coming."""

    opened: list[float] = field(default_factory=list)
    waited: list[float] = field(default_factory=list)
    asked: list[float] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)


async def step_the_tower(url: str, seed: int, seen: Class, asked: argparse.Namespace) -> None:
    """One student at the live tower: to the next round every `period`, and a new run when one is over.

    As the stage does, it shows a round at hand at once, and asks the server for more when fewer than AHEAD lie ahead.
    """
    await asyncio.sleep(asked.arriving * random.random())
    began = time.monotonic()
    async with Visitor(url, "live_tower", lang="en", seed=str(seed), temperature="1", max_new_tokens="256") as tab:
        seen.opened.append(time.monotonic() - began)
        while len(seen.opened) < asked.sessions:
            await asyncio.sleep(0.1)
        await asyncio.sleep(asked.period * random.random())
        end, place, asking = time.monotonic() + asked.seconds, 0, None
        while time.monotonic() < end:
            began = time.monotonic()
            run, have = _run_at_hand(tab)
            place += 1
            if place >= have and asking is not None:  # the press that finds nothing: the picture comes with the answer
                seen.asked.append(await asking)
                (run, have), asking = _run_at_hand(tab), None
            if place >= have:  # the run is over
                tab.type_text("live/prompt", f"The bell {seed}, {len(seen.waited)}")
                seen.asked.append(await tab.press("live-start", _is_stage))
                place = 0
            seen.waited.append(time.monotonic() - began)
            if asking is not None and asking.done():
                seen.asked.append(await asking)
                asking = None
            run, have = _run_at_hand(tab)
            if asking is None and not run["complete"] and have - 1 - place < AHEAD:
                need = {"run": run["id"], "have": have}
                asking = asyncio.create_task(tab.trigger("stage", "need", need, _is_stage))
            await asyncio.sleep(max(0.0, asked.period - (time.monotonic() - began)))
        if asking is not None:
            seen.asked.append(await asking)
        seen.failures += tab.failures


def _run_at_hand(tab: Visitor) -> tuple[dict[str, Any], int]:
    """The run on the stage and how many of its rounds are there."""
    _, data, _ = tab.component("stage")
    run: dict[str, Any] = data["run"]
    return run, run["trace"].get("held", 0) + len(run["trace"]["rounds"])


def _is_stage(element: object) -> bool:
    return is_component(element, "stage")


async def come_and_go(url: str, tabs: int) -> None:
    async def one(n: int) -> None:
        async with Visitor(url, "live_tower", lang="en", seed=str(n), max_new_tokens="32"):
            pass

    for first in range(0, tabs, 10):
        await asyncio.gather(*(one(n) for n in range(first, min(tabs, first + 10))))


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.load", description=__doc__)
    parser.add_argument("--sessions", type=int, default=40)
    parser.add_argument("--arriving", type=float, default=30.0)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--period", type=float, default=3.0)
    parser.add_argument("--members", type=int, default=200)
    parser.add_argument("--window", type=float, default=10.0)
    parser.add_argument("--tabs", type=int, default=100, help="tabs that come and go")
    parser.add_argument("--port", type=int, default=8690)
    parser.add_argument("--only", choices=("tower", "memory", "room"))
    asked = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that the server goes too
    url = f"http://127.0.0.1:{asked.port}"
    failed: list[str] = []
    with tempfile.TemporaryDirectory() as folder, server(asked.port, Path(folder)) as process:
        print(f"{os.cpu_count()} cores; load before: {os.getloadavg()[0]:.1f}", flush=True)
        asyncio.run(come_and_go(url, 1))  # models are loaded at the first visit
        if asked.only in (None, "tower"):
            failed += _tower(url, process, asked)
        if asked.only in (None, "memory"):
            failed += _memory(url, process, asked.tabs)
        if asked.only in (None, "room"):
            failed += _room(url, Path(folder), asked)
        if failed:
            print((Path(folder) / LOG).read_text(encoding="utf-8", errors="replace")[-4000:])
    for line in failed:
        print(f"FAILED  {line}")
    print("all within limits" if not failed else f"{len(failed)} of the limits missed")
    return 1 if failed else 0


def _tower(url: str, process: subprocess.Popen[bytes], asked: argparse.Namespace) -> list[str]:
    async def all_of_them() -> None:
        await asyncio.gather(*(step_the_tower(url, n, seen, asked) for n in range(asked.sessions)))

    seen = Class()
    asyncio.run(all_of_them())
    said(f"live tower, opened {asked.sessions} times within {asked.arriving:g} s", seen.opened)
    said(f"{asked.sessions} sessions, to the next round every {asked.period:g} s, from press to picture", seen.waited)
    said("  the server asked for more rounds, mostly ahead of their time", seen.asked)
    print(f"memory with {asked.sessions} sessions: {resident(process) or float('nan'):.0f} MiB", flush=True)
    if not quantile(seen.waited, 0.95) <= 1.0:
        return [*seen.failures, f"p95 from press to picture is {quantile(seen.waited, 0.95):.2f} s, over 1 s"]
    return seen.failures


def _memory(url: str, process: subprocess.Popen[bytes], tabs: int) -> list[str]:
    sizes = []
    for _ in range(2):
        asyncio.run(come_and_go(url, tabs))
        time.sleep(12)  # sessions are forgotten some seconds after they were left
        sizes.append(resident(process) or float("nan"))
    print(
        f"memory after {tabs} tabs came and went: {sizes[0]:.0f} MiB, after as many more: {sizes[1]:.0f} MiB",
        flush=True,
    )
    return [f"memory grew by {sizes[1] - sizes[0]:.0f} MiB"] if sizes[1] > sizes[0] * 1.1 + 20 else []


def _room(url: str, folder: Path, asked: argparse.Namespace) -> list[str]:
    store = Store(folder / FILE)
    question = Predict(path="floor_6.predict.k", choices=("four", "eight", "equal"), right="equal")
    code, secret = store.open_room(question)
    store.start(code, secret)

    looks: list[float] = []

    async def all_of_them() -> list[tuple[float, list[str]]]:
        gate = asyncio.Semaphore(20)  # a class does not come in at once

        async def one(n: int) -> tuple[float, list[str]]:
            async with gate:
                tab = Visitor(url, "class_room", lang="en", room=code)
                await tab.__aenter__()
                await tab.press_form()
            ready.append(n)
            while len(ready) < asked.members:
                looks.extend(await tab.look(5.0))
            looks.extend(await tab.look(asked.window * random.random()))
            spent = await tab.choose(n % 3)
            await tab.__aexit__(None, None, None)
            return spent, tab.failures

        ready: list[int] = []
        return await asyncio.gather(*(one(n) for n in range(asked.members)))

    began = time.monotonic()
    found = asyncio.run(all_of_them())
    said(f"class room, {asked.members} members answer within {asked.window:g} s", [spent for spent, _ in found])
    said("their pages looking whether anything has changed", looks)
    answers = store.results(code).answers
    expected = {name: len(range(place, asked.members, 3)) for place, name in enumerate(question.choices)}
    print(f"answers counted: {answers} (given: {expected}); {time.monotonic() - began:.0f} s in all", flush=True)
    failed = [failure for _, failures in found for failure in failures]
    return failed + ([] if answers == expected else ["answers were lost or doubled"])


if __name__ == "__main__":
    sys.exit(main())
