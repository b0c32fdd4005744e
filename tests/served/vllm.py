"""A real vLLM that serves the embedded oracle on this machine's processor. TOWER_TEST_SERVED names the Python that has
vLLM: `make test-served` makes one."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from tower.models.pairs import PAIRS

PYTHON = os.environ.get("TOWER_TEST_SERVED", "")
READY = 400  # seconds; a quiet machine takes one minute
MODEL = "oracle"

_STEPS = "vllm:iteration_tokens_total_count"
_SETTINGS = {
    "VLLM_CPU_KVCACHE_SPACE": "1",
    "VLLM_NO_USAGE_STATS": "1",
    "HF_HUB_OFFLINE": "1",
    "OMP_NUM_THREADS": "1",
    "TORCHDYNAMO_DISABLE": "1",  # compiling takes longer than all the tests
}


class Server:
    """address: of the server. `stop` ends it as a machine that goes down does."""

    def __init__(self, process: subprocess.Popen[bytes], address: str) -> None:
        self.process, self.address = process, address

    def steps(self) -> int:
        """How often the model has been run: each time all its weights are read."""
        with urlopen(f"{self.address}/metrics", timeout=30) as answer:
            lines = answer.read().decode().splitlines()
        return int(sum(float(line.rpartition(" ")[2]) for line in lines if line.startswith(_STEPS)))

    def stop(self) -> None:
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)  # its engine is a process of its own
        self.process.wait(30)


@contextmanager
def running(log: Path) -> Iterator[Server]:
    """The server, ready to answer. log: where it writes what it has to say."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [
        PYTHON, "-m", "vllm.entrypoints.openai.api_server", "--model", str(PAIRS["tower"].target),
        "--served-model-name", MODEL, "--host", "127.0.0.1", "--port", str(port), "--dtype", "float32",
        "--max-model-len", "512", "--max-logprobs", "-1", "--enforce-eager",
    ]  # fmt: skip
    with log.open("wb") as told:
        process = subprocess.Popen(
            command, stdout=told, stderr=subprocess.STDOUT, env={**os.environ, **_SETTINGS}, start_new_session=True
        )
        server = Server(process, f"http://127.0.0.1:{port}")
        try:
            _wait(server, log)
            yield server
        finally:
            server.stop()


def _wait(server: Server, log: Path) -> None:
    until = time.monotonic() + READY
    while time.monotonic() < until and server.process.poll() is None:
        try:
            with urlopen(f"{server.address}/health", timeout=5):
                return
        except (URLError, OSError):
            time.sleep(0.5)
    raise RuntimeError("vLLM did not start: " + log.read_text(errors="replace")[-3000:])
